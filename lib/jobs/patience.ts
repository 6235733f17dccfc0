/** Waiting for work, but not for ever. */
import type { Runner } from "./runner.ts";

/**
 * Runs work that asks other systems in the background and gives what it gives; null where that takes longer than
 * `withinMs`, and then it goes on without anybody waiting.
 *
 * @throws what the work throws while it is waited for. What it throws later the runner logs.
 */
export async function waitAWhile<T>(
  background: Pick<Runner, "run" | "stopping">,
  { name, withinMs }: { readonly name: string; readonly withinMs: number },
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | null> {
  const { promise: outcome, resolve, reject } = Promise.withResolvers<T>();
  const { promise: late, resolve: giveUp } = Promise.withResolvers<null>();
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
  const timer = setTimeout(() => giveUp(null), withinMs);
  try {
    return await Promise.race([outcome, late]);
  } finally {
    isAwaited = false;
    clearTimeout(timer);
  }
}
