/** Reads from a rule which options it asks for. Pure. */
import { perSnapshot, type Rule, type Snapshot } from "../catalog/mod.ts";

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

/** By option, the rules that ask for it, in priority order. */
const asking = perSnapshot(({ rules }) => {
  const byOption = new Map<string, Rule[]>();
  for (const rule of rules) {
    for (const id of askedOptions(rule)) {
      const known = byOption.get(id);
      if (known) known.push(rule);
      else byOption.set(id, [rule]);
    }
  }
  return byOption;
});

/** Returns the rules of every rule set that ask for an option, in priority order. */
export function rulesAskingFor(snapshot: Snapshot, optionId: string): readonly Rule[] {
  return asking(snapshot).get(optionId) ?? [];
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
