/** A concurrency limit with a bounded queue that is fair between clients; it sheds load beyond that (spec §8). */
import { AppError } from "../http/mod.ts";

/** The bounds of a {@linkcode ConcurrencyLimit}. */
interface ConcurrencyLimitOptions {
  /** Number of tasks that run at once. */
  readonly places: number;
  /** Number of tasks that may be queued. */
  readonly waiting: number;
  /** Longest time that a task may be queued. */
  readonly waitMs: number;
}

/** Runs each client's tasks first in, first out, and the clients round-robin. */
interface ConcurrencyLimit {
  /**
   * Runs the task when a slot is free. Aborting the signal removes the task from the queue; a running task is not
   * stopped. When the queue is full, the last task of the client with the most tasks is refused, which may be the new
   * one.
   *
   * @param who client that the task is for, such as an IP address; tasks without one count as one client's.
   * @throws AppError `unavailable` with `Retry-After` when the queue is full or the task was queued for too long.
   */
  run<T>(work: () => Promise<T>, signal: AbortSignal, who?: string): Promise<T>;
}

/** A queued task. */
interface Waiter {
  readonly admit: () => void;
  readonly refuse: () => void;
}

/** Creates a concurrency limit with an empty queue. */
export function createConcurrencyLimit(
  { places, waiting: most, waitMs }: ConcurrencyLimitOptions,
): ConcurrencyLimit {
  let free = places;
  /** Queued tasks by client; the first entry is the client whose turn is next. */
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
    // A client may displace another's task only if it still has fewer queued than that client afterwards.
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
