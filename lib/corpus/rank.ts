/** What a question's words are worth: plain arithmetic, so that both engines agree to the last digit. */

/** A word to look for, and in how many of the corpus's passages it is. */
export interface CountedTerm {
  readonly term: string;
  readonly passages: number;
  /** What it counts for beside a word that was asked for as it stands: 1. */
  readonly trust: number;
}

/** The most words a search looks for: of a longer text, those that say most. */
export const MAX_TERMS = 32;

/** Entries that a search may read from the lists of all its words together, beside what it reads of each at least. */
const READS = 3_500;
/** No list is read less far than this. */
export const FEWEST_READS = 50;
/** Passages that are scored in full: those that their best words put first. */
export const SCORED = 100;

/** Whole numbers stand for thousandths, because sums of them do not depend on their order. */
const THOUSANDTHS = 1_000;

/** Weighed for one question. */
export type Weighed<T extends CountedTerm> = T & {
  /** In thousandths, at least 1. */
  readonly weight: number;
};

/** The heaviest first; equals by their letters. */
export function byWeight(
  a: { readonly weight: number; readonly term: string },
  b: { readonly weight: number; readonly term: string },
): number {
  return b.weight - a.weight || compareText(a.term, b.term);
}

/** What a term counts for among `total` passages by how rare it is (the inverse document frequency of BM25), in thousandths and at least 1. */
export function weightOf({ passages, trust }: Omit<CountedTerm, "term">, total: number): number {
  const rarity = Math.log(1 + (total - passages + 0.5) / (passages + 0.5));
  return Math.max(1, Math.round(trust * rarity * THOUSANDTHS));
}

/**
 * How far the list of each term is read, best passages first: the more a term weighs, the further, for what common
 * words put first is seldom what is looked for. What a short list leaves over goes to the others, so that all lists are
 * read to their ends where they have no more than that together. Measured in docs/decisions/0009.
 */
export function readsOf(
  terms: readonly { readonly weight: number; readonly passages: number }[],
): number[] {
  const shares = terms.map(({ weight }) => weight ** 3);
  const reads = terms.map(() => FEWEST_READS);
  let left = READS;
  let sum = shares.reduce((sum, share) => sum + share, 0);
  const shortest = terms.map(({ passages }, at) => {
    const share = shares[at] ?? 1;
    return { at, passages, share, length: passages / share };
  }).sort((a, b) => a.length - b.length);
  for (const { at, passages, share } of shortest) {
    const own = Math.max(FEWEST_READS, left * Math.min(1, share / sum));
    // In whatever order the terms come, and so their shares are added up, this is the same number.
    reads[at] = Math.floor(own + 1e-6);
    left = Math.max(0, left - Math.min(own, passages));
    sum -= share;
  }
  return reads;
}

/** What a passage gains from a term; impacts are stored in ten-thousandths. */
export function gain(impact: number, weight: number): number {
  return impact * weight / (10_000 * THOUSANDTHS);
}

/** Orders by code unit, whatever the locale. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
