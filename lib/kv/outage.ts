/**
 * Whether an error says that a store is down, so that the same call may succeed later. The stores mark their errors with
 * `outage: true`, because they know nothing of HTTP.
 */
export function isOutage(error: unknown): boolean {
  return error instanceof Error && "outage" in error && error.outage === true;
}
