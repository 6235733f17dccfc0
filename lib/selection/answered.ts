/** What a buyer has answered, in the order in which it is asked. */
import type { Snapshot } from "../catalog/mod.ts";
import type { AnsweredFactor } from "../media/mod.ts";

/**
 * The live factors with a selected live option, and those options, both in asking order: the same answers give the
 * same, however they were given. Unknown and retired options say nothing.
 */
export function answeredFactors(
  snapshot: Snapshot,
  optionIds: readonly string[],
): AnsweredFactor[] {
  const selected = new Set(optionIds);
  return snapshot.factors.flatMap(({ id, name, options }) => {
    const chosen = options.filter((option) => selected.has(option.id))
      .map((option) => ({ id: option.id, label: option.label }));
    return chosen.length > 0 ? [{ factorId: id, factor: name, options: chosen }] : [];
  });
}
