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

const HIGHEST = Math.max(...AXIS_SETS.map(({ score }) => score));
/** More than there are ordinals: of two keys the lower has the higher score, or the lower ordinal. */
const STEP = 2 ** 32;
/** What the key of an image is by the bits of its axes, beside its ordinal. */
export const RANKS = Float64Array.from(AXIS_SETS, ({ score }) => (HIGHEST - score) * STEP);

/** The ordinal of the image that a key is of. */
export function ordinalOf(key: number): number {
  return key % STEP;
}

/** Images that match, which {@linkcode withMarks} shares with whoever comes next. */
export interface Marks {
  /** By ordinal, the bits of the axes on which it matches; 0 for all others. */
  readonly bits: Uint8Array;
  /** The ordinals that match, each once, as many as `count`. */
  readonly seen: Uint32Array;
  readonly count: number;
}

let marks = new Uint8Array();
let seen = new Uint32Array();

/** Looks through the images that have any of the tags. What `look` is given is gone when it is done. */
export function withMarks<T>(
  total: number,
  tags: Iterable<FoundTag>,
  look: (marks: Marks) => T,
): T {
  if (marks.length < total) {
    marks = new Uint8Array(total);
    seen = new Uint32Array(total);
  }
  let count = 0;
  for (const { ordinals, bit } of tags) {
    for (let each = 0; each < ordinals.length; each++) {
      const ordinal = ordinals[each] as number;
      const bits = marks[ordinal] as number;
      if (bits === 0) seen[count++] = ordinal;
      marks[ordinal] = bits | bit;
    }
  }
  try {
    return look({ bits: marks, seen, count });
  } finally {
    for (let each = 0; each < count; each++) marks[seen[each] as number] = 0;
  }
}

/** Puts a key among the `limit` lowest, lowest first. */
export function keepLowest(keys: number[], key: number, limit: number): void {
  if (keys.length >= limit && key >= (keys[limit - 1] as number)) return;
  let place = keys.length;
  while (place > 0 && key < (keys[place - 1] as number)) place--;
  keys.splice(place, 0, key);
  if (keys.length > limit) keys.pop();
}
