/**
 * A sliding-window counter: a sliding minute estimated from two fixed windows. The previous window counts in proportion
 * to its overlap with the sliding minute, as if its requests were evenly spread.
 */

/** Length of a window in milliseconds. */
export const WINDOW_MS = 60_000;

/** Admitted requests in the current window and in the one before. */
export interface Counts {
  readonly previous: number;
  readonly current: number;
}

/** The quota that a client is told. */
export interface Quota {
  /** Whole requests left. */
  readonly remaining: number;
  /** Whole seconds for which `remaining` is valid; when it is 0, seconds until a request is admitted. */
  readonly seconds: number;
}

/** Returns the number of the window that contains a time in milliseconds. */
export function windowOf(timeMs: number): number {
  return Math.floor(timeMs / WINDOW_MS);
}

/**
 * Returns the estimated room under the limit, in requests times {@linkcode WINDOW_MS}: integers, so that the promises
 * of {@linkcode quotaOf} are exact to the millisecond. The window before weighs no more than the limit, and the current
 * millisecond already takes from its weight, so that nobody waits longer than a window.
 */
function room({ previous, current }: Counts, limit: number, timeMs: number): number {
  const overlap = WINDOW_MS - 1 - elapsed(timeMs);
  return (limit - current) * WINDOW_MS - Math.min(previous, limit) * overlap;
}

function elapsed(timeMs: number): number {
  return timeMs - windowOf(timeMs) * WINDOW_MS;
}

/** Whether the limit is not reached yet. */
export function admits(counts: Counts, limit: number, timeMs: number): boolean {
  return room(counts, limit, timeMs) > 0;
}

/** Returns the quota at a time. Both figures are guarantees, provided that no other request comes in between. */
export function quotaOf(counts: Counts, limit: number, timeMs: number): Quota {
  const remaining = Math.max(0, Math.ceil(room(counts, limit, timeMs) / WINDOW_MS));
  const end = remaining > 0 ? WINDOW_MS : admitsAt(counts, limit);
  return { remaining, seconds: Math.max(1, Math.ceil((end - elapsed(timeMs)) / 1000)) };
}

/** Returns the millisecond of the window in which a refused client is admitted, if no request comes before it. */
function admitsAt({ previous, current }: Counts, limit: number): number {
  if (current >= limit) return WINDOW_MS;
  return WINDOW_MS - Math.ceil((WINDOW_MS * (limit - current)) / Math.min(previous, limit));
}
