/** Doing only so much at once. */

/** Runs tasks, at most so many at a time, in the order in which they came. */
export interface Gate {
  run<T>(task: () => Promise<T>): Promise<T>;
  /** Tasks that wait for their turn. */
  readonly waiting: number;
}

/** Makes a gate for `width` tasks at a time. */
export function createGate(width: number): Gate {
  const queue: (() => void)[] = [];
  let running = 0;
  return {
    async run(task) {
      if (running >= width) await new Promise<void>((resolve) => queue.push(resolve));
      else running++;
      try {
        return await task();
      } finally {
        const next = queue.shift();
        if (next) next();
        else running--;
      }
    },
    get waiting() {
      return queue.length;
    },
  };
}
