/** Explains why a system was recommended, by the buyer's own answers. */
import type { Predicate, Snapshot, TypedValue } from "../catalog/mod.ts";

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

/** A requirement of the answers, and the system's value that meets it. */
export interface MetRequirement {
  attributeId: string;
  name: string;
  unit: string | null;
  value: TypedValue;
  /** The distinct predicates. */
  asked: Predicate[];
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

/** Returns what the selected options require of enabled attributes, with the system's values, in catalog order. */
export function metRequirements(
  snapshot: Snapshot,
  optionIds: readonly string[],
  systemId: string,
): MetRequirement[] {
  const system = snapshot.systemById.get(systemId);
  const options = snapshot.factors.flatMap(({ options }) => options)
    .filter(({ id }) => optionIds.includes(id));
  return snapshot.attributes.flatMap(({ id, name, unit }) => {
    const value = system?.values.find(({ attributeId }) => attributeId === id)?.value;
    const asking = options.filter(({ requirements }) =>
      requirements.some(({ attributeId }) => attributeId === id)
    );
    if (!value || asking.length === 0) return [];
    const predicates = asking.flatMap(({ requirements }) => requirements)
      .filter(({ attributeId }) => attributeId === id)
      .map(({ predicate }) => predicate);
    const asked = [...new Map(predicates.map((one) => [JSON.stringify(one), one])).values()];
    const because = labelAnswers(snapshot, asking.map((option) => option.id));
    return [{ attributeId: id, name, unit, value, asked, because }];
  });
}
