/** A concurrency limit for heavy work: some at once, some waiting, and the rest is turned away (spec §8). */
import { AppError } from "../http/mod.ts";

/** How much runs and waits at once. */
export interface ConcurrencyLimitOptions {
  /** Works that run at once. */
  readonly places: number;
  /** Works that may wait for a place. */
  readonly waiting: number;
  /** How long one may wait. */
  readonly waitMs: number;
}

/** Runs work in the order in which it came, and serves those who ask for it in turns. */
export interface ConcurrencyLimit {
  /**
   * Runs the work when there is a place. A signal takes it out of the queue; what runs already is not stopped.
   * Whoever asks waits behind their own work alone, and where the queue is full it is the one with the most in it
   * whose last work is turned away.
   *
   * @param who for whom it is done, such as a client's address; all alike where nothing is said.
   * @throws AppError `unavailable` with `Retry-After` when too much is waiting, or it has waited too long.
   */
  run<T>(work: () => Promise<T>, signal: AbortSignal, who?: string): Promise<T>;
}

/** Somebody's work that waits for a place. */
interface Waiter {
  readonly admit: () => void;
  readonly refuse: () => void;
}

/** Makes a concurrency limit with its queue. */
export function createConcurrencyLimit(
  { places, waiting: most, waitMs }: ConcurrencyLimitOptions,
): ConcurrencyLimit {
  let free = places;
  /** By who waits, in the order in which their turns come. */
  const queues = new Map<string, Set<Waiter>>();
  let waiting = 0;

  function enter(signal: AbortSignal, who: string): Promise<void> {
    signal.throwIfAborted();
    if (free > 0) {
      free--;
      return Promise.resolve();
    }
    if (waiting >= most) makeRoom(who);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const queue = queues.get(who) ?? new Set();
    const leave = () => {
      queue.delete(waiter);
      if (queue.size === 0) queues.delete(who);
      waiting--;
      clearTimeout(timer);
      signal.removeEventListener("abort", giveUp);
    };
    const waiter = {
      admit() {
        leave();
        resolve();
      },
      refuse() {
        leave();
        reject(overloaded());
      },
    };
    const giveUp = () => {
      leave();
      reject(signal.reason);
    };
    const timer = setTimeout(waiter.refuse, waitMs);
    signal.addEventListener("abort", giveUp);
    queues.set(who, queue.add(waiter));
    waiting++;
    return promise;
  }

  function makeRoom(who: string): void {
    let longest = new Set<Waiter>();
    for (const queue of queues.values()) if (queue.size > longest.size) longest = queue;
    const last = [...longest].at(-1);
    // Only for whoever has less in the queue than the other even then.
    if (last === undefined || (queues.get(who)?.size ?? 0) + 1 >= longest.size) throw overloaded();
    last.refuse();
  }

  function exit(): void {
    const [turn] = queues;
    if (turn === undefined) {
      free++;
      return;
    }
    const [who, queue] = turn;
    const [next] = queue;
    queues.delete(who);
    if (queue.size > 1) queues.set(who, queue);
    next?.admit();
  }

  return {
    async run(work, signal, who = "") {
      await enter(signal, who);
      try {
        return await work();
      } finally {
        exit();
      }
    },
  };
}

function overloaded(): AppError {
  return new AppError("unavailable", "Too many pictures are being made, try again in a moment", {
    headers: { "retry-after": "2" },
  });
}
