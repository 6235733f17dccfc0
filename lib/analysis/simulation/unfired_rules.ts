/** Sorts the rules that did not fire into those that nearly fired, those that cannot fire, and the rest. Pure. */
import { byPriority, type Rule, type RuleCondition, type Snapshot } from "@/lib/catalog/mod.ts";
import { askedFactors } from "@/lib/journey/mod.ts";
import { type Answers, conditionHolds, liveConditions, select } from "@/lib/selection/mod.ts";

/** A change of the answers that makes a rule fire, and the resulting lead. */
export interface Fix {
  readonly add: readonly string[];
  readonly remove: readonly string[];
  /** The answers after the change. */
  readonly optionIds: readonly string[];
  readonly leadSystemId: string | null;
}

/** A rule with exactly one condition that does not hold. */
export interface NearRule {
  readonly rule: Rule;
  readonly failed: RuleCondition;
  /** Changes of the answers to that condition's factor that fire the rule; empty when none does. */
  readonly fixes: readonly Fix[];
}

/**
 * Why a rule cannot fire for the buyers of a track: it is retired, disabled (`off`) or has no condition, or it needs an
 * option that is not live (`gone`), or an answer to a question that the track does not ask.
 */
export type CannotFire = "retired" | "off" | "no-condition" | "gone" | "not-asked";

/** A rule that cannot fire. */
export interface UnableRule {
  readonly rule: Rule;
  readonly reason: CannotFire;
  /** Whether the answers meet all of its conditions, so that only `reason` keeps it from firing. */
  readonly wouldFire: boolean;
}

/** The rules of a rule set that did not fire. */
export interface UnfiredRules {
  /** In rule order; at most {@linkcode MAX_NEAR}. */
  readonly near: readonly NearRule[];
  readonly nearCount: number;
  readonly unable: readonly UnableRule[];
  /** Number of rules that miss more than one condition; without any live answer, of all rules that could fire. */
  readonly farCount: number;
}

/** Most near rules that are listed, because finding the fixes of each takes several selections. */
const MAX_NEAR = 30;

/** Sorts the rules of the track's rule set that did not fire; `fired` holds the ids of those that did. */
export function unfiredRules(
  snapshot: Snapshot,
  answers: Answers,
  fired: ReadonlySet<string>,
): UnfiredRules {
  const ruleSetId = snapshot.ruleSetIdFor(answers.track);
  const selected = new Set(answers.optionIds.filter((id) => snapshot.factorIdByOptionId.has(id)));
  const asked = new Set(askedFactors(snapshot, liveTrack(snapshot, answers)).map(({ id }) => id));
  const near: { rule: Rule; failed: RuleCondition }[] = [];
  const unable: UnableRule[] = [];
  let farCount = 0;
  for (const rule of rulesOf(snapshot, ruleSetId)) {
    if (fired.has(rule.id)) continue;
    const conditions = liveConditions(rule, snapshot);
    const failed = conditions?.filter((condition) => !conditionHolds(condition, selected)) ?? [];
    const reason = whyUnable(rule, conditions, asked);
    if (reason !== null) {
      const wouldFire = conditions !== null && failed.length === 0 && selected.size > 0;
      unable.push({ rule, reason, wouldFire });
    } else if (failed.length === 1 && failed[0] && selected.size > 0) {
      near.push({ rule, failed: failed[0] });
    } else farCount++;
  }
  return {
    near: near.slice(0, MAX_NEAR).map((rule) => ({
      ...rule,
      fixes: fixesFor(snapshot, answers.track, { ...rule, selected }),
    })),
    nearCount: near.length,
    unable,
    farCount,
  };
}

/** Returns every rule of a set, including retired and disabled ones, in rule order. */
export function rulesOf({ catalog }: Snapshot, ruleSetId: string): Rule[] {
  return catalog.rules.filter((rule) => rule.ruleSetId === ruleSetId)
    .sort(byPriority);
}

function liveTrack({ tracks }: Snapshot, { track }: Answers): string | null {
  return tracks.some(({ id }) => id === track) ? track : null;
}

function whyUnable(
  { retired, enabled, conditions }: Rule,
  live: readonly RuleCondition[] | null,
  asked: ReadonlySet<string>,
): CannotFire | null {
  if (retired) return "retired";
  if (!enabled) return "off";
  if (conditions.length === 0) return "no-condition";
  if (live === null) return "gone";
  const positive = live.filter(({ operator }) => operator !== "none");
  return positive.some(({ factorId }) => !asked.has(factorId)) ? "not-asked" : null;
}

/** A failed condition, with the current answers. */
interface Failing {
  readonly rule: Rule;
  readonly failed: RuleCondition;
  readonly selected: ReadonlySet<string>;
}

/** Returns the changes of the answers to the failed condition's factor that fire the rule, by trying each. */
function fixesFor(
  snapshot: Snapshot,
  track: string | null,
  { rule, failed, selected }: Failing,
): Fix[] {
  return editsFor(snapshot, failed, selected).flatMap(({ add, remove }): Fix[] => {
    const optionIds = [...[...selected].filter((id) => !remove.includes(id)), ...add];
    const { lead, firedRules } = select(snapshot, { optionIds, track });
    if (!firedRules.some(({ ruleId }) => ruleId === rule.id)) return [];
    return [{ add, remove, optionIds, leadSystemId: lead?.systemId ?? null }];
  });
}

function editsFor(
  { factorById }: Snapshot,
  { factorId, operator, optionIds }: RuleCondition,
  selected: ReadonlySet<string>,
): { add: string[]; remove: string[] }[] {
  const given = optionIds.filter((id) => selected.has(id));
  if (operator === "none") return [{ add: [], remove: given }];
  const factor = factorById.get(factorId);
  const remove = factor?.multiple
    ? []
    : (factor?.options ?? []).map(({ id }) => id).filter((id) => selected.has(id));
  if (operator === "any") return optionIds.map((id) => ({ add: [id], remove }));
  // A single-choice question takes one answer, so it cannot meet `all` of several options.
  if (!factor?.multiple && optionIds.length > 1) return [];
  return [{ add: optionIds.filter((id) => !selected.has(id)), remove }];
}
