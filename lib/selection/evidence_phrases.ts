/** What a buyer looks for, in the words that evidence is searched with. */
import { perSnapshot, type Snapshot } from "../catalog/mod.ts";
import { answeredFactors } from "./answered.ts";

/** The selected options in words, each factor by its name and the labels of its options, in asking order. */
export function evidencePhrases(snapshot: Snapshot, optionIds: readonly string[]): string[] {
  const phrases: string[] = [];
  for (const { factor, options } of answeredFactors(snapshot, optionIds)) {
    phrases.push(factor);
    for (const { label } of options) phrases.push(label);
  }
  return phrases;
}

/** Every phrase that {@linkcode evidencePhrases} can give for a snapshot. */
export const allEvidencePhrases: (snapshot: Snapshot) => readonly string[] = perSnapshot(
  ({ factors }) =>
    factors.flatMap(({ name, options }) => [name, ...options.map(({ label }) => label)]),
);
