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
 * of {@linkcode quotaOf} are exact to the millisecond.
 */
function room({ previous, current }: Counts, limit: number, timeMs: number): number {
  return (limit - current) * WINDOW_MS - previous * (WINDOW_MS - elapsed(timeMs));
}

function elapsed(timeMs: number): number {
  return timeMs - windowOf(timeMs) * WINDOW_MS;
}

/** Whether one more request fits into the limit. */
export function admits(counts: Counts, limit: number, timeMs: number): boolean {
  return room(counts, limit, timeMs) >= WINDOW_MS;
}

/** Returns the quota at a time. Both figures are guarantees, provided that no other request comes in between. */
export function quotaOf(counts: Counts, limit: number, timeMs: number): Quota {
  const remaining = Math.max(0, Math.floor(room(counts, limit, timeMs) / WINDOW_MS));
  const untilNext = WINDOW_MS - elapsed(timeMs);
  const waitMs = remaining > 0 ? untilNext : waitFor(counts, limit, timeMs);
  return { remaining, seconds: Math.max(1, Math.ceil(waitMs / 1000)) };
}

/** Returns the milliseconds until one request is admitted, if none comes before it. */
function waitFor({ previous, current }: Counts, limit: number, timeMs: number): number {
  const gone = elapsed(timeMs);
  const inThis = current + 1 <= limit ? decayTo(previous, limit - 1 - current) : Infinity;
  if (inThis <= WINDOW_MS) return inThis - gone;
  return WINDOW_MS - gone + decayTo(current, limit - 1);
}

/**
 * Returns how many milliseconds into a window the weighted count of the one before has decayed from `count` to `left`.
 */
function decayTo(count: number, left: number): number {
  return count === 0 ? 0 : Math.max(0, WINDOW_MS - Math.floor((WINDOW_MS * left) / count));
}
