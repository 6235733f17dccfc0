/** The list of leads, with cursor pagination by the store. */
import type { ComponentChildren, JSX } from "preact";
import type { ListColumn, ListDefinition, ListState } from "@/components/admin/list/define.ts";
import { sortRows } from "@/components/admin/list/define.ts";
import { Muted } from "@/components/admin/list/parts.tsx";
import { CsvLink } from "@/components/admin/list/links.tsx";
import { withQuery } from "@/components/admin/list_query.ts";
import { Moment } from "@/components/admin/records.tsx";
import { recordHref, sectionHref } from "@/components/hrefs/admin.ts";
import { Badge } from "@/components/ui/Badge.tsx";
import { type ListedLead, listLeads, parseLeadFilter } from "@/lib/crm/mod.ts";
import type { Ctx } from "@/lib/define.ts";
import { formatCount } from "@/lib/text/mod.ts";

const PAGE_SIZE = 50;

/** Most answers, and most systems looked at, that a row shows before it is opened. */
const SHOWN = 3;

const COLUMNS: readonly ListColumn<ListedLead>[] = [
  {
    id: "contact",
    label: "Contact",
    isHead: true,
    sortBy: ({ contactId }) => contactId,
    cell: ({ key, contactId, verdict }) => (
      <>
        <a href={recordHref("leads", key)} class="text-link font-mono">{contactId}</a>
        {verdict.hot && (
          <span class="ms-2" title={whyHot(verdict)}>
            <Badge tone="accent">Hot</Badge>
          </span>
        )}
      </>
    ),
  },
  {
    id: "at",
    label: "Since",
    sortBy: ({ at }) => at.getTime(),
    cell: ({ at }) => <Moment at={at} />,
  },
  {
    id: "needs",
    label: "Needs",
    headClass: "min-w-48",
    cell: ({ track, needs }) => (
      <>
        {track && <p>{track.name}</p>}
        {needs.length === 0 && <Muted>Nothing answered</Muted>}
        <Needs needs={needs.slice(0, SHOWN)} />
        <More count={needs.length - SHOWN}>
          <Needs needs={needs.slice(SHOWN)} />
        </More>
      </>
    ),
  },
  {
    id: "recommendation",
    label: "Recommended",
    sortBy: ({ recommendation }) => recommendation?.name ?? null,
    cell: ({ recommendation }) => recommendation?.name || <Muted>None</Muted>,
  },
  {
    id: "tier",
    label: "Budget tier",
    sortBy: ({ tier }) => tier?.ordinal ?? null,
    cellClass: "whitespace-nowrap",
    cell: ({ tier }) => tier ? `${tier.label} (${tier.ordinal})` : <Muted>None</Muted>,
  },
  {
    id: "viewed",
    label: "Looked at",
    cell: ({ viewed }) => (
      <>
        {namesOf(viewed.slice(0, SHOWN)) || <Muted>None</Muted>}
        <More count={viewed.length - SHOWN}>{namesOf(viewed.slice(SHOWN))}</More>
      </>
    ),
  },
];

/** Returns the list of leads, the latest first by default. */
export function leadList({ state, url }: Ctx): ListDefinition<ListedLead> {
  const { services } = state;
  const after = url.searchParams.get("after");
  return {
    title: "Leads",
    lead:
      "Buyers who left their address, by the number of their contact in the CRM. Only the CRM knows who they are. A lead stays here for as long as we remember the visit behind it.",
    noun: "lead",
    filters: [
      {
        name: "track",
        label: "Track",
        empty: "Every track",
        isOpen: true,
        options: services.catalog.current().catalog.tracks
          .map(({ id, name }) => ({ value: id, label: name })),
      },
      { name: "from", label: "From (UTC)", type: "date" },
      { name: "to", label: "To (UTC)", type: "date" },
      { name: "hot", label: "Hot leads only", type: "flag" },
    ],
    columns: COLUMNS,
    idOf: ({ key }) => key,
    sort: { by: "at", descending: true },
    async rows(list) {
      const order = orderOf(list);
      const options = { ...order, limit: PAGE_SIZE, ...(after !== null && { after }) };
      const filter = parseLeadFilter(list.params);
      const page = await listLeads(services, filter, options);
      const { leads, next, total, among } = page;
      return {
        rows: leads,
        total,
        count: among === null
          ? undefined
          : total < among
          ? `${formatCount(total)} of the latest ${formatCount(among)} leads`
          : `More than ${formatCount(total)} leads${
            order.arrange === null ? "" : ", of which only the latest are in this order"
          }`,
        previous: after === null ? null : { label: "First page", at: {} },
        next: next === null ? null : {
          label: leads.length < PAGE_SIZE ? "Look further" : "Next",
          at: { after: next },
        },
      };
    },
    tools: ({ params, sort }) => {
      const isByTime = sort === null || sort.by === "at";
      return (
        <CsvLink
          href={`${sectionHref("leads")}/export${
            withQuery(params, isByTime ? {} : { sort: null })
          }`}
          note={isByTime ? undefined : "the latest first"}
        />
      );
    },
    empty: {
      text:
        "A buyer who leaves an address on the result becomes a lead once the CRM has taken it. Leads that the CRM has not accepted yet wait on the CRM page.",
    },
  };
}

/** Returns the order for the store: by time it sorts itself, for other columns it gets a function to sort with. */
function orderOf({ sort }: ListState) {
  if (sort === null || sort.by === "at") {
    return { oldestFirst: sort?.descending === false, arrange: null };
  }
  const arrange = (leads: readonly ListedLead[]) => sortRows(leads, COLUMNS, sort);
  return { oldestFirst: false, arrange };
}

function Needs({ needs }: Pick<ListedLead, "needs">): JSX.Element | null {
  if (needs.length === 0) return null;
  return (
    <ul>
      {needs.map(({ factorId, factor, answers }) => (
        <li key={factorId}>
          <span class="text-muted">{factor}:</span> {answers.join(", ")}
        </li>
      ))}
    </ul>
  );
}

/** The rest of a long list, which opens on demand and so keeps rows short. Null when `count` is below 1. */
function More(
  { count, children }: { count: number; children: ComponentChildren },
): JSX.Element | null {
  if (count < 1) return null;
  return (
    <details>
      <summary class="text-link w-fit cursor-pointer py-1">{count} more</summary>
      {children}
    </details>
  );
}

function namesOf(systems: ListedLead["viewed"]): string {
  return systems.map(({ name }) => name).join(", ");
}

/** Returns why a lead is hot, in one line: "Signature (step 4)". */
function whyHot({ conditions }: ListedLead["verdict"]): string {
  return [...new Set(conditions.map(({ value }) => value))].join(", ");
}
