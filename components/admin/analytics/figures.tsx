import type { ComponentChildren, JSX } from "preact";
import {
  type Funnel,
  type QuestionShare,
  STAGES,
  type SystemShare,
} from "../../../lib/analytics/mod.ts";
import { Cell, ColumnHead, RowHead, Table } from "../../ui/Table.tsx";
import { percent, VisitsBar, VisitsCount } from "./Bar.tsx";

interface FunnelTableProps {
  funnel: Funnel;
  caption: string;
}

/** How many visits came to each stage, as bars and numbers of the same table. */
export function FunnelTable({ funnel, caption }: FunnelTableProps): JSX.Element {
  const most = Math.max(0, ...funnel.stages.map(({ visits }) => visits ?? 0));
  const [first] = funnel.stages;
  return (
    <Table caption={caption} captionHidden>
      <thead>
        <tr>
          <ColumnHead>Stage</ColumnHead>
          <ColumnHead class="w-2/5 max-sm:hidden">
            <span class="sr-only">Chart</span>
          </ColumnHead>
          <ColumnHead class="text-end">Visits</ColumnHead>
          <ColumnHead class="text-end">Of those who saw a question</ColumnHead>
        </tr>
      </thead>
      <tbody>
        {funnel.stages.map(({ id, visits }) => (
          <tr key={id}>
            <RowHead>{STAGES.find((stage) => stage.id === id)?.label}</RowHead>
            <Cell class="max-sm:hidden">
              <VisitsBar visits={visits} most={most} />
            </Cell>
            <Number>
              <VisitsCount visits={visits} />
            </Number>
            <Number>{percent(visits, first?.visits ?? null)}</Number>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

interface QuestionTableProps {
  /** In the order of asking. */
  rows: readonly (QuestionShare & { name: string })[];
  caption: string;
}

/** How many of those who saw each question left it open. */
export function QuestionTable({ rows, caption }: QuestionTableProps): JSX.Element {
  const most = Math.max(0, ...rows.map(({ seen }) => seen ?? 0));
  return (
    <Table caption={caption} captionHidden>
      <thead>
        <tr>
          <ColumnHead>Question</ColumnHead>
          <ColumnHead class="w-1/3 max-sm:hidden">
            <span class="sr-only">Chart</span>
          </ColumnHead>
          <ColumnHead class="text-end">Saw it</ColumnHead>
          <ColumnHead class="text-end">Answered</ColumnHead>
          <ColumnHead class="text-end">Answered, in percent</ColumnHead>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ factorId, name, seen, answered }) => (
          <tr key={factorId}>
            <RowHead>{name}</RowHead>
            <Cell class="max-sm:hidden">
              <VisitsBar visits={seen} most={most} />
            </Cell>
            <Number>
              <VisitsCount visits={seen} />
            </Number>
            <Number>
              <VisitsCount visits={answered} />
            </Number>
            <Number>{percent(answered, seen)}</Number>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

/** Which systems were put forward, and looked at. */
export function SystemTable({ rows }: {
  rows: readonly (SystemShare & { name: string })[];
}): JSX.Element {
  const most = Math.max(0, ...rows.map(({ recommended }) => recommended ?? 0));
  return (
    <Table caption="Visits by system" captionHidden>
      <thead>
        <tr>
          <ColumnHead>System</ColumnHead>
          <ColumnHead class="w-2/5 max-sm:hidden">
            <span class="sr-only">Chart</span>
          </ColumnHead>
          <ColumnHead class="text-end">Recommended to</ColumnHead>
          <ColumnHead class="text-end">Opened its page</ColumnHead>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ systemId, name, recommended, viewed }) => (
          <tr key={systemId}>
            <RowHead>{name}</RowHead>
            <Cell class="max-sm:hidden">
              <VisitsBar visits={recommended} most={most} />
            </Cell>
            <Number>
              <VisitsCount visits={recommended} />
            </Number>
            <Number>
              <VisitsCount visits={viewed} />
            </Number>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function Number({ children }: { children: ComponentChildren }): JSX.Element {
  return <Cell class="text-end">{children}</Cell>;
}
