/** The days that figures are about, as they stand in addresses. */
import { z } from "zod";

const DAY_MS = 86_400_000;

/** Numbers of days that one click asks for, today included. */
export const PRESET_DAYS = [7, 30, 90] as const;

/** Days in UTC of which `to` is part. */
export interface Period {
  readonly from: Date;
  /** The first instant after it. */
  readonly end: Date;
  /** The preset that it is; null for days that were asked for by date. */
  readonly days: typeof PRESET_DAYS[number] | null;
}

/** A day in UTC that a calendar has and a database can hold. */
const Day = z.iso.date().regex(/^2\d{3}/, "must be a day since the year 2000")
  .transform((text) => new Date(`${text}T00:00:00Z`));

/** The parameters of a period: a preset, or a first and a last day, each optional. */
export const PeriodQuery = z.object({
  days: z.enum(PRESET_DAYS.map(String) as [string, ...string[]]).optional(),
  from: z.preprocess((text) => text === "" ? undefined : text, Day.optional()),
  to: z.preprocess((text) => text === "" ? undefined : text, Day.optional()),
});

/** The period that an address asks for; the last 30 days without any word of it. */
export function periodOf({ days, from, to }: z.output<typeof PeriodQuery>, now: Date): Period {
  const today = new Date(now.toISOString().slice(0, 10));
  const tomorrow = new Date(today.getTime() + DAY_MS);
  if (days === undefined && (from || to)) {
    const end = to ? new Date(to.getTime() + DAY_MS) : tomorrow;
    return { from: from ?? new Date(0), end, days: null };
  }
  const preset = PRESET_DAYS.find((count) => String(count) === days) ?? 30;
  return { from: new Date(tomorrow.getTime() - preset * DAY_MS), end: tomorrow, days: preset };
}
