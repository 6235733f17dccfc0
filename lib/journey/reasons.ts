/** Explains why a system was recommended, by the buyer's own answers. */
import type { Snapshot } from "../catalog/mod.ts";

/** One answer with its labels. */
export interface LabelledAnswer {
  factorId: string;
  /** Name of the factor. */
  factor: string;
  optionId: string;
  label: string;
}

/** An expert's rationale for a system, and the answers that led to it. */
export interface Reason {
  /** Verbatim, as the author of the rule wrote it (spec §2.1). */
  rationale: string;
  /** In ask order. Empty when the rules only have conditions that exclude options. */
  because: LabelledAnswer[];
}

/** Returns the live answers among the selected options with their labels, in ask order. */
export function labelAnswers(
  snapshot: Snapshot,
  optionIds: readonly string[],
): LabelledAnswer[] {
  return snapshot.factors.flatMap((factor) =>
    factor.options.filter(({ id }) => optionIds.includes(id)).map(({ id, label }) => ({
      factorId: factor.id,
      factor: factor.name,
      optionId: id,
      label,
    }))
  );
}

/** A recommended system and the rules that surfaced it. */
interface PickedBy {
  systemId: string;
  /** Best priority first, as the engine returns them. */
  matchedRuleIds: readonly string[];
}

/**
 * Returns the reasons for a system, best rule first, each rationale once. An answer counts as a reason when an `any` or
 * `all` condition of a rule with that rationale names it.
 */
export function reasonsFor(
  snapshot: Snapshot,
  optionIds: readonly string[],
  { systemId, matchedRuleIds }: PickedBy,
): Reason[] {
  const selected = new Set(optionIds);
  const calledFor = new Map<string, Set<string>>();
  for (const ruleId of matchedRuleIds) {
    const rule = snapshot.ruleById.get(ruleId);
    const asked = rule?.conditions.filter(({ operator }) => operator !== "none") ?? [];
    const causes = asked.flatMap((condition) => condition.optionIds).filter((id) =>
      selected.has(id)
    );
    for (const outcome of rule?.outcomes ?? []) {
      if (outcome.systemId !== systemId) continue;
      const known = calledFor.get(outcome.rationale) ?? new Set();
      causes.forEach((id) => known.add(id));
      calledFor.set(outcome.rationale, known);
    }
  }
  return [...calledFor].map(([rationale, causes]) => ({
    rationale,
    because: labelAnswers(snapshot, [...causes]),
  }));
}
