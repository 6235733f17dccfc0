/** The period of a report, as query parameters. */
import { z } from "zod";
import { UtcDay } from "../http/mod.ts";
import { DAY_MS, dayAfter, dayOf } from "@/lib/timing/mod.ts";

/** Presets, in days including today. */
export const PRESET_DAYS = [7, 30, 90] as const;

/** A period of whole UTC days. */
export interface Period {
  readonly from: Date;
  /** End of the period, exclusive. */
  readonly end: Date;
  /** The preset; null for a period chosen by dates. */
  readonly days: typeof PRESET_DAYS[number] | null;
}

/** The query parameters of a period: a preset, or a first and a last day (inclusive), each optional. */
export const PeriodQuery = z.object({
  days: z.enum(PRESET_DAYS.map(String) as [string, ...string[]]).optional(),
  from: z.preprocess((text) => text === "" ? undefined : text, UtcDay.optional()),
  to: z.preprocess((text) => text === "" ? undefined : text, UtcDay.optional()),
});

/** Returns the period of a query; the last 30 days by default. */
export function periodOf({ days, from, to }: z.output<typeof PeriodQuery>, now: Date): Period {
  const today = new Date(dayOf(now));
  const tomorrow = dayAfter(today);
  if (days === undefined && (from || to)) {
    const end = to ? dayAfter(to) : tomorrow;
    return { from: from ?? new Date(0), end, days: null };
  }
  const preset = PRESET_DAYS.find((count) => String(count) === days) ?? 30;
  return { from: new Date(tomorrow.getTime() - preset * DAY_MS), end: tomorrow, days: preset };
}
