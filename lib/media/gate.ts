/** Keeps heavy work from piling up: some at once, some waiting, and the rest is turned away (spec §8). */
import { AppError } from "../http/mod.ts";

/** How much a gate lets through. */
export interface GateOptions {
  /** Works that run at once. */
  readonly places: number;
  /** Works that may wait for a place. */
  readonly waiting: number;
  /** How long one may wait. */
  readonly waitMs: number;
}

/** Lets work through in the order in which it came. */
export interface Gate {
  /**
   * Runs the work when there is a place. A signal takes it out of the queue; what runs already is not stopped.
   *
   * @throws AppError `unavailable` with `Retry-After` when too much is waiting, or it has waited too long.
   */
  run<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T>;
}

/** Opens a gate. */
export function createGate({ places, waiting: most, waitMs }: GateOptions): Gate {
  let free = places;
  const waiting = new Set<() => void>();

  function enter(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (free > 0) {
      free--;
      return Promise.resolve();
    }
    if (waiting.size >= most) throw overloaded();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = () => {
      waiting.delete(admit);
      clearTimeout(timer);
      signal.removeEventListener("abort", giveUp);
    };
    const admit = () => {
      leave();
      resolve();
    };
    const giveUp = () => {
      leave();
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      leave();
      reject(overloaded());
    }, waitMs);
    signal.addEventListener("abort", giveUp);
    waiting.add(admit);
    return promise;
  }

  function exit(): void {
    const [next] = waiting;
    if (next === undefined) free++;
    else next();
  }

  return {
    async run(work, signal) {
      await enter(signal);
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
