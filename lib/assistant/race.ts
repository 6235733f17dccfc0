/** Settles as the work does, or rejects with the signal's reason as soon as it is aborted, whether the work heeds it or not. */
export async function raceSignal<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  const { promise, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason);
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener("abort", onAbort);
    // Nobody waits for it any more.
    work.catch(() => {});
  }
}
