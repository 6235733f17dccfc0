/** The audit log: what was changed, by whom and when (spec §6.2). */
import type { JSX } from "preact";
import type { ListDefinition, ListFilter } from "@/components/admin/list/define.ts";
import { ExportLinks, QuickLinks } from "@/components/admin/list/links.tsx";
import { listScreen } from "@/components/admin/list/screen.tsx";
import { auditHref } from "@/components/hrefs/admin.ts";
import {
  AUDIT_FILTERS,
  type AuditArea,
  type AuditChoices,
  auditChoices,
  AuditPageQuery,
  findAuditEntries,
  type LoggedEntry,
} from "@/lib/records/mod.ts";
import { authorize } from "@/lib/staff/mod.ts";
import { define } from "@/lib/define.ts";
import { parseQuery } from "@/lib/http/mod.ts";
import { compareNames, formatCount } from "@/lib/text/mod.ts";
import { entryColumns } from "./columns.tsx";
import { actionLabel, typeLabel } from "./labels.ts";

const PAGE_SIZE = 50;

export const handler = define.handlers({
  GET: listScreen(async ({ state, url }): Promise<ListDefinition<LoggedEntry>> => {
    const { capabilities } = authorize(state, "view_audit");
    const { db, catalog } = state.services;
    const { older, newer, ...filter } = parseQuery(url, AuditPageQuery);
    return {
      title: "Audit log",
      lead:
        "Every change that staff or the service itself made, the latest first. The service never alters or removes an entry; run audit:verify to prove that nobody else did.",
      noun: "change",
      caption: "Changes, the latest first",
      above: <Shortcuts query={url.searchParams} />,
      filters: filtersOf(url.searchParams, await auditChoices(db)),
      columns: entryColumns(capabilities, catalog.current().catalog),
      idOf: ({ seq }) => `${seq}`,
      same: [
        {
          id: "actor",
          textOf: ({ actor }) => actor,
          say: (actor) => `all by ${actor === "service" ? "the service itself" : actor}`,
        },
        {
          id: "request",
          textOf: ({ requestId }) => requestId ?? "",
          say: (request) => request && `all in the request ${request}`,
        },
      ],
      async rows() {
        const page = { older, newer, limit: PAGE_SIZE };
        const { entries, total, laterCount } = await findAuditEntries(db, filter, page);
        const [first, last] = [entries[0], entries.at(-1)];
        const seen = laterCount + entries.length;
        const isSecond = laterCount <= PAGE_SIZE;
        return {
          rows: entries,
          total,
          previous: laterCount > 0
            ? { label: "Newer", at: first && !isSecond ? { newer: `${first.seq}` } : {} }
            : null,
          next: last && seen < total ? { label: "Older", at: { older: `${last.seq}` } } : null,
          here: `${formatCount(laterCount + 1)}–${formatCount(seen)} of ${formatCount(total)}`,
        };
      },
      tools: ({ params }) => (
        <ExportLinks
          label="Export all matches"
          page={auditHref()}
          query={params}
          formats={{ csv: "CSV", ndjson: "NDJSON" }}
        />
      ),
      empty: {
        title: "Nothing has been changed yet",
        text:
          "Every change will be listed here: who made it, when, and what the record was before and after.",
      },
    };
  }).GET,
});

const AREAS: Readonly<Record<AuditArea, string>> = {
  settings: "Settings changes",
  catalog: "Catalog changes",
  content: "Content changes",
  rules: "Rule changes",
};

/**
 * Links to common filters of the log. They have no path, because the framework marks links to the current path as
 * current.
 */
function Shortcuts({ query }: { query: URLSearchParams }): JSX.Element {
  const shortcuts = [
    { label: "All changes", filter: "" },
    ...Object.entries(AREAS).map(([area, label]) => ({ label, filter: `area=${area}` })),
    { label: "By the service itself", filter: "actor=service" },
  ];
  const given = AUDIT_FILTERS.flatMap((name) => {
    const value = query.get(name);
    return value ? [[name, value]] : [];
  });
  const current = new URLSearchParams(given).toString();
  return (
    <QuickLinks
      label="Shortcuts"
      links={shortcuts.map(({ label, filter }) => ({
        label,
        href: `?${filter}`,
        current: filter === current,
      }))}
    />
  );
}

/** Returns the filters of the log, with the values that occur in it. */
function filtersOf(query: URLSearchParams, choices: AuditChoices): ListFilter[] {
  const choice = (name: string, values: readonly string[], labelOf: (value: string) => string) => {
    const asked = query.get(name);
    // Offer the value in the address even if the log does not contain it.
    const all = asked && !values.includes(asked) ? [...values, asked] : values;
    const options = all.map((value) => ({ value, label: labelOf(value) }))
      .toSorted((a, b) => compareNames(a.label, b.label));
    return { name, options, isOpen: true, maxLength: LONGEST };
  };
  const { types, actors, actions } = choices;
  const whoOf = (actor: string) => actor === "service" ? "The service" : actor;
  return [
    { name: "area", label: "Area", type: "hidden" },
    { name: "request", label: "Request", type: "hidden" },
    { ...choice("type", types, typeLabel), label: "Kind of record", empty: "Any kind" },
    { name: "id", label: "Record id", maxLength: LONGEST },
    { ...choice("actor", actors, whoOf), label: "Who", empty: "Anyone" },
    { ...choice("action", actions, actionLabel), label: "Action", empty: "Any action" },
    { name: "from", label: "From (UTC)", type: "date" },
    { name: "to", label: "To (UTC)", type: "date" },
  ];
}

/** Most characters of a filter of the log. */
const LONGEST = 500;
