/** Simulates one set of answers and explains the outcome in detail. Pure. */
import type {
  Factor,
  FactorOption,
  Rule,
  RuleOutcome,
  RuleSet,
  Snapshot,
  Track,
} from "@/lib/catalog/mod.ts";
import { askedFactors, labelAnswers } from "@/lib/journey/mod.ts";
import {
  type Answers,
  type Broadening,
  select,
  type Selection,
  suggestBroadening,
} from "@/lib/selection/mod.ts";
import {
  type Demand,
  type DemandReport,
  demandsOf,
  idleDemandsOf,
  reportDemands,
  type Shortfall,
  shortfallsOf,
} from "./fall_short.ts";
import { type RankedSystem, rankSystems } from "./ranking.ts";
import { rulesOf, type UnfiredRules, unfiredRules } from "./unfired_rules.ts";

/** The fate of one outcome of a fired rule. */
export type Fate =
  /** It surfaced its system and decides the system's rank. */
  | { readonly kind: "surfaced"; readonly ranked: RankedSystem }
  /** A stronger outcome, of rule `by`, surfaced the same system. */
  | { readonly kind: "beaten"; readonly by: Rule }
  /** Its system does not meet the requirements of the answers. */
  | { readonly kind: "dropped"; readonly shortfalls: readonly Shortfall[] }
  /** Its system is retired, a draft, or missing. */
  | { readonly kind: "retired" | "draft" | "gone" };

/** A rule that fired, with the fate of each of its outcomes. */
export interface FiredRuleReport {
  readonly rule: Rule;
  /** False when the rule matched the answers but surfaced no system (spec §2.1). */
  readonly contributed: boolean;
  /** In rank order. */
  readonly outcomes: readonly { readonly outcome: RuleOutcome; readonly fate: Fate }[];
}

/** An answer that the engine ignores, or that no buyer could have given. */
export interface AnswerIssue {
  readonly optionId: string;
  /**
   * The engine ignores `unknown` and `retired` options. It counts the others: `not-asked`, when the track does not ask
   * the question, and `several`, when a single-choice question has more than one answer.
   */
  readonly kind: "unknown" | "retired" | "not-asked" | "several";
  /** Null for an unknown option. */
  readonly label: string | null;
  readonly factor: string | null;
}

/** Why nothing is recommended. */
type NoPick = "no-answers" | "no-rules" | "none-fired" | "none-left";

/** The outcome of a set of answers, with everything that explains it. */
export interface Simulation {
  readonly answers: Answers;
  /** The selection that a buyer would get. */
  readonly selection: Selection;
  /** Null when no track was given, or it is not live. */
  readonly track: Track | null;
  readonly trackIssue: "unknown" | "retired" | null;
  /** Null when the catalog has no default rule set. */
  readonly ruleSet: RuleSet | null;
  readonly issues: readonly AnswerIssue[];
  readonly fired: readonly FiredRuleReport[];
  readonly unfired: UnfiredRules;
  readonly demands: readonly DemandReport[];
  readonly idleDemands: readonly Demand[];
  /** Every surfaced system, the lead first. */
  readonly ranking: readonly RankedSystem[];
  /** Null when there is a pick. */
  readonly noPick: NoPick | null;
  /** The smallest changes of the answers that would give a pick; empty when there is a pick. */
  readonly broadening: readonly Broadening[];
}

/** Simulates a set of answers. The selection comes from the engine itself; everything else explains it. */
export function simulate(snapshot: Snapshot, { optionIds, track }: Answers): Simulation {
  const selection = select(snapshot, { optionIds, track });
  const given = selection.context.optionIds;
  const answers: Answers = { optionIds: given, track };
  const ruleSetId = snapshot.ruleSetIdFor(track);
  const demands = demandsOf(snapshot, given);
  const rules = firedRules(snapshot, selection);
  const ranking = rankSystems(
    snapshot,
    rules.flatMap(({ rule }) =>
      rule.outcomes.filter(({ systemId }) => isLeft(snapshot, systemId, demands))
        .map((outcome) => ({ rule, outcome }))
    ),
  );
  const fired = rules.map(({ rule, contributed }) => ({
    rule,
    contributed,
    outcomes: rule.outcomes.toSorted((a, b) => a.rank - b.rank).map((outcome) => ({
      outcome,
      fate: fateOf(snapshot, { outcome, demands, ranking }),
    })),
  }));
  const named = new Set(rules.flatMap(({ rule }) => rule.outcomes.map(({ systemId }) => systemId)));
  return {
    answers,
    selection,
    track: snapshot.tracks.find(({ id }) => id === track) ?? null,
    trackIssue: trackIssueOf(snapshot, track),
    ruleSet: snapshot.catalog.ruleSets.find(({ id }) => id === ruleSetId) ?? null,
    issues: issuesOf(snapshot, answers),
    fired,
    unfired: unfiredRules(snapshot, answers, new Set(rules.map(({ rule }) => rule.id))),
    demands: reportDemands(snapshot, demands, named),
    idleDemands: idleDemandsOf(snapshot, given),
    ranking,
    noPick: noPickOf(snapshot, { selection, ruleSetId }),
    broadening: suggestBroadening(snapshot, answers),
  };
}

