/** A small multiplicative generator: even enough for test data, and the same on every machine. */
export function seededRandom(seed: number): () => number {
  let state = seed % 2_147_483_647 || 1;
  return () => {
    state = state * 48_271 % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
