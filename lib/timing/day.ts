/** A day in milliseconds. */
export const DAY_MS = 86_400_000;

/** Returns the start of the day after one, so that a range which ends before it includes the whole day. Pure. */
export function dayAfter(day: Date): Date {
  return new Date(day.getTime() + DAY_MS);
}
