/** Searches for answers that show a rule alive or a system leading; finding none means there are none. */
import type { FactorOption, Rule, Snapshot, System } from "../catalog/mod.ts";
import { askedFactors } from "../journey/mod.ts";
import { liveConditions, meetsRequirements, select } from "../selection/mod.ts";

/** What one rule's search may try before it gives up; a real catalog needs a few hundred. */
const MAX_TRIALS = 50_000;

/** What the buyers of one track can answer, and what each answer does. */
export interface TrackSpace {
  readonly snapshot: Snapshot;
  readonly track: string | null;
  /** The rules that can fire, with the conditions that decide it. */
  readonly rules: readonly Rule[];
  readonly optionById: ReadonlyMap<string, FactorOption>;
  readonly factorIdByOptionId: ReadonlyMap<string, string>;
  readonly singleFactorIds: ReadonlySet<string>;
}

/** Gathers a track's space of answers. */
export function trackSpace(snapshot: Snapshot, track: string | null): TrackSpace {
  const asked = askedFactors(snapshot, track);
  const ruleSetId = snapshot.ruleSetIdFor(track);
  return {
    snapshot,
    track,
    rules: snapshot.rules.filter((rule) => rule.ruleSetId === ruleSetId).flatMap((rule) => {
      const conditions = liveConditions(rule, snapshot);
      return conditions ? [{ ...rule, conditions }] : [];
    }),
    optionById: new Map(asked.flatMap(({ options }) => options.map((each) => [each.id, each]))),
    factorIdByOptionId: new Map(
      asked.flatMap(({ id, options }) => options.map((each) => [each.id, id])),
    ),
    singleFactorIds: new Set(asked.filter(({ multiple }) => !multiple).map(({ id }) => id)),
  };
}

/** Answers for which the rule fires and surfaces one of its systems; null when there are none. */
export function findContribution(space: TrackSpace, rule: Rule): string[] | null {
  for (const { systemId } of rule.outcomes) {
    const system = space.snapshot.systemById.get(systemId);
    if (!system) continue;
    for (const answers of minimalAnswers(space, rule, system)) return answers;
  }
  return null;
}

/** Answers for which the rule fires, whatever it surfaces; null when there are none. */
export function findFiring(space: TrackSpace, rule: Rule): string[] | null {
  for (const answers of minimalAnswers(space, rule, null)) return answers;
  return null;
}

/**
 * Answers for which the system is the lead; null when there are none, or none within the bound.
 *
 * Starts from the fewest answers that make a rule surface the system. While another one leads, only an
 * added answer that drops it, or that silences a rule which surfaces it, can change that; so following
 * just those finds a witness whenever there is one.
 */
export function findLead(space: TrackSpace, system: System): string[] | null {
  for (const rule of space.rules) {
    if (!rule.outcomes.some(({ systemId }) => systemId === system.id)) continue;
    const seen = new Set<string>();
    for (const start of minimalAnswers(space, rule, system)) {
      const found = follow(space, system, { rule, start, seen });
      if (found) return found;
    }
  }
  return null;
}

function follow(
  space: TrackSpace,
  system: System,
  { rule, start, seen }: { rule: Rule; start: string[]; seen: Set<string> },
): string[] | null {
  const open = [start];
  for (let answers = open.pop(); answers; answers = open.pop()) {
    const key = [...answers].sort().join();
    if (seen.has(key) || seen.size > MAX_TRIALS) continue;
    seen.add(key);
    const { lead } = select(space.snapshot, { optionIds: answers, track: space.track });
    if (!lead) continue;
    if (lead.systemId === system.id) return answers;
    for (const id of space.optionById.keys()) {
      if (answers.includes(id) || silences(rule, id) || !defeats(space, lead, id)) continue;
      const more = [...answers, id];
      if (isPossible(space, more) && suits(space, system, more)) open.push(more);
    }
  }
  return null;
}

function defeats(
  { snapshot, rules, optionById }: TrackSpace,
  lead: { systemId: string; matchedRuleIds: string[] },
  optionId: string,
): boolean {
  const system = snapshot.systemById.get(lead.systemId);
  const requirements = optionById.get(optionId)?.requirements ?? [];
  if (system && !meetsRequirements(system, requirements, snapshot.attributeById)) return true;
  return rules.some((rule) => lead.matchedRuleIds.includes(rule.id) && silences(rule, optionId));
}

/** Whether an answer keeps a rule from firing whatever the others are. */
function silences({ conditions }: Rule, optionId: string): boolean {
  return conditions.some(({ operator, optionIds }) =>
    operator === "none" && optionIds.includes(optionId)
  );
}

/** The smallest sets of answers that fire a rule and that the system, when given, satisfies. */
function* minimalAnswers(
  space: TrackSpace,
  rule: Rule,
  system: System | null,
): Generator<string[]> {
  const choices = rule.conditions.filter(({ operator }) => operator !== "none")
    .map(({ operator, optionIds }) =>
      operator === "all" ? [optionIds] : optionIds.map((id) => [id])
    );
  // A rule that only says what must be absent needs some answer all the same: any single one.
  if (choices.length === 0) choices.push([...space.optionById.keys()].map((id) => [id]));
  for (const ids of combine(choices)) {
    const answers = [...new Set(ids)];
    if (answers.some((id) => silences(rule, id)) || !isPossible(space, answers)) continue;
    if (system === null || suits(space, system, answers)) yield answers;
  }
}

function* combine(choices: readonly string[][][]): Generator<string[]> {
  const [first, ...rest] = choices;
  if (!first) return yield [];
  for (const tail of combine(rest)) {
    for (const head of first) yield [...head, ...tail];
  }
}

/** Whether the track asks for every answer and none is a second one to a single-choice factor. */
function isPossible(space: TrackSpace, answers: readonly string[]): boolean {
  const taken = new Set<string>();
  return answers.every((id) => {
    const factorId = space.factorIdByOptionId.get(id);
    if (factorId === undefined || taken.has(factorId)) return false;
    if (space.singleFactorIds.has(factorId)) taken.add(factorId);
    return true;
  });
}

function suits(
  { snapshot, optionById }: TrackSpace,
  system: System,
  answers: readonly string[],
): boolean {
  return answers.every((id) =>
    meetsRequirements(system, optionById.get(id)?.requirements ?? [], snapshot.attributeById)
  );
}
