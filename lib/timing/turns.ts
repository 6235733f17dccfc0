/** Work that waits for its turn, so that no two pieces of one key run at once in this process. */
export interface Turns<Owner extends WeakKey> {
  /** Returns how many pieces of work of a key run or wait. */
  count(owner: Owner, key: string): number;
  /** Runs work after the earlier work of the key has settled, whether or not it succeeded. @throws what `run` throws. */
  take<T>(owner: Owner, key: string, run: () => Promise<T>): Promise<T>;
}

interface Line {
  count: number;
  last: Promise<unknown>;
}

/** Creates turns. The keys of each owner, such as a store, are apart, and are forgotten with it. */
export function createTurns<Owner extends WeakKey>(): Turns<Owner> {
  const owners = new WeakMap<Owner, Map<string, Line>>();
  return {
    count: (owner, key) => owners.get(owner)?.get(key)?.count ?? 0,
    async take(owner, key, run) {
      const lines = owners.getOrInsertComputed(owner, () => new Map());
      const line = lines.getOrInsertComputed(key, () => ({ count: 0, last: Promise.resolve() }));
      line.count++;
      const turn = line.last.then(run);
      line.last = turn.catch(() => {});
      try {
        return await turn;
      } finally {
        line.count--;
        if (line.count === 0) lines.delete(key);
      }
    },
  };
}
