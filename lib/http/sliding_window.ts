/**
 * A sliding minute estimated from two fixed ones: of the window before, the part that the sliding one
 * still covers counts, as if its requests had come evenly.
 */

/** Length of a window in milliseconds. */
export const WINDOW_MS = 60_000;

/** What was admitted in the window of the moment and in the one before it. */
export interface Counts {
  readonly previous: number;
  readonly current: number;
}

/** What a client may be told about its quota, in whole requests and seconds. */
export interface Quota {
  /** Requests that are left. */
  readonly remaining: number;
  /** For how long `remaining` holds; when it is 0, after how long a request will pass. */
  readonly seconds: number;
}

/** Number of the window that a time, in milliseconds, belongs to. */
export function windowOf(timeMs: number): number {
  return Math.floor(timeMs / WINDOW_MS);
}

/**
 * What is left of the limit before a time, as the two windows let it be known, in requests times
 * {@linkcode WINDOW_MS}: whole numbers, so that what is promised to the millisecond is kept to it.
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

/** What is left at a time. Both figures are promises: neither is kept later than it says. */
export function quotaOf(counts: Counts, limit: number, timeMs: number): Quota {
  const remaining = Math.max(0, Math.floor(room(counts, limit, timeMs) / WINDOW_MS));
  const untilNext = WINDOW_MS - elapsed(timeMs);
  const waitMs = remaining > 0 ? untilNext : waitFor(counts, limit, timeMs);
  return { remaining, seconds: Math.max(1, Math.ceil(waitMs / 1000)) };
}

/** Milliseconds until one request fits, if none comes before it. */
function waitFor({ previous, current }: Counts, limit: number, timeMs: number): number {
  const gone = elapsed(timeMs);
  const inThis = current + 1 <= limit ? decayTo(previous, limit - 1 - current) : Infinity;
  if (inThis <= WINDOW_MS) return inThis - gone;
  return WINDOW_MS - gone + decayTo(current, limit - 1);
}

/** How far into a window the part of the one before it has shrunk from `count` to `left`. */
function decayTo(count: number, left: number): number {
  return count === 0 ? 0 : Math.max(0, WINDOW_MS - Math.floor((WINDOW_MS * left) / count));
}
