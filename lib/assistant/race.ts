/** Ends work that takes too long or that nobody waits for any more. */
import { AppError } from "../http/mod.ts";
import { limitTime } from "../timing/mod.ts";

/** Starts the time limit of a turn, whose signal is aborted with a `timeout` error (spec §7, §8). */
export function limitTurn(timeoutMs: number): ReturnType<typeof limitTime> {
  return limitTime(timeoutMs, () => new AppError("timeout", "The answer took too long"));
}

/**
 * Settles as `work` does, or rejects with the signal's reason as soon as the signal is aborted, even if `work` ignores
 * the signal.
 */
export async function raceSignal<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  const { promise, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason);
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener("abort", onAbort);
    // After an abort, nobody awaits the work: its rejection must not count as unhandled.
    work.catch(() => {});
  }
}
