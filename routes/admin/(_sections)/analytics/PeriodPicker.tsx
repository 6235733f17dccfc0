import type { JSX } from "preact";
import { type Period, PRESET_DAYS } from "@/lib/analytics/mod.ts";
import { Field, TextInput } from "@/components/ui/Field.tsx";
import { FilterBar } from "@/components/admin/DataTable.tsx";
import { QuickLinks } from "@/components/admin/list/links.tsx";

const DAY_MS = 86_400_000;

/** Selects the period of the figures: links for the presets, dates for any other. */
export function PeriodPicker({ period, query }: {
  period: Period;
  query: URLSearchParams;
}): JSX.Element {
  return (
    <>
      <QuickLinks
        label="Period"
        links={PRESET_DAYS.map((days) => ({
          label: `Last ${days} days`,
          href: `?days=${days}`,
          current: period.days === days,
        }))}
      />
      <FilterBar query={query} filters={["from", "to"]}>
        <Field id="from" label="From (UTC)">
          <TextInput id="from" name="from" type="date" value={firstDay(period)} />
        </Field>
        <Field id="to" label="To (UTC)">
          <TextInput id="to" name="to" type="date" value={dayOf(period.end.getTime() - DAY_MS)} />
        </Field>
      </FilterBar>
    </>
  );
}

function firstDay({ from }: Period): string {
  return from.getTime() === 0 ? "" : dayOf(from.getTime());
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
