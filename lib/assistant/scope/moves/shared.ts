/** Helpers of the moves: search for kinds of words near each other, and for the buyer's own subject. */
import { Concept, has } from "../concepts.ts";
import type { Sentence, Word } from "../sentence.ts";
import { Whose } from "../whose.ts";

const C = Concept;

/** A kind of word: it must have any of these concepts or marks. */
export interface Wanted {
  readonly bits?: number;
  readonly marks?: number;
}

/** Returns whether a word, or any word of a sentence, is of a kind. */
export function is(
  word: Pick<Word, "bits" | "marks"> | undefined,
  { bits = 0, marks = 0 }: Wanted,
): boolean {
  return word !== undefined && (has(word.bits, bits) || has(word.marks, marks));
}

/** Returns the position of the first word of a kind between two positions, both inclusive; -1 if there is none. */
export function place({ words }: Sentence, wanted: Wanted, from: number, to: number): number {
  for (let at = Math.max(0, from); at <= to && at < words.length; at++) {
    if (is(words[at], wanted)) return at;
  }
  return -1;
}

/** Returns whether a word of a kind is between two positions, both inclusive. */
export function near(sentence: Sentence, wanted: Wanted, from: number, to: number): boolean {
  return place(sentence, wanted, from, to) >= 0;
}

/** Orders to a program, and the prompt that contains them. */
export const NOUN = { bits: C.RULES | C.PROMPT };
/** The buyers' subject, such as panels and seals. */
export const BUSINESS = { bits: C.DOMAIN };

/** Returns whether the buyer or somebody on their side is named between two positions, both inclusive. */
export function aboutBuyer({ words, whose }: Sentence, from: number, to: number): boolean {
  if ((whose & (Whose.OWN | Whose.I | Whose.JE)) === 0) return false;
  for (let at = Math.max(0, from); at <= to && at < words.length; at++) {
    const word = words[at]?.whose ?? 0;
    if (
      has(word, Whose.OWN) ||
      has(word, Whose.I) && has(whose, Whose.ENGLISH) ||
      has(word, Whose.JE) && has(whose, Whose.FRENCH)
    ) {
      return true;
    }
  }
  return false;
}

/** Tests whether a sentence makes a move at the word `at`. */
export type Move = (sentence: Sentence, at: number) => boolean;

/** "You" in languages that need no verb for "you are". */
export const SLAVIC_YOU = /^(?:ты|ти)$/;
