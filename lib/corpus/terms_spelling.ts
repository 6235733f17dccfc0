/** What a misspelt word may have been meant to be. */
import { compareText } from "./rank.ts";

/** A word of the corpus that looks like the one that was asked for. */
export interface SpeltWord {
  readonly word: string;
  readonly term: string;
  readonly passages: number;
}

/** A correction, and by how many edits it differs. */
export interface Correction extends SpeltWord {
  readonly edits: number;
}

/** Shorter words differ by a letter from too many others. */
export const SHORTEST_CORRECTED = 4;
const SHORTEST_TWICE_WRONG = 8;

/**
 * The nearest of the candidates, the most common where several are as near; null when all are too far. The first
 * letter has to be right: it hardly ever is the wrong one, and "dinner" is not "inner".
 */
export function correct(word: string, candidates: readonly SpeltWord[]): Correction | null {
  if (word.length < SHORTEST_CORRECTED) return null;
  const most = word.length < SHORTEST_TWICE_WRONG ? 1 : 2;
  const [best] = candidates
    .map((candidate) => ({ ...candidate, edits: editsBetween(word, candidate.word) }))
    .filter(({ edits, word: other }) => edits <= most && other[0] === word[0])
    .sort((a, b) => a.edits - b.edits || b.passages - a.passages || compareText(a.word, b.word));
  return best ?? null;
}

/** Letters put in, left out, mistaken, or swapped with their neighbour, that turn one word into the other. */
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
