import type { JSX } from "preact";
import {
  type Conversion,
  CONVERSIONS,
  type Funnel,
  type QuestionShare,
  STAGES,
  type SystemShare,
  TIME_BOUNDS,
  type Visits,
} from "@/lib/analytics/mod.ts";
import { counted } from "@/components/ui/counted.ts";
import { RowsTable } from "@/components/ui/Table.tsx";
import { percent, VisitsBar, VisitsCount } from "./Bar.tsx";

/** The visits that reached each stage, as bars and numbers. */
export function FunnelTable({ funnel, caption }: { funnel: Funnel; caption: string }): JSX.Element {
  const most = Math.max(0, ...funnel.stages.map(({ visits }) => visits ?? 0));
  const [first] = funnel.stages;
  return (
    <RowsTable
      caption={caption}
      rows={funnel.stages}
      columns={[
        {
          label: "Stage",
          isHead: true,
          cell: ({ id }) => STAGES.find((stage) => stage.id === id)?.label,
        },
        {
          label: "Chart",
          labelHidden: true,
          class: "max-sm:hidden",
          headClass: "w-2/5",
          cell: ({ visits }) => <VisitsBar visits={visits} most={most} />,
        },
        { label: "Visits", numeric: true, cell: ({ visits }) => <VisitsCount visits={visits} /> },
        {
          label: "Relative to those who saw a question",
          numeric: true,
          cell: ({ visits }) => percent(visits, first?.visits ?? null),
        },
      ]}
    />
  );
}

interface QuestionTableProps {
  /** In the order in which the questions are asked. */
  rows: readonly (QuestionShare & { name: string })[];
  caption: string;
}

/** For each question: how many visits saw it, answered it, and did nothing after it. */
export function QuestionTable({ rows, caption }: QuestionTableProps): JSX.Element {
  return (
    <CountTable
      caption={caption}
      heads={["Question", "Saw it", "Answered", "Answered, in percent", "Ended there"]}
      rows={rows.map(({ name, seen, answered, left }) => ({
        name,
        bar: seen,
        cells: [seen, answered, percent(answered, seen), left],
      }))}
    />
  );
}

/** For each system: how many visits got it recommended, opened its page, compared it, and ended on it. */
export function SystemTable({ rows }: {
  rows: readonly (SystemShare & { name: string })[];
}): JSX.Element {
  return (
    <CountTable
      caption="Visits by system"
      heads={["System", "Recommended to", "Opened its page", "Compared it", "Ended on it"]}
      rows={rows.map(({ name, recommended, viewed, compared, left }) => ({
        name,
        bar: recommended,
        cells: [recommended, viewed, compared, left],
      }))}
    />
  );
}

/** The time that visits took from their first question to their first recommendation. */
export function TimeTable({ times }: { times: readonly Visits[] }): JSX.Element {
  return (
    <CountTable
      caption="Visits by time to a result"
      heads={["Time to a result", "Visits"]}
      rows={times.map((visits, index) => ({
        name: timeInWords(index),
        bar: visits,
        cells: [visits],
      }))}
    />
  );
}

/** How many visits reached each conversion, out of those that could have. */
export function ConversionTable({ rows }: { rows: readonly Conversion[] }): JSX.Element {
  return (
    <CountTable
      caption="Visits by conversion"
      heads={["Conversion", "Visits", "Converted", "In percent"]}
      rows={rows.map(({ id, of, to }) => ({
        name: CONVERSIONS.find((conversion) => conversion.id === id)?.label ?? id,
        bar: to,
        cells: [of, to, percent(to, of)],
      }))}
      most={Math.max(0, ...rows.map(({ of }) => of ?? 0))}
    />
  );
}

/** The answers of visits that got no recommendation. */
export function UnmatchedTable({ rows, of }: {
  rows: readonly { optionId: string; name: string; visits: Visits }[];
  of: Visits;
}): JSX.Element {
  return (
    <CountTable
      caption="Answers of visits without a recommendation"
      heads={["Answer", "Visits", "In percent"]}
      rows={rows.map(({ name, visits }) => ({
        name,
        bar: visits,
        cells: [visits, percent(visits, of)],
      }))}
      most={of ?? 0}
    />
  );
}

interface CountTableProps {
  caption: string;
  /** Headings: first that of the name, then one for each cell. */
  heads: readonly string[];
  rows: readonly {
    name: string;
    /** The value that the bar shows: one of the cells. */
    bar: Visits;
    /** Counts, and texts that are shown unchanged. */
    cells: readonly (Visits | string)[];
  }[];
  /** The count that fills a bar; absent: the largest that a bar shows. */
  most?: number;
}

/** Most columns of counts that fit beside the names on a narrow screen. */
const MOST_NARROW = 3;

/** A table of names and counts, with a bar in each row for one of its counts. */
function CountTable(props: CountTableProps): JSX.Element {
  const { caption, heads: [first, ...others], rows } = props;
  const { most = Math.max(0, ...rows.map(({ bar }) => bar ?? 0)) } = props;
  return (
    <RowsTable
      caption={caption}
      stacks={others.length > MOST_NARROW}
      rows={rows}
      columns={[
        { label: first, isHead: true, cell: ({ name }) => name },
        {
          label: "Chart",
          labelHidden: true,
          class: "max-sm:hidden",
          headClass: "w-1/3",
          cell: ({ bar }) => <VisitsBar visits={bar} most={most} />,
        },
        ...others.map((label, index) => ({
          label,
          numeric: true,
          cell({ cells }: CountTableProps["rows"][number]) {
            const cell = cells[index] ?? null;
            return typeof cell === "string" ? cell : <VisitsCount visits={cell} />;
          },
        })),
      ]}
    />
  );
}

function timeInWords(index: number): string {
  const minutes = TIME_BOUNDS.map((seconds) => seconds / 60);
  const [from, to] = [minutes[index - 1], minutes[index]];
  if (from === undefined) return `Under ${counted(to ?? 0, "minute")}`;
  return to === undefined ? `${from} minutes and more` : `${from} to ${to} minutes`;
}
