import { page } from "fresh";
import type { JSX } from "preact";
import { AdminHeader } from "../../../../components/admin/AdminHeader.tsx";
import { AuditFilters, AuditShortcuts } from "./AuditFilters.tsx";
import { EntryRow } from "./EntryTable.tsx";
import { SameInAll, sameInAll } from "../../../../components/admin/list/same.tsx";
import { type Column, DataTable, Pager } from "../../../../components/admin/DataTable.tsx";
import { auditHref } from "../../../../components/hrefs/admin.ts";
import { withQuery } from "../../../../components/admin/list_query.ts";
import {
  AUDIT_FILTERS,
  auditChoices,
  type AuditPage,
  AuditPageQuery,
  findAuditEntries,
} from "../../../../lib/records/mod.ts";
import { authorize } from "../../../../lib/staff/mod.ts";
import { define } from "../../../../lib/define.ts";
import { parseQuery } from "../../../../lib/http/mod.ts";

const PAGE_SIZE = 50;

export const handler = define.handlers({
  async GET(ctx) {
    const staff = authorize(ctx.state, "view_audit");
    const { db } = ctx.state.services;
    const { older, newer, ...filter } = parseQuery(ctx.url, AuditPageQuery);
    const found = await findAuditEntries(db, filter, { older, newer, limit: PAGE_SIZE });
    const query = new URLSearchParams(ctx.url.search);
    for (const cursor of ["older", "newer"]) query.delete(cursor);
    ctx.state.title = "Audit log";
    return page({
      found,
      query,
      choices: await auditChoices(db),
      capabilities: staff.capabilities,
    });
  },
});

const COLUMNS: readonly Column[] = [
  { id: "at", label: "When" },
  { id: "actor", label: "Who", class: "max-sm:hidden" },
  { id: "what", label: "What" },
  { id: "request", label: "Request", class: "max-lg:hidden" },
];

export default define.page<typeof handler>(function AuditPage({ data }) {
  const { found, query, choices, capabilities } = data;
  const actor = sameInAll(found.entries, (entry) => entry.actor);
  const request = sameInAll(found.entries, (entry) => entry.requestId ?? "");
  const shows = { actor: actor === null, request: request === null };
  return (
    <>
      <AdminHeader
        title="Audit log"
        lead="Every change that staff or the service itself made, the latest first. The service never alters or removes an entry; run audit:verify to prove that nobody else did."
      />
      <AuditShortcuts query={query} />
      <AuditFilters query={query} filters={AUDIT_FILTERS} choices={choices} />
      <DataTable
        caption="Changes, the latest first"
        columns={COLUMNS.filter(({ id }) => id === "actor" || id === "request" ? shows[id] : true)}
        query={query}
        total={found.total}
        noun="change"
        filters={AUDIT_FILTERS}
        empty={{
          title: "Nothing has been changed yet",
          text:
            "Every change will be listed here: who made it, when, and what the record was before and after.",
        }}
        actions={<Exports query={query} />}
        note={
          <SameInAll
            parts={[
              actor && `all by ${actor === "service" ? "the service itself" : actor}`,
              request && `all in the request ${request}`,
            ]}
          />
        }
      >
        {found.entries.map((entry) => (
          <EntryRow key={entry.seq} entry={entry} capabilities={capabilities} shows={shows} />
        ))}
      </DataTable>
      <AuditPager found={found} query={query} />
    </>
  );
});

function Exports({ query }: { query: URLSearchParams }): JSX.Element {
  const href = (format: string) => `${auditHref()}/export${withQuery(query, { format })}`;
  return (
    <p class="flex flex-wrap gap-x-4 print:hidden">
      <span class="text-muted">Export all of them:</span>
      <a href={href("csv")} class="text-link" download>CSV</a>
      <a href={href("ndjson")} class="text-link" download>NDJSON</a>
    </p>
  );
}

function AuditPager(
  { found: { entries, total, laterCount }, query }: { found: AuditPage; query: URLSearchParams },
): JSX.Element {
  const [first, last] = [entries[0], entries.at(-1)];
  const seen = laterCount + entries.length;
  const newer = laterCount > PAGE_SIZE && first ? `${first.seq}` : null;
  return (
    <Pager
      previous={laterCount > 0 ? withQuery(query, { newer }) : null}
      previousLabel="Newer"
      next={last && seen < total ? withQuery(query, { older: `${last.seq}` }) : null}
      nextLabel="Older"
      here={`${laterCount + 1}–${seen} of ${total}`}
    />
  );
}
