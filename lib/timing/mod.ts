/** Timing: days, the time that a caller waits for work, turns, and how far ahead a stored time may be. */
export { DAY_MS, dayAfter, dayOf } from "./day.ts";
export { endTurn } from "./end_turn.ts";
export { farAhead } from "./far_ahead.ts";
export { limitTime } from "./limit_time.ts";
export { pause } from "./pause.ts";
export { atOnce, inTurns, type Steps } from "./steps.ts";
export { isStillAhead } from "./still_ahead.ts";
export { createTurns } from "./turns.ts";

/**
 * Settles as the work does, or as `onTimeout` does if the work takes longer than `ms`. After a timeout the signal of
 * `run` is aborted, and the outcome of the work is ignored, so that a late rejection is not unhandled.
 *
 * @throws what the work throws within the time, or what `onTimeout` throws: without one, an `Error` that says the limit.
 */
export async function withTimeout<T, L = never>(
  ms: number,
  run: (signal: AbortSignal) => Promise<T>,
  onTimeout: () => L = () => {
    throw new Error(`No answer within ${ms} ms`);
  },
): Promise<T | L> {
  const { promise: late, resolve, reject } = Promise.withResolvers<L>();
  const timeout = new AbortController();
  const timer = setTimeout(() => {
    // Settle first: work that rejects when its signal is aborted must not win the race.
    try {
      resolve(onTimeout());
    } catch (error) {
      reject(error);
    }
    timeout.abort();
  }, ms);
  try {
    return await Promise.race([run(timeout.signal), late]);
  } finally {
    clearTimeout(timer);
  }
}
