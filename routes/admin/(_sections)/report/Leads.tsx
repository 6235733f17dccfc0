/** The picked systems and their shares. */
import type { JSX } from "preact";
import { tierOf } from "../../../../lib/catalog/mod.ts";
import type { TrackReport } from "../../../../lib/analysis/mod.ts";
import { Cell, RowHead, Table } from "../../../../components/ui/Table.tsx";
import { simulatorHref } from "../../../../components/hrefs/admin.ts";
import { percent } from "./figures.ts";
import { ShareBar, type Subject, SystemLink } from "./parts.tsx";

interface LeadsProps extends Subject {
  report: TrackReport;
}

/** The picked systems, the most frequent first. */
export function Leads({ snapshot, track, report }: LeadsProps): JSX.Element {
  const { leads, size, missed } = report;
  const elsewhere = missed.filter(({ reach }) => reach === "elsewhere");
  return (
    <section aria-labelledby="leads">
      <h2 id="leads" class="text-base font-medium">Picks</h2>
      <p class="mt-1 mb-3 max-w-text text-sm text-muted">
        The share of answer sets that lead to each system, with every answer set counted once.
      </p>
      <Table caption="How often each system is picked" captionHidden stacks>
        <thead>
          <tr>
            <th scope="col" class="data-head">System</th>
            <th scope="col" class="data-head">Tier</th>
            <th scope="col" class="data-head w-1/4">
              <span class="sr-only">Share, drawn</span>
            </th>
            <th scope="col" class="data-head text-end">Of all</th>
            <th scope="col" class="data-head text-end">Of complete</th>
            <th scope="col" class="data-head text-end">With a cheaper one</th>
            <th scope="col" class="data-head">
              <span class="sr-only">Example</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {leads.map(({ systemId, count, withAlternatives, witness }) => (
            <tr key={systemId}>
              <RowHead class="py-1.5 whitespace-nowrap">
                <SystemLink snapshot={snapshot} id={systemId} />
              </RowHead>
              <Cell class="py-1.5 whitespace-nowrap text-muted">
                {tierOf(snapshot, systemId)?.label}
              </Cell>
              <Cell class="min-w-24 py-1.5 max-md:basis-full">
                <div class="pt-1.5">
                  <ShareBar part={count.all} whole={leads[0]?.count.all ?? 1n} />
                </div>
              </Cell>
              <Cell class="py-1.5 text-end whitespace-nowrap" label="Of all">
                {percent(count.all, size.all)}
              </Cell>
              <Cell class="py-1.5 text-end whitespace-nowrap text-muted" label="Of complete">
                {percent(count.complete, size.complete)}
              </Cell>
              <Cell class="py-1.5 text-end whitespace-nowrap text-muted" label="With a cheaper one">
                {percent(withAlternatives.all, count.all)}
              </Cell>
              <Cell class="py-1.5 text-end whitespace-nowrap">
                <a href={simulatorHref({ track, optionIds: witness })} class="text-link">
                  Try<span class="sr-only">: answers that lead to it</span>
                </a>
              </Cell>
            </tr>
          ))}
        </tbody>
      </Table>
      {elsewhere.length > 0 && (
        <p class="mt-3 text-sm text-muted">
          Only rules of other tracks name{" "}
          {elsewhere.map(({ systemId }, index) => (
            <span key={systemId}>
              {index > 0 && (index === elsewhere.length - 1 ? " and " : ", ")}
              <SystemLink snapshot={snapshot} id={systemId} />
            </span>
          ))}.
        </p>
      )}
    </section>
  );
}
