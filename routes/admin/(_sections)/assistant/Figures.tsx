import type { JSX } from "preact";
import type { EndCount, Oversight } from "@/lib/assistant/mod.ts";
import { Disclosure } from "@/components/ui/Disclosure.tsx";
import { Notice } from "@/components/ui/Notice.tsx";
import { SummaryList } from "@/components/ui/SummaryList.tsx";
import { RowsTable } from "@/components/ui/Table.tsx";
import { Day } from "@/components/admin/records.tsx";
import { DayBars } from "./DayBars.tsx";
import { dollars, endInWords } from "./labels.ts";
import { counted } from "@/components/ui/counted.ts";

/** Model spend: today, the ceiling, and the projection for the month. */
export function Spend(
  { pace, spend, days }: Pick<Oversight, "pace" | "spend" | "days">,
): JSX.Element {
  const { todayUsd, ceilingUsd, monthUsd, projectedUsd, monthCeilingUsd } = pace;
  const usdOf = (day: string) => spend.find((one) => one.day === day)?.usd ?? 0;
  return (
    <>
      {todayUsd >= ceilingUsd && (
        <Notice tone="warning" title="Today’s budget is spent" class="mb-4">
          <p>Until midnight UTC every question is handed over to a person.</p>
        </Notice>
      )}
      <SummaryList
        rows={[
          { term: "Today", detail: `${dollars(todayUsd)} of ${dollars(ceilingUsd)}` },
          { term: "This month", detail: `${dollars(monthUsd)} so far` },
          {
            term: "At this pace",
            detail: `${dollars(projectedUsd)} by the end of the month, of at most ${
              dollars(monthCeilingUsd)
            }`,
          },
        ]}
      />
      <figure class="mt-5">
        <DayBars
          label={`Spend on each of the last ${days.length} days, and the ceiling of a day`}
          values={days.map(usdOf)}
          ceiling={ceilingUsd}
        />
        <figcaption class="mt-1 flex justify-between text-xs text-muted">
          <span>{days[0] && <Day at={new Date(days[0])} />}</span>
          <span>Dashed: {dollars(ceilingUsd)} a day</span>
          <span>Today</span>
        </figcaption>
      </figure>
      {spend.length === 0
        ? <p class="mt-3 text-sm text-muted">No model reply has cost anything yet.</p>
        : (
          <Disclosure summary="Every day as a table" class="mt-3">
            <RowsTable
              caption="Spend by day, UTC"
              stacks
              rows={spend.toReversed()}
              columns={[
                { label: "Day", isHead: true, cell: ({ day }) => <Day at={new Date(day)} /> },
                { label: "Replies", numeric: true, cell: ({ replies }) => replies },
                { label: "Tokens in", numeric: true, cell: (one) => one.inputTokens },
                { label: "Tokens out", numeric: true, cell: (one) => one.outputTokens },
                { label: "Spend", numeric: true, cell: ({ usd }) => dollars(usd) },
              ]}
            />
          </Disclosure>
        )}
    </>
  );
}

/** The outcomes of turns, each with its bars by day, its count and its share. */
export function Ends(
  { ends, days }: { ends: readonly EndCount[]; days: readonly string[] },
): JSX.Element {
  const total = ends.reduce((sum, end) => sum + end.total, 0);
  return (
    <>
      <RowsTable
        caption={counted(total, "question")}
        captionHidden={false}
        stacks
        rows={ends}
        columns={[
          { label: "End", isHead: true, cell: ({ outcome }) => endInWords(outcome) },
          {
            label: "By day",
            class: "max-sm:hidden",
            headClass: "w-2/5",
            cell: ({ outcome, perDay }) => (
              <DayBars
                label={`${endInWords(outcome)}, by day`}
                values={perDay}
                class="h-8 w-full min-w-40"
              />
            ),
          },
          { label: "Questions", numeric: true, cell: (end) => end.total },
          {
            label: "Share",
            numeric: true,
            cell: (end) => `${Math.round(end.total / total * 100)}%`,
          },
        ]}
      />
      <Disclosure summary="Every day as a table" class="mt-3">
        <RowsTable
          caption="Ends of questions by day, UTC"
          stacks
          rows={days.map((day, index) => ({ day, index }))
            .filter(({ index }) => ends.some(({ perDay }) => perDay[index] !== 0))}
          columns={[
            { label: "Day", isHead: true, cell: ({ day }) => <Day at={new Date(day)} /> },
            ...ends.map(({ outcome, perDay }) => ({
              label: endInWords(outcome),
              numeric: true,
              cell: ({ index }: { index: number }) => perDay[index],
            })),
          ]}
        />
      </Disclosure>
    </>
  );
}
