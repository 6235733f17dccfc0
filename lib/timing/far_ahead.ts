const FAR_AHEAD_MS = 24 * 60 * 60_000;

/**
 * Returns the time a day after `now`. A lease, a next attempt or a finished check that is noted further ahead came from
 * a process with a wrong clock, and is to be ignored. Pure.
 */
export function farAhead(now: Date): Date {
  return new Date(now.getTime() + FAR_AHEAD_MS);
}
