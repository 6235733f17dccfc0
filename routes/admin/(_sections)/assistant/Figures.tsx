import type { JSX } from "preact";
import type { EndCount, Oversight } from "../../../../lib/assistant/mod.ts";
import { Disclosure } from "../../../../components/ui/Disclosure.tsx";
import { Notice } from "../../../../components/ui/Notice.tsx";
import { SummaryList } from "../../../../components/ui/SummaryList.tsx";
import { Cell, ColumnHead, RowHead, Table } from "../../../../components/ui/Table.tsx";
import { DayBars } from "./DayBars.tsx";
import { dollars, endInWords } from "./labels.ts";

/** What the model costs: today, the ceiling, and where the month is going. */
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
          <span>{days[0]}</span>
          <span>dashed: {dollars(ceilingUsd)} a day</span>
          <span>{days.at(-1)}</span>
        </figcaption>
      </figure>
      {spend.length === 0
        ? <p class="mt-3 text-sm text-muted">No reply of a model has cost anything yet.</p>
        : (
          <Disclosure summary="The same as a table" class="mt-3">
            <Table caption="Spend by day, UTC" captionHidden>
              <thead>
                <tr>
                  <ColumnHead>Day</ColumnHead>
                  <ColumnHead class="text-end">Replies</ColumnHead>
                  <ColumnHead class="text-end">Tokens in</ColumnHead>
                  <ColumnHead class="text-end">Tokens out</ColumnHead>
                  <ColumnHead class="text-end">Spend</ColumnHead>
                </tr>
              </thead>
              <tbody>
                {spend.toReversed().map(({ day, usd, replies, inputTokens, outputTokens }) => (
                  <tr key={day}>
                    <RowHead>{day}</RowHead>
                    <Cell class="text-end">{replies.toLocaleString("en")}</Cell>
                    <Cell class="text-end">{inputTokens.toLocaleString("en")}</Cell>
                    <Cell class="text-end">{outputTokens.toLocaleString("en")}</Cell>
                    <Cell class="text-end">{dollars(usd)}</Cell>
                  </tr>
                ))}
              </tbody>
            </Table>
          </Disclosure>
        )}
    </>
  );
}

interface EndsProps {
  ends: readonly EndCount[];
  days: readonly string[];
}

/** How turns ended, by reason and over time: a row of bars and a number for each. */
export function Ends({ ends, days }: EndsProps): JSX.Element {
  const total = ends.reduce((sum, end) => sum + end.total, 0);
  return (
    <>
      <Table caption={`How ${total.toLocaleString("en")} questions of ${days.length} days ended`}>
        <thead>
          <tr>
            <ColumnHead>End</ColumnHead>
            <ColumnHead class="w-2/5 max-sm:hidden">By day</ColumnHead>
            <ColumnHead class="text-end">Questions</ColumnHead>
            <ColumnHead class="text-end">Share</ColumnHead>
          </tr>
        </thead>
        <tbody>
          {ends.map(({ outcome, total: count, perDay }) => (
            <tr key={outcome}>
              <RowHead>{endInWords(outcome)}</RowHead>
              <Cell class="max-sm:hidden">
                <DayBars
                  label={`${endInWords(outcome)}, by day`}
                  values={perDay}
                  class="h-8 w-full min-w-40"
                />
              </Cell>
              <Cell class="text-end">{count.toLocaleString("en")}</Cell>
              <Cell class="text-end">{Math.round(count / total * 100)} %</Cell>
            </tr>
          ))}
        </tbody>
      </Table>
      <Disclosure summary="Every day as a table" class="mt-3">
        <Table caption="Ends of questions by day, UTC" captionHidden>
          <thead>
            <tr>
              <ColumnHead>Day</ColumnHead>
              {ends.map(({ outcome }) => (
                <ColumnHead key={outcome} class="text-end">{endInWords(outcome)}</ColumnHead>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.map((day, index) => (
              <tr key={day}>
                <RowHead class="whitespace-nowrap">{day}</RowHead>
                {ends.map(({ outcome, perDay }) => (
                  <Cell key={outcome} class="text-end">{perDay[index]}</Cell>
                ))}
              </tr>
            )).filter((_, index) => ends.some(({ perDay }) => perDay[index] !== 0))}
          </tbody>
        </Table>
      </Disclosure>
    </>
  );
}