function firedRules(
  { ruleById }: Snapshot,
  { firedRules }: Selection,
): { rule: Rule; contributed: boolean }[] {
  return firedRules.flatMap(({ ruleId, contributed }) => {
    const rule = ruleById.get(ruleId);
    return rule ? [{ rule, contributed }] : [];
  });
}

function isLeft(snapshot: Snapshot, systemId: string, demands: readonly Demand[]): boolean {
  const system = snapshot.systemById.get(systemId);
  return system !== undefined && shortfallsOf(snapshot, system, demands).length === 0;
}

function fateOf(
  snapshot: Snapshot,
  { outcome, demands, ranking }: {
    outcome: RuleOutcome;
    demands: readonly Demand[];
    ranking: readonly RankedSystem[];
  },
): Fate {
  const system = snapshot.systemById.get(outcome.systemId);
  if (!system) {
    const stored = snapshot.catalog.systems.find(({ id }) => id === outcome.systemId);
    return { kind: !stored ? "gone" : stored.retired ? "retired" : "draft" };
  }
  const ranked = ranking.find((each) => each.system.id === system.id);
  if (!ranked) return { kind: "dropped", shortfalls: shortfallsOf(snapshot, system, demands) };
  return ranked.by.outcome === outcome
    ? { kind: "surfaced", ranked }
    : { kind: "beaten", by: ranked.by.rule };
}

function trackIssueOf(
  { tracks, catalog }: Snapshot,
  track: string | null,
): Simulation["trackIssue"] {
  if (track === null || tracks.some(({ id }) => id === track)) return null;
  return catalog.tracks.some(({ id }) => id === track) ? "retired" : "unknown";
}

function issuesOf(snapshot: Snapshot, { optionIds, track }: Answers): AnswerIssue[] {
  const stored = new Map<string, { factor: Factor; option: FactorOption }>(
    snapshot.catalog.factors.flatMap((factor) =>
      factor.options.map((option) => [option.id, { factor, option }])
    ),
  );
  const live = snapshot.tracks.some(({ id }) => id === track) ? track : null;
  const asked = new Set(askedFactors(snapshot, live).map(({ id }) => id));
  const answers = labelAnswers(snapshot, optionIds);
  const byFactor = Map.groupBy(answers, ({ factorId }) => factorId);
  return optionIds.flatMap((optionId): AnswerIssue[] => {
    const found = stored.get(optionId);
    if (!found) return [{ optionId, kind: "unknown", label: null, factor: null }];
    const { option: { label }, factor: { id, name, multiple } } = found;
    const issue = { optionId, label, factor: name };
    if (snapshot.factorIdByOptionId.get(optionId) !== id) return [{ ...issue, kind: "retired" }];
    if (!asked.has(id)) return [{ ...issue, kind: "not-asked" }];
    const several = !multiple && (byFactor.get(id)?.length ?? 0) > 1;
    return several ? [{ ...issue, kind: "several" }] : [];
  });
}

function noPickOf(
  snapshot: Snapshot,
  { selection, ruleSetId }: { selection: Selection; ruleSetId: string },
): NoPick | null {
  if (selection.lead) return null;
  const isAnswered = selection.context.optionIds.some((id) => snapshot.factorIdByOptionId.has(id));
  if (!isAnswered) return "no-answers";
  if (!rulesOf(snapshot, ruleSetId).some(({ enabled, retired }) => enabled && !retired)) {
    return "no-rules";
  }
  return selection.firedRules.length === 0 ? "none-fired" : "none-left";
}
