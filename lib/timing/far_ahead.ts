import { dayAfter } from "./day.ts";

/**
 * Returns the time a day after `now`. A lease, a next attempt, a lead or a finished check that is noted further ahead came
 * from a process with a wrong clock, and is to be ignored. Pure.
 */
export function farAhead(now: Date): Date {
  return dayAfter(now);
}
