import type { JSX } from "preact";
import { type Column, Pager, SortHead } from "../../../../components/admin/DataTable.tsx";
import { recordHref, sectionHref } from "../../../../components/hrefs/admin.ts";
import { SameInAll, sameInAll } from "../../../../components/admin/list/same.tsx";
import { type Sort, withQuery } from "../../../../components/admin/list_query.ts";
import { Moment } from "../../../../components/admin/records.tsx";
import { Badge } from "../../../../components/ui/Badge.tsx";
import { ButtonLink } from "../../../../components/ui/Button.tsx";
import { counted } from "../../../../components/ui/counted.ts";
import { EmptyState } from "../../../../components/ui/EmptyState.tsx";
import { Cell, RowHead, Table } from "../../../../components/ui/Table.tsx";
import { LEAD_FILTERS, type LeadPage, type ListedLead } from "../../../../lib/crm/mod.ts";

const COLUMNS: readonly Column[] = [
  { id: "contact", label: "Contact", sortable: true },
  { id: "at", label: "Since", sortable: true },
  { id: "needs", label: "Needs" },
  { id: "recommendation", label: "Recommended", sortable: true },
  { id: "tier", label: "Budget tier", sortable: true },
  { id: "viewed", label: "Looked at" },
];

interface LeadTableProps {
  page: LeadPage;
  query: URLSearchParams;
  sort: Sort;
}

/** A page of leads, or why there are none. */
export function LeadTable({ page, query, sort }: LeadTableProps): JSX.Element {
  const { leads, next, total, hasMore } = page;
  const isFirst = query.get("after") === null;
  if (leads.length === 0) return <NoLeads query={query} isFirst={isFirst} />;
  const same = sameInLeads(page);
  const columns = COLUMNS.filter(({ id }) => !same.columns.has(id));
  return (
    <>
      <div class="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 pb-2 text-sm">
        <p class="text-muted">
          {hasMore ? `More than ${total.toLocaleString("en-US")} leads` : counted(total, "lead")}
          {hasMore && sort.by !== "at" && ", the latest of them in this order"}
        </p>
        <a href={`${sectionHref("leads")}/export${exportQuery(query)}`} class="text-link" download>
          Export CSV
        </a>
      </div>
      <SameInAll parts={same.parts} />
      <Table caption="Leads" captionHidden>
        <thead>
          <tr>
            {columns.map((column) => (
              <SortHead key={column.id} column={column} query={withoutPlace(query)} sort={sort} />
            ))}
          </tr>
        </thead>
        <tbody>{leads.map((lead) => <LeadRow key={lead.key} lead={lead} same={same} />)}</tbody>
      </Table>
      <Pager
        previous={isFirst ? null : withQuery(query, { after: null })}
        previousLabel="First page"
        next={next === null ? null : withQuery(query, { after: next })}
      />
    </>
  );
}

/** What a page of leads says once instead of on each row. */
interface Same {
  /** Ids of the columns that fall away. */
  readonly columns: ReadonlySet<string>;
  readonly track: boolean;
  readonly hot: boolean;
  readonly parts: readonly (string | null)[];
}

/**
 * A column that leads can be ordered by falls away only where no other page may differ, because its heading is the
 * way to that order.
 */
function sameInLeads({ leads, total, hasMore }: LeadPage): Same {
  const isWhole = !hasMore && leads.length === total;
  const whole = isWhole ? leads : [];
  const track = sameInAll(leads, (lead) => lead.track?.name ?? "");
  const hot = sameInAll(leads, ({ verdict }) => verdict.hot ? `all hot: ${whyHot(verdict)}` : "");
  const columns = {
    recommendation: sameInAll(whole, nameOfPick),
    tier: sameInAll(whole, tierOf),
    viewed: sameInAll(leads, viewedOf),
  };
  const { recommendation, tier, viewed } = columns;
  return {
    columns: new Set(Object.entries(columns).flatMap(([id, text]) => text === null ? [] : [id])),
    track: track !== null,
    hot: hot !== null,
    parts: [
      track && `all on the track ${track}`,
      hot,
      recommendation === ""
        ? "none with a recommendation"
        : recommendation && `all recommended ${recommendation}`,
      tier === "" ? "none with a budget tier" : tier && `all in the budget tier ${tier}`,
      viewed === "" ? "none looked at a system" : viewed && `all looked at ${viewed}`,
    ],
  };
}

