/** Writing many at a time: a commit waits for the disk, and one commit has room for all that wait for it. */

interface Waiting<T, R> {
  readonly one: T;
  readonly resolve: (result: R | PromiseLike<R>) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Gives a function that writes one thing. What comes while others are being written is written together with what else
 * has come, as soon as these are, at most `most` at a time.
 *
 * @param write gives the result of each, in their order; what it throws, all of the batch get.
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
