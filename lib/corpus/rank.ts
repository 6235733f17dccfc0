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

/** Entries that a search may read from the lists of all its words together, less what it reads of each at least. */
const READS = 5_000;
/** No list is read less far than this. */
export const FEWEST_READS = 250;
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
 * words put first is seldom what is looked for. Measured in docs/decisions/0009.
 */
export function readsOf(terms: readonly { readonly weight: number }[]): number[] {
  const sum = terms.reduce((sum, { weight }) => sum + weight, 0);
  return terms.map(({ weight }) => Math.max(FEWEST_READS, Math.floor(READS * weight / sum)));
}

/** What a passage gains from a term; impacts are stored in ten-thousandths. */
export function gain(impact: number, weight: number): number {
  return impact * weight / (10_000 * THOUSANDTHS);
}

/** Orders by code unit, whatever the locale. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
