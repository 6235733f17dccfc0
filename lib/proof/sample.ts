/** Answers as buyers of a track give them: in order, by chance, and always the same for a seed. */
import type { Factor } from "../catalog/mod.ts";

/** An endless run of numbers from 0 up to 1, the same one for the same seed (a 32-bit mix). */
export function seededRandom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * One complete set of answers: one option of each single-choice factor, and a non-empty subset, each
 * as likely as any other, of each factor that takes several.
 */
export function drawAnswers(factors: readonly Factor[], random: () => number): string[] {
  return factors.filter(({ options }) => options.length > 0).flatMap(({ multiple, options }) => {
    const draw = (sides: number) => Math.floor(random() * sides);
    if (!multiple) return options[draw(options.length)]?.id ?? [];
    const subset = 1 + draw(2 ** options.length - 1);
    return options.filter((_, index) => Math.floor(subset / 2 ** index) % 2 === 1)
      .map(({ id }) => id);
  });
}
