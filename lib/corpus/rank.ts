/** Term weights and read limits of a search. Plain arithmetic, so that both database engines agree exactly. */
import { compareText } from "../text/mod.ts";

/** A search term with its document frequency: the number of passages that contain it. */
interface CountedTerm {
  readonly term: string;
  readonly passages: number;
  /** Weight factor by origin: 1 for a word of the question itself, less for corrections and related words. */
  readonly trust: number;
}

/** Most terms of a search. Of a longer text, those with the highest weight are used. */
export const MAX_TERMS = 32;

/** Entries that a search may read from all posting lists together, apart from the minimum of each list. */
const READS = 3_500;
/** Minimum number of entries to read of each posting list. */
export const FEWEST_READS = 50;
/** Number of passages that are scored in full: those with the best partial scores. */
export const SCORED = 100;

/** Weights are integers in thousandths, because sums of integers do not depend on their order. */
const THOUSANDTHS = 1_000;

/** A term with its weight in one search. */
export type Weighed<T extends CountedTerm> = T & {
  /** In thousandths, at least 1. */
  readonly weight: number;
};

/** Compares terms by weight, highest first; ties by code unit. */
export function byWeight(
  a: { readonly weight: number; readonly term: string },
  b: { readonly weight: number; readonly term: string },
): number {
  return b.weight - a.weight || compareText(a.term, b.term);
}

/**
 * Returns the weight of a term among `total` passages: its trust times the inverse document frequency of BM25, in
 * thousandths and at least 1.
 */
export function weightOf({ passages, trust }: Omit<CountedTerm, "term">, total: number): number {
  const rarity = Math.log(1 + (total - passages + 0.5) / (passages + 0.5));
  return Math.max(1, Math.round(trust * rarity * THOUSANDTHS));
}

/**
 * Returns for each term how many entries of its posting list to read, best passages first, at least 50. Shares grow
 * with the third power of the weight, because the top entries of common words are seldom relevant. The unused share of
 * a short list goes to the others, so a search whose lists have at most 3,500 entries in total is exact. Measured in
 * docs/decisions/0009.
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
    // The epsilon absorbs rounding errors, which depend on the order in which the shares were summed.
    reads[at] = Math.floor(own + 1e-6);
    left = Math.max(0, left - Math.min(own, passages));
    sum -= share;
  }
  return reads;
}

/** Returns the score that a term adds to a passage. Impacts are stored in ten-thousandths. */
export function gain(impact: number, weight: number): number {
  return impact * weight / (10_000 * THOUSANDTHS);
}
