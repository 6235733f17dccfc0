/** Words that came before, found by where they stand in a text, so that no piece of it is cut out for them. */
import type { Word } from "./sentence.ts";

/** A few times as many as words that are kept. */
const SLOTS = 1 << 17;
/** Buyers of twelve languages use some twenty thousand; more are a few megabytes. */
const MOST = 40_000;
const LONGEST = 24;
/** Words whose marks fall together beyond this are read anew, so that nobody can slow the search down. */
const MOST_PROBES = 8;

let slots = new Int32Array(SLOTS);
let texts: string[] = [];
let words: Word[] = [];

/** What the mark of no letters is; another in each process. */
export const FIRST_MARK = crypto.getRandomValues(new Int32Array(1))[0] ?? 1;

/** The mark of some letters and one more. */
export function markOf(mark: number, code: number): number {
  return Math.imul(mark ^ code, 0x01000193);
}

/** Where a word stands in a text, and the mark of its letters. */
export interface Place {
  readonly start: number;
  /** The first place behind it. */
  readonly after: number;
  readonly mark: number;
}

/** The place of a text that is one word. */
function wholeOf(text: string): Place {
  let mark = FIRST_MARK;
  for (let at = 0; at < text.length; at++) mark = markOf(mark, text.charCodeAt(at));
  return { start: 0, after: text.length, mark };
}

/** The word at some place of a text, or that a text is; undefined where it is new. */
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

/** Keeps a word, unless it is longer than words are. */
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
    // A long enough piece of a text keeps the whole text in memory, a copy does not.
    texts.push(text.split("").join(""));
    return;
  }
}
