/** Detects that a server has stopped answering, as opposed to a slow statement. */
import { withTimeout } from "@/lib/timing/mod.ts";

const PROBE_TIMEOUT_MS = 5_000;

/** Watches whether a server answers. */
export interface SilenceWatch {
  /**
   * Waits for the answer to a query. When it takes `silentMs`, and again as often, the server is probed; at once when the
   * last probe had no answer.
   *
   * @throws the error of the query, or one that says that a probe had no answer either.
   */
  answered<T>(answer: Promise<T>, silentMs: number): Promise<T>;
}

/** Creates a watch. `probe` resolves when the server answers; all queries that wait share one. */
export function watchSilence(probe: () => Promise<void>): SilenceWatch {
  let isSilent = false;
  let probing: Promise<boolean> | null = null;

  function probeOnce(): Promise<boolean> {
    return probing ??= withTimeout(PROBE_TIMEOUT_MS, () => probe().then(() => false), () => true)
      .catch(() => true)
      .then((silent) => {
        probing = null;
        return isSilent = silent;
      });
  }

  async function refuseSilent(): Promise<false> {
    if (await probeOnce()) throw new Error("it does not answer");
    return false;
  }

  return {
    async answered(answer, silentMs) {
      if (silentMs === Infinity) return await answer;
      const arrived = answer.then(() => true);
      while (
        !await withTimeout(isSilent ? 0 : silentMs, () => arrived, () => false) &&
        !await Promise.race([arrived, refuseSilent()])
      );
      return await answer;
    },
  };
}
