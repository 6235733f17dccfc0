/** The phrases that evidence is searched with. */
import { perSnapshot, type Snapshot } from "../catalog/mod.ts";
import type { AnsweredFactor } from "../media/mod.ts";
import { answeredFactors } from "./answered.ts";

/** Returns a phrase for each answered factor, of its name and the labels of the selected options, in asking order. */
export function evidencePhrases(snapshot: Snapshot, optionIds: readonly string[]): string[] {
  return phrasesOf(answeredFactors(snapshot, optionIds));
}

/** Returns the same phrases for answered factors. */
export function phrasesOf(answers: readonly AnsweredFactor[]): string[] {
  const phrases: string[] = [];
  for (const { factor, options } of answers) {
    phrases.push(factor);
    for (const { label } of options) phrases.push(label);
  }
  return phrases;
}

/** Returns every phrase that {@linkcode evidencePhrases} can return for a snapshot. */
export const allEvidencePhrases: (snapshot: Snapshot) => readonly string[] = perSnapshot(
  ({ factors }) =>
    factors.flatMap(({ name, options }) => [name, ...options.map(({ label }) => label)]),
);
