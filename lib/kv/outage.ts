/**
 * Whether an error says that a store is down, so that the same call may succeed later. The stores mark their errors with
 * `outage: true`, because they know nothing of HTTP.
 */
export function isOutage(error: unknown): boolean {
  return error instanceof Error && "outage" in error && error.outage === true;
}

/**
 * Returns the result of a step after a stored change; undefined in an outage, because the change is stored nevertheless,
 * and its author must not read that it failed.
 *
 * @throws every other error.
 */
export async function unlessOutage<T>(run: () => Promise<T>): Promise<T | undefined> {
  try {
    return await run();
  } catch (error) {
    if (!isOutage(error)) throw error;
    return undefined;
  }
}