function nameOfPick({ recommendation }: ListedLead): string {
  return recommendation?.name ?? "";
}

/** The tier and its step: "Signature (4)". */
function tierOf({ tier }: ListedLead): string {
  return tier ? `${tier.label} (${tier.ordinal})` : "";
}

function viewedOf({ viewed }: ListedLead): string {
  return viewed.map(({ name }) => name).join(", ");
}

/** Another order begins at its beginning. */
function withoutPlace(query: URLSearchParams): URLSearchParams {
  return new URLSearchParams(withQuery(query, { after: null }));
}

function exportQuery(query: URLSearchParams): string {
  return withQuery(query, { after: null });
}

/** Answers that a row shows; the lead's page shows all. */
const SHOWN_NEEDS = 3;

function LeadRow({ lead, same }: { lead: ListedLead; same: Same }): JSX.Element {
  const { key, contactId, at, needs, verdict, track } = lead;
  return (
    <tr>
      <RowHead>
        <a href={recordHref("leads", key)} class="text-link font-mono">{contactId}</a>
        {verdict.hot && !same.hot && (
          <span class="ms-2" title={whyHot(verdict)}>
            <Badge tone="accent">Hot</Badge>
          </span>
        )}
      </RowHead>
      <Cell>
        <Moment at={at} />
      </Cell>
      <Cell>
        {track && !same.track && <p>{track.name}</p>}
        {needs.length === 0 && <span class="text-muted">Nothing answered</span>}
        <ul>
          {needs.slice(0, SHOWN_NEEDS).map(({ factorId, factor, answers }) => (
            <li key={factorId}>
              <span class="text-muted">{factor}:</span> {answers.join(", ")}
            </li>
          ))}
        </ul>
        {needs.length > SHOWN_NEEDS && (
          <span class="text-muted">and {needs.length - SHOWN_NEEDS} more</span>
        )}
      </Cell>
      {!same.columns.has("recommendation") && (
        <Cell>{nameOfPick(lead) || <span class="text-muted">None</span>}</Cell>
      )}
      {!same.columns.has("tier") && (
        <Cell class="whitespace-nowrap">
          {tierOf(lead) || <span class="text-muted">None</span>}
        </Cell>
      )}
      {!same.columns.has("viewed") && <Cell>{viewedOf(lead)}</Cell>}
    </tr>
  );
}

/** Why a lead is hot, in a line: "Signature (step 4)". */
function whyHot({ conditions }: ListedLead["verdict"]): string {
  return [...new Set(conditions.map(({ value }) => value))].join(", ");
}

function NoLeads({ query, isFirst }: { query: URLSearchParams; isFirst: boolean }): JSX.Element {
  const narrowed = LEAD_FILTERS.some((name) => query.get(name)) || !isFirst;
  if (!narrowed) {
    return (
      <EmptyState title="No leads yet">
        <p>
          A buyer who leaves an address on the result becomes a lead once the CRM has taken it.
          Leads that the CRM has not accepted yet wait on the CRM page.
        </p>
      </EmptyState>
    );
  }
  const cleared = Object.fromEntries([...LEAD_FILTERS, "after"].map((name) => [name, null]));
  return (
    <EmptyState
      title="No lead matches"
      actions={
        <ButtonLink variant="secondary" size="small" href={withQuery(query, cleared)}>
          Clear filters
        </ButtonLink>
      }
    >
      <p>No lead matches these filters. Try other days or another track.</p>
    </EmptyState>
  );
}
