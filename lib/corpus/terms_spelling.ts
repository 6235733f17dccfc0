/** Corrects the spelling of words by edit distance. */
import { compareText } from "../text/mod.ts";

/** A word of the corpus that is spelt like a word of the question. */
export interface SpeltWord {
  readonly word: string;
  readonly term: string;
  readonly passages: number;
}

/** A correction with its edit distance. */
interface Correction extends SpeltWord {
  readonly edits: number;
}

/** Minimum length of a word to correct. Shorter words are one letter away from too many others. */
export const SHORTEST_CORRECTED = 4;
/** Minimum length of a word in which another letter may stand for a right one: "ship" is not "shop". */
const SHORTEST_REPLACED = 5;
/** Minimum length of a word to correct with two edits. */
const SHORTEST_TWICE_WRONG = 8;

/** Returns the closest of the candidates that a word may be meant for, ties by frequency; null if there is none. */
export function correct(word: string, candidates: readonly SpeltWord[]): Correction | null {
  const [best] = candidates
    .flatMap((candidate) => {
      const edits = editsFrom(word, candidate.word);
      return edits === null ? [] : [{ ...candidate, edits }];
    })
    .sort((a, b) => a.edits - b.edits || b.passages - a.passages || compareText(a.word, b.word));
  return best ?? null;
}

/** Returns whether a word may be a misspelling of another one, with one edit: "invented" is not "intended". */
export function isSpeltLike(word: string, other: string): boolean {
  return editsFrom(word, other) === 1;
}

/**
 * Returns the edit distance of a word from another one that it may be meant for: at most 1, from 8 letters on 2; else
 * null. The first letter must match, because it is hardly ever misspelt, and "dinner" is not "inner". A word of four
 * letters may lack a letter or have two swapped.
 */
function editsFrom(word: string, other: string): number | null {
  const most = word.length < SHORTEST_TWICE_WRONG ? 1 : 2;
  const isLikely = word.length >= SHORTEST_REPLACED || other.length > word.length ||
    sorted(word) === sorted(other);
  if (word.length < SHORTEST_CORRECTED || other[0] !== word[0] || !isLikely) return null;
  // Comparing a word of thousands of letters with a whole passage would take a third of a second.
  if (Math.abs(other.length - word.length) > most) return null;
  const edits = editsBetween(word, other);
  return edits <= most ? edits : null;
}

function sorted(word: string): string {
  return [...word].sort().join("");
}

/** Returns the edit distance of two words: insertions, deletions, substitutions and swaps of adjacent letters. */
export function editsBetween(one: string, other: string): number {
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row++) {
    const edits = [row];
    for (let column = 1; column <= other.length; column++) {
      const same = one[row - 1] === other[column - 1];
      const swapped = row > 1 && column > 1 && one[row - 1] === other[column - 2] &&
        one[row - 2] === other[column - 1];
      edits.push(Math.min(
        (last[column] ?? 0) + 1,
        (edits[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
        swapped ? (before[column - 2] ?? 0) + 1 : Infinity,
      ));
    }
    before = last;
    last = edits;
  }
  return last[other.length] ?? 0;
}
