/**
 * Returns a multiplicative congruential generator of numbers in [0, 1). It is uniform enough for test data, and gives
 * the same sequence on every machine.
 */
export function seededRandom(seed: number): () => number {
  let state = seed % 2_147_483_647 || 1;
  return () => {
    state = state * 48_271 % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
