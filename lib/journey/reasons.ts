/** Why a system was picked, in the buyer's own answers. */
import type { Predicate, Snapshot, TypedValue } from "../catalog/mod.ts";

/** One answer with its labels. */
export interface LabelledAnswer {
  factorId: string;
  /** The question's noun. */
  factor: string;
  optionId: string;
  label: string;
}

/** An expert's sentence about a system and the answers that called for it. */
export interface Reason {
  /** Verbatim, as the rule's author wrote it (spec §2.1). */
  rationale: string;
  /** In asking order. Empty when the rules only said what must be absent. */
  because: LabelledAnswer[];
}

/** Something an answer requires, and the figure of the system that meets it. */
export interface MetRequirement {
  attributeId: string;
  name: string;
  unit: string | null;
  value: TypedValue;
  /** What was asked, without repeats. */
  asked: Predicate[];
  because: LabelledAnswer[];
}

/** The live answers among the selected options, in asking order. */
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

/** What a fired rule says about a system, and for which answers. */
interface PickedBy {
  systemId: string;
  /** Best priority first, as the engine gives them. */
  matchedRuleIds: readonly string[];
}

/**
 * The reasons of a pick, best rule first and each text once. An answer counts as a reason when a
 * condition of a rule that says so asked for it; what a rule wants absent is no answer of the buyer's.
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

/** What the selected options require of enabled attributes, with the system's figures, in catalog order. */
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
