/** Chance that is the same on every run. */

export type Random = (from?: number, to?: number) => number;

/** Numbers between two bounds, 0 and 1 unless said otherwise, that follow from `seed` alone. */
export function randomFrom(seed: string): Random {
  let state = 0x811c9dc5;
  for (const character of seed) {
    state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  }
  return (from = 0, to = 1) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return from + ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296 * (to - from);
  };
}

/** The whole numbers below `count`. */
export function upTo(count: number): number[] {
  return Array.from({ length: Math.max(0, Math.floor(count)) }, (_, index) => index);
}
