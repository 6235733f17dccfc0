import type { JSX } from "preact";
import { type Period, PRESET_DAYS } from "@/lib/analytics/mod.ts";
import { Field, TextInput } from "@/components/ui/Field.tsx";
import { FilterBar } from "@/components/admin/list/bars.tsx";
import { QuickLinks } from "@/components/admin/list/links.tsx";
import { DAY_MS, dayOf } from "@/lib/timing/mod.ts";

/** Selects the period of the figures: links for the presets, dates for any other. */
export function PeriodPicker({ period, query, now }: {
  period: Period;
  query: URLSearchParams;
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
        <Field id="from" label="From (UTC)">
          <TextInput id="from" name="from" type="date" value={firstDay(period)} />
        </Field>
        <Field id="to" label="To (UTC)">
          <TextInput id="to" name="to" type="date" value={lastDay(period)} />
        </Field>
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
