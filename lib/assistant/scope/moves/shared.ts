/** What moves are told by: words of a kind close to each other, and whose business it is. */
import { Concept, has } from "../concepts.ts";
import type { Sentence, Word } from "../sentence.ts";
import { Whose } from "../whose.ts";

const C = Concept;

/** What a word of a sentence must stand for: any of these. */
export interface Wanted {
  readonly bits?: number;
  readonly marks?: number;
}

/** Whether a word, or any of a sentence, stands for any of what is wanted. */
export function is(
  word: Pick<Word, "bits" | "marks"> | undefined,
  { bits = 0, marks = 0 }: Wanted,
): boolean {
  return word !== undefined && (has(word.bits, bits) || has(word.marks, marks));
}

/** Where the first word of a kind is, from one place to another, both included; -1 for nowhere. */
export function place({ words }: Sentence, wanted: Wanted, from: number, to: number): number {
  for (let at = Math.max(0, from); at <= to && at < words.length; at++) {
    if (is(words[at], wanted)) return at;
  }
  return -1;
}

/** Whether there is such a word from one place to another, both included. */
export function near(sentence: Sentence, wanted: Wanted, from: number, to: number): boolean {
  return place(sentence, wanted, from, to) >= 0;
}

/** Orders to a program, and what holds them. */
export const NOUN = { bits: C.RULES | C.PROMPT };
/** What buyers talk about. */
export const BUSINESS = { bits: C.DOMAIN };

/** Whether the buyer or somebody of theirs is who it is about. */
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

/** Whether a sentence makes a move, at the word that may begin it. */
export type Move = (sentence: Sentence, at: number) => boolean;

/** "You are", in languages that need no verb for it. */
export const SLAVIC_YOU = /^(?:ты|ти)$/;
