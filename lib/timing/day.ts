/** A day in milliseconds. */
export const DAY_MS = 86_400_000;

/** Returns the moment a day later. A range that ends before it includes the whole of a day that is given by its start. Pure. */
export function dayAfter(day: Date): Date {
  return new Date(day.getTime() + DAY_MS);
}

/** Returns the UTC day of a time in the form `2026-05-04`. */
export function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10);
}
