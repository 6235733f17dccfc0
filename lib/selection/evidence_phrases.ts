/** What a buyer looks for, in the words that evidence is searched with. */
import { perSnapshot, type Snapshot } from "../catalog/mod.ts";
import type { AnsweredFactor } from "../media/mod.ts";
import { answeredFactors } from "./answered.ts";

/** The selected options in words, each factor by its name and the labels of its options, in asking order. */
export function evidencePhrases(snapshot: Snapshot, optionIds: readonly string[]): string[] {
  return phrasesOf(answeredFactors(snapshot, optionIds));
}

/** Answers in words, as {@linkcode evidencePhrases} gives them. */
export function phrasesOf(answers: readonly AnsweredFactor[]): string[] {
  const phrases: string[] = [];
  for (const { factor, options } of answers) {
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
