/** What a buyer looks for, in the words that evidence is searched with. */
import type { Snapshot } from "../catalog/mod.ts";

/**
 * The selected options in words, each after the name of its factor, in asking order: the same answers give the
 * same text, however they were given. Unknown and retired options say nothing.
 */
export function evidenceText(snapshot: Snapshot, optionIds: readonly string[]): string {
  const selected = new Set(optionIds);
  return snapshot.factors.flatMap(({ name, options }) => {
    const labels = options.filter(({ id }) => selected.has(id)).map(({ label }) => label);
    return labels.length > 0 ? [`${name}: ${labels.join(", ")}`] : [];
  }).join(". ");
}
