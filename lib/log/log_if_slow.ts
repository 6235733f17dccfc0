/** Logs what a slow start is busy with. */
import { getLog } from "./log.ts";

/** How long a phase of the start may take without a word, in milliseconds. */
const QUIET_MS = 2_000;

/**
 * Runs one phase of the start, and logs what it does if it takes longer than `quietMs`, because a large database keeps a
 * start busy for a while.
 *
 * @param operation what the phase does: "load the pictures".
 * @throws what `run` throws.
 */
export async function logIfSlow<T>(
  operation: string,
  run: () => Promise<T>,
  quietMs: number = QUIET_MS,
): Promise<T> {
  const timer = setTimeout(
    () => getLog("start").info("this takes a while", { operation }),
    quietMs,
  );
  try {
    return await run();
  } finally {
    clearTimeout(timer);
  }
}
