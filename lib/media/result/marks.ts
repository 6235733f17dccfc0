/** Marks the axes on which each image matches, as one bit set per image (spec §2.1, design §6). */
import { tierOf } from "./illustrations.ts";
import { AXES, scoreOf } from "./match.ts";
import type { FoundTag } from "./wanted.ts";

/** The axes, score and tier of each set of axes, indexed by its bits. Index 0 is the empty set, which no match has. */
export const AXIS_SETS = Array.from({ length: 2 ** AXES.length }, (_, bits) => {
  const axes = AXES.filter((_, axis) => (bits >> axis) & 1);
  const tier = tierOf({
    showsSystem: axes.includes("system"),
    showsAnswer: axes.some((axis) => axis !== "system"),
  });
  return { axes, score: scoreOf(axes), tier: tier ?? "context" };
});
/** The bit of the `system` axis, which matches the recommended system. */
export const SYSTEM = 1 << AXES.indexOf("system");

/** The score of each set of axes, indexed by its bits. */
export const SCORES = Uint8Array.from(AXIS_SETS, ({ score }) => score);

const HIGHEST = Math.max(...SCORES);
/** Exceeds every ordinal, so that keys sort by score, highest first, then by ordinal, lowest first. */
const STEP = 2 ** 32;
/** The score part of a sort key, indexed by axis bits. The key of an image is this plus its ordinal. */
export const RANKS = Float64Array.from(SCORES, (score) => (HIGHEST - score) * STEP);

/**
 * The lowest key of an image without the tag of the recommended system, one that matches on all other axes. An image of
 * the system with a higher score always has a lower key.
 */
export const LEAST_WITHOUT_SYSTEM = RANKS[AXIS_SETS.length - 1 - SYSTEM] as number;

/** Returns the ordinal of the image with a key. */
export function ordinalOf(key: number): number {
  // `>>>` keeps the lowest 32 bits, and the score part is a multiple of 2 ** 32.
  return key >>> 0;
}

/** Shared by all calls, because allocating one for each result would be slow. All zero between calls. */
let marks = new Uint8Array();

/**
 * Calls `look` with the bits of the axes on which each image matches any of the tags, indexed by ordinal, and returns its
 * result. The array is cleared and reused afterwards: do not keep it, and do not nest calls.
 */
export function withMarks<T>(
  total: number,
  tags: readonly FoundTag[],
  look: (marks: Uint8Array) => T,
): T {
  if (marks.length < total) marks = new Uint8Array(total);
  for (const { ordinals, bit } of tags) {
    for (let each = 0; each < ordinals.length; each++) {
      const ordinal = ordinals[each] as number;
      marks[ordinal] = (marks[ordinal] as number) | bit;
    }
  }
  try {
    return look(marks);
  } finally {
    marks.fill(0, 0, total);
  }
}

/** Inserts a key into an ascending list that keeps only the `limit` lowest keys. */
export function keepLowest(keys: number[], key: number, limit: number): void {
  if (keys.length < limit) keys.push(key);
  else if (key >= (keys[limit - 1] as number)) return;
  let place = keys.length - 1;
  for (; place > 0 && key < (keys[place - 1] as number); place--) {
    keys[place] = keys[place - 1] as number;
  }
  keys[place] = key;
}
