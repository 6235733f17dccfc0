/**
 * Regions: sets of answer sets that are a Cartesian product of one set of answer classes per factor. A region is a bit
 * set in words, one bit per class; a factor owns the words from `start` up to, but not including, `end`.
 */

/** Bits per word. With more, words would not be small integers, and arithmetic on them would be slower. */
const WORD_BITS = 30;

/** The words of a region. */
export type Region = readonly number[];

/** The words of a factor within a region. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** How much of a region's classes of one factor a box contains: none, some or all. */
type Overlap = "apart" | "partly" | "covered";

/** Returns whether a box contains none, some or all of a region's classes of a factor. */
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

/** Returns the intersection of two regions; null when it is empty. */
export function intersect(a: Region, b: Region, spans: readonly Span[]): Region | null {
  const shared = a.map((word, index) => word & (b[index] ?? 0));
  return spans.every((span) => !isEmpty(shared, span)) ? shared : null;
}

/** Whether a region has no class of a factor. */
function isEmpty(region: Region, { start, end }: Span): boolean {
  for (let word = start; word < end; word++) {
    if (region[word] !== 0) return false;
  }
  return true;
}

/** Returns the classes of a factor that a region contains, as indexes into the factor's classes. */
export function classesIn(region: Region, { start, end }: Span): number[] {
  const classes: number[] = [];
  for (let word = start; word < end; word++) {
    for (let rest = region[word] ?? 0; rest !== 0; rest &= rest - 1) {
      classes.push((word - start) * WORD_BITS + 31 - Math.clz32(rest & -rest));
    }
  }
  return classes;
}

/** Builds the words of a factor with `count` classes, with a bit set for each class that passes `has`. */
export function wordsOf(count: number, has: (place: number) => boolean): number[] {
  const words = Array.from({ length: Math.ceil(count / WORD_BITS) }, () => 0);
  for (let place = 0; place < count; place++) {
    const word = Math.floor(place / WORD_BITS);
    if (has(place)) words[word] = (words[word] ?? 0) | 1 << place % WORD_BITS;
  }
  return words;
}
