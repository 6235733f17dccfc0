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
