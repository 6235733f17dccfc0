import type { JSX } from "preact";
import { type Period, PRESET_DAYS } from "@/lib/analytics/mod.ts";
import type { FieldErrors } from "@/lib/records/mod.ts";
import { TextField } from "@/components/admin/fields.tsx";
import { FilterBar } from "@/components/admin/list/bars.tsx";
import { QuickLinks } from "@/components/admin/list/links.tsx";
import { DAY_MS, dayOf } from "@/lib/timing/mod.ts";

/** Selects the period of the figures: links for the presets, dates for any other. */
export function PeriodPicker({ period, query, unused, now }: {
  period: Period;
  query: URLSearchParams;
  /** Errors by the name of their field. */
  unused: FieldErrors;
  now: Date;
}): JSX.Element {
  const [from, to] = [1, 0].map((months) =>
    dayOf(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, months)))
  );
  return (
    <>
      <QuickLinks
        label="Period"
        links={[
          ...PRESET_DAYS.map((days) => ({
            label: `Last ${days} days`,
            href: `?days=${days}`,
            current: period.days === days,
          })),
          {
            label: "Last month",
            href: `?from=${from}&to=${to}`,
            current: firstDay(period) === from && lastDay(period) === to,
          },
        ]}
      />
      <FilterBar query={query} filters={["from", "to"]}>
        <TextField
          name="from"
          label="From (UTC)"
          type="date"
          value={firstDay(period)}
          error={unused.from}
          optional
        />
        <TextField
          name="to"
          label="To (UTC)"
          type="date"
          value={lastDay(period)}
          error={unused.to}
          optional
        />
      </FilterBar>
    </>
  );
}

function firstDay({ from }: Period): string {
  return from.getTime() === 0 ? "" : dayOf(from);
}

function lastDay({ end }: Period): string {
  return dayOf(new Date(end.getTime() - DAY_MS));
}
