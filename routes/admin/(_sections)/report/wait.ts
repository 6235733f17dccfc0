/** Waiting for an analysis that may take longer than a page load. */

/**
 * Returns the result of a promise, or null when it takes longer than `ms` milliseconds. The work continues; a failure
 * after that is ignored.
 *
 * @throws the reason of a promise that rejects in time.
 */
export async function waitAtMost<T>(running: Promise<T>, ms: number): Promise<T | null> {
  const late = Promise.withResolvers<null>();
  const timer = setTimeout(() => late.resolve(null), ms);
  try {
    return await Promise.race([running, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
