/** Reads from a rule which options it asks for and in which order it names systems, and looks up options. Pure. */
import type { FactorOption, Rule, RuleOutcome, Snapshot } from "../catalog/mod.ts";

/** Returns a live option by its id. */
export function optionOf(
  { factorById, factorIdByOptionId }: Snapshot,
  optionId: string,
): FactorOption | undefined {
  return factorById.get(factorIdByOptionId.get(optionId) ?? "")?.options
    .find(({ id }) => id === optionId);
}

/** The options that a rule asks for: those of its `any` and `all` conditions. */
export function askedOptions(rule: Pick<Rule, "conditions"> | undefined): ReadonlySet<string> {
  return new Set(
    rule?.conditions.flatMap(({ operator, optionIds }) => operator === "none" ? [] : optionIds),
  );
}

/** Whether a rule asks for an option. */
export function asksFor({ conditions }: Pick<Rule, "conditions">, optionId: string): boolean {
  return conditions.some(({ operator, optionIds }) =>
    operator !== "none" && optionIds.includes(optionId)
  );
}

/** Returns those of the selected options that are in `asked`, in asking order. */
export function selectedOf(
  { factors }: Pick<Snapshot, "factors">,
  selected: ReadonlySet<string>,
  asked: ReadonlySet<string>,
): string[] {
  return factors.flatMap(({ options }) =>
    options.flatMap(({ id }) => selected.has(id) && asked.has(id) ? [id] : [])
  );
}

/** Sorts the outcomes of a rule: preferred before alternative, then by rank. */
export function inOrder(outcomes: readonly RuleOutcome[]): RuleOutcome[] {
  return outcomes.toSorted((a, b) =>
    Number(a.role !== "preferred") - Number(b.role !== "preferred") || a.rank - b.rank
  );
}
