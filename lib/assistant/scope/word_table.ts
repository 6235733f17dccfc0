/** A hash table of words already read. It looks a word up by its position in a text, without a substring allocation. */
import type { Word } from "./sentence.ts";

/** Slots of the table: about three times the most words, so that probes stay short. */
const SLOTS = 1 << 17;
/** Most words in the table (a few megabytes). Buyers of twelve languages use some twenty thousand. */
const MOST = 40_000;
/** Most characters of a word in the table. */
const LONGEST = 24;
/** Most probes per lookup, so that crafted hash collisions cannot slow it down; colliding words are read anew. */
const MOST_PROBES = 8;

let slots = new Int32Array(SLOTS);
let texts: string[] = [];
let words: Word[] = [];

/** The hash seed, random per process, so that collisions cannot be prepared. */
export const FIRST_MARK = crypto.getRandomValues(new Int32Array(1))[0] ?? 1;

/** Extends a hash by one code unit. */
export function markOf(mark: number, code: number): number {
  return Math.imul(mark ^ code, 0x01000193);
}

/** The position of a word in a text, and its hash. */
export interface Place {
  readonly start: number;
  /** Index of the first character after it. */
  readonly after: number;
  /** Hash of its characters. */
  readonly mark: number;
}

/** Returns the place of a text that is one word. */
function wholeOf(text: string): Place {
  let mark = FIRST_MARK;
  for (let at = 0; at < text.length; at++) mark = markOf(mark, text.charCodeAt(at));
  return { start: 0, after: text.length, mark };
}

/** Looks up the word at a place of a text, or the text as one word; undefined if it is not in the table. */
export function knownWord(
  text: string,
  { start, after, mark }: Place = wholeOf(text),
): Word | undefined {
  let slot = (mark ^ mark >>> 15) & SLOTS - 1;
  for (let probe = 0; probe < MOST_PROBES; probe++, slot = slot + 1 & SLOTS - 1) {
    const at = slots[slot] ?? 0;
    if (at === 0) return undefined;
    const known = texts[at - 1] ?? "";
    if (known.length === after - start && text.startsWith(known, start)) return words[at - 1];
  }
  return undefined;
}

/** Adds a word to the table, unless it is too long. A full table is cleared first. */
export function keepWord(text: string, word: Word): void {
  if (text.length > LONGEST) return;
  if (words.length >= MOST) {
    slots = new Int32Array(SLOTS);
    texts = [];
    words = [];
  }
  const { mark } = wholeOf(text);
  let slot = (mark ^ mark >>> 15) & SLOTS - 1;
  for (let probe = 0; probe < MOST_PROBES; probe++, slot = slot + 1 & SLOTS - 1) {
    const at = slots[slot] ?? 0;
    if (at !== 0 && texts[at - 1] === text) return;
    if (at !== 0) continue;
    slots[slot] = words.push(word);
    // A substring can keep its whole parent text in memory; a copy does not.
    texts.push(text.split("").join(""));
    return;
  }
}
