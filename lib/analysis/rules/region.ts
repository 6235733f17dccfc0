/**
 * Regions: sets of answers that are a product over factors, each factor a set of classes of its answers.
 * A region is a list of words, a bit a class; a factor has the words `start` up to `end`.
 */

/** Bits a word. More would leave the range of small integers, which are what is fast. */
export const WORD_BITS = 30;

/** The words of one factor, or of anything, that make up a region. */
export type Region = readonly number[];

/** Where a factor's classes stand in a region. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** How a region and a box stand to each other on one factor. */
export type Overlap = "apart" | "partly" | "covered";

/** Whether a box holds none, some or all of the region's classes of a factor. */
export function overlapOf(region: Region, box: Region, { start, end }: Span): Overlap {
  let inside = false;
  let outside = false;
  for (let word = start; word < end; word++) {
    const own = region[word] ?? 0;
    const shared = own & (box[word] ?? 0);
    if (shared !== 0) inside = true;
    if (shared !== own) outside = true;
  }
  return !inside ? "apart" : outside ? "partly" : "covered";
}

/** What two regions share; null when that is nothing. */
export function intersect(a: Region, b: Region, spans: readonly Span[]): Region | null {
  const shared = a.map((word, index) => word & (b[index] ?? 0));
  return spans.every((span) => !isEmpty(shared, span)) ? shared : null;
}

/** Whether a region has no class of a factor. */
export function isEmpty(region: Region, { start, end }: Span): boolean {
  for (let word = start; word < end; word++) {
    if (region[word] !== 0) return false;
  }
  return true;
}

/** The classes of a factor that a region has, as places among the factor's own. */
export function classesIn(region: Region, { start, end }: Span): number[] {
  const classes: number[] = [];
  for (let word = start; word < end; word++) {
    for (let rest = region[word] ?? 0; rest !== 0; rest &= rest - 1) {
      classes.push((word - start) * WORD_BITS + 31 - Math.clz32(rest & -rest));
    }
  }
  return classes;
}

/** The words of a factor with the classes that pass. */
export function wordsOf(count: number, has: (place: number) => boolean): number[] {
  const words = Array.from({ length: Math.ceil(count / WORD_BITS) }, () => 0);
  for (let place = 0; place < count; place++) {
    const word = Math.floor(place / WORD_BITS);
    if (has(place)) words[word] = (words[word] ?? 0) | 1 << place % WORD_BITS;
  }
  return words;
}
