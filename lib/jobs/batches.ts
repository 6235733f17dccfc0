/**
 * Group commit: combines concurrent writes, because a commit waits for the disk and one commit can carry many writes.
 */

interface Waiting<T, R> {
  readonly one: T;
  readonly resolve: (result: R | PromiseLike<R>) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Returns a function that writes one item. Items that arrive during a write are batched into the next one, at most
 * `most` at a time.
 *
 * @param write returns the results in the order of the batch; if it throws, every item of the batch fails with that
 * error.
 */
export function inBatches<T, R>(
  write: (batch: readonly T[]) => Promise<readonly (R | PromiseLike<R>)[]>,
  { most }: { readonly most: number },
): (one: T) => Promise<R> {
  const queue: Waiting<T, R>[] = [];
  let isWriting = false;

  async function drain(): Promise<void> {
    isWriting = true;
    while (queue.length > 0) {
      const batch = queue.splice(0, most);
      try {
        const results = await write(batch.map(({ one }) => one));
        batch.forEach(({ resolve }, at) => resolve(results[at] as R | PromiseLike<R>));
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    isWriting = false;
  }

  return (one) =>
    new Promise((resolve, reject) => {
      queue.push({ one, resolve, reject });
      if (!isWriting) void drain();
    });
}
