/** Which images match on which axes, for one question at a time (spec §2.1, design §6). */
import { tierOf } from "./illustrations.ts";
import { AXES, scoreOf } from "./match.ts";
import type { FoundTag } from "./wanted.ts";

/** What a set of axes is, by the bits of its axes; the first is that of no axis, which nothing that matches has. */
export const AXIS_SETS = Array.from({ length: 2 ** AXES.length }, (_, bits) => {
  const axes = AXES.filter((_, axis) => (bits >> axis) & 1);
  const tier = tierOf(axes.includes("system"), axes.some((axis) => axis !== "system"));
  return { axes, score: scoreOf(axes), tier: tier ?? "context" };
});
/** The bit of the pick itself. */
export const SYSTEM = 1 << AXES.indexOf("system");

/** What a set of axes is worth, by its bits. */
export const SCORES = Uint8Array.from(AXIS_SETS, ({ score }) => score);

const HIGHEST = Math.max(...SCORES);
/** More than there are ordinals: of two keys the lower has the higher score, or the lower ordinal. */
const STEP = 2 ** 32;
/** What the key of an image is by the bits of its axes, beside its ordinal. */
export const RANKS = Float64Array.from(SCORES, (score) => (HIGHEST - score) * STEP);

/** Higher than the key of any image that has the tag of the pick and more than all the others together are worth. */
export const LEAST_WITHOUT_SYSTEM = RANKS[AXIS_SETS.length - 1 - SYSTEM] as number;

/** The ordinal of the image that a key is of. */
export function ordinalOf(key: number): number {
  // The lowest 32 bits, which is what is left of it.
  return key >>> 0;
}

let marks = new Uint8Array();

/**
 * Gives `look` the bits of the axes on which each image matches any of the tags, by its ordinal. They are gone when it
 * is done.
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

/** Puts a key among the `limit` lowest, lowest first. */
export function keepLowest(keys: number[], key: number, limit: number): void {
  if (keys.length < limit) keys.push(key);
  else if (key >= (keys[limit - 1] as number)) return;
  let place = keys.length - 1;
  for (; place > 0 && key < (keys[place - 1] as number); place--) {
    keys[place] = keys[place - 1] as number;
  }
  keys[place] = key;
}
