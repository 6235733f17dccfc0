/** The picked systems and their shares. */
import type { JSX } from "preact";
import { Block } from "@/components/admin/Block.tsx";
import { tierOf } from "@/lib/catalog/mod.ts";
import { joined } from "@/components/admin/joined.ts";
import { Disclosure } from "@/components/ui/Disclosure.tsx";
import { RowsTable } from "@/components/ui/Table.tsx";
import { simulatorHref } from "@/components/hrefs/admin.ts";
import { formatCount } from "@/lib/text/mod.ts";
import { percent } from "./figures.ts";
import { ShareBar, type Subject, SystemLink } from "./parts.tsx";

const LINE = "py-1.5 whitespace-nowrap";

/** Most picks that are listed openly; a large catalog has hundreds. */
const OPEN = 30;

/** The picked systems, the most frequent first. */
export function Leads(subject: Subject): JSX.Element {
  const { snapshot, report: { leads, missed } } = subject;
  const elsewhere = missed.filter(({ reach }) => reach === "elsewhere");
  return (
    <Block
      id="leads"
      title="Picks"
      lead="The share of answer sets that lead to each system, with every answer set counted once."
    >
      <Picks
        subject={subject}
        rows={leads.slice(0, OPEN)}
        caption="How often each system is picked"
      />
      {leads.length > OPEN && (
        <Disclosure summary={`${formatCount(leads.length - OPEN)} more`} class="mt-3">
          <Picks
            subject={subject}
            rows={leads.slice(OPEN)}
            caption="How often each of the other systems is picked"
          />
        </Disclosure>
      )}
      {elsewhere.length > 0 && (
        <p class="mt-3 text-sm text-muted">
          Only rules of other tracks name {joined(
            elsewhere.map(({ systemId: id }) => (
              <SystemLink key={id} snapshot={snapshot} id={id} />
            )),
            " and ",
          )}.
        </p>
      )}
    </Block>
  );
}

interface PicksProps {
  subject: Subject;
  rows: Subject["report"]["leads"];
  caption: string;
}

function Picks({ subject, rows, caption }: PicksProps): JSX.Element {
  const { snapshot, track, report: { leads, size } } = subject;
  return (
    <RowsTable
      caption={caption}
      head="quiet"
      stacks
      rows={rows}
      columns={[
        {
          label: "System",
          isHead: true,
          cellClass: LINE,
          cell: ({ systemId }) => <SystemLink snapshot={snapshot} id={systemId} />,
        },
        {
          label: "Tier",
          cellClass: `${LINE} text-muted`,
          cell: ({ systemId }) => tierOf(snapshot, systemId)?.label,
        },
        {
          label: "Share, drawn",
          labelHidden: true,
          headClass: "w-1/4",
          cellClass: "min-w-24 py-1.5 max-md:basis-full",
          cell: ({ count }) => (
            <div class="pt-1.5">
              <ShareBar part={count.all} whole={leads[0]?.count.all ?? 1n} />
            </div>
          ),
        },
        {
          label: "Of all",
          numeric: true,
          cellClass: LINE,
          cell: ({ count }) => percent(count.all, size.all),
        },
        {
          label: "Of complete",
          numeric: true,
          cellClass: `${LINE} text-muted`,
          cell: ({ count }) => percent(count.complete, size.complete),
        },
        {
          label: "With a cheaper one",
          numeric: true,
          cellClass: `${LINE} text-muted`,
          cell: ({ count, withAlternatives }) => percent(withAlternatives.all, count.all),
        },
        {
          label: "Example",
          labelHidden: true,
          cellClass: `${LINE} text-end`,
          cell: ({ witness }) => (
            <a href={simulatorHref({ track, optionIds: witness })} class="text-link">
              Try<span class="sr-only">: answers that lead to it</span>
            </a>
          ),
        },
      ]}
    />
  );
}
