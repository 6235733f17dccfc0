/** Waits for background work with a time limit. */
import { withTimeout } from "../timing/mod.ts";
import type { Runner } from "./runner.ts";

/**
 * Runs work that calls other systems in the background, and returns its result. Returns null when that takes longer
 * than `withinMs`; the work then continues in the background. If the runner refuses the work, runs it directly and
 * waits without a limit.
 *
 * @throws what the work throws within the limit; later errors are logged by the runner.
 */
export async function waitAWhile<T>(
  background: Pick<Runner, "run" | "stopping">,
  { name, withinMs }: { readonly name: string; readonly withinMs: number },
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | null> {
  const { promise: outcome, resolve, reject } = Promise.withResolvers<T>();
  let isAwaited = true;
  const begun = background.run(name, async (signal) => {
    try {
      resolve(await work(signal));
    } catch (error) {
      reject(error);
      if (!isAwaited) throw error;
    }
  }, { asksOthers: true });
  if (!begun) return await work(background.stopping);
  try {
    return await withTimeout(withinMs, () => outcome, () => null);
  } finally {
    isAwaited = false;
  }
}
