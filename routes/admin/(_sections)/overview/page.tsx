import { page } from "fresh";
import { Block } from "@/components/admin/Block.tsx";
import { AdminHeader } from "@/components/admin/AdminHeader.tsx";
import { entryColumns } from "../audit/columns.tsx";
import { auditHref, statusHref } from "@/components/hrefs/admin.ts";
import { Attention, type AttentionItem, type RecordCount, RecordCounts } from "./Overview.tsx";
import { statusInWords } from "../status/DependencyList.tsx";
import {
  corpusItems,
  documentCount,
  emptyItem,
  mediaCount,
  mediaItems,
  overrideItem,
  recordCounts,
  reportItem,
  scenarioItems,
  staleItem,
} from "./overview_facts.ts";
import { RowsTable } from "@/components/ui/Table.tsx";
import type { Catalog } from "@/lib/catalog/mod.ts";
import { findAuditEntries, type LoggedEntry } from "@/lib/records/mod.ts";
import type { Capability, Staff } from "@/lib/staff/mod.ts";
import { openOverrides } from "@/lib/cms/mod.ts";
import { corpusSize } from "@/lib/corpus/mod.ts";
import { define } from "@/lib/define.ts";
import { AppError } from "@/lib/http/mod.ts";
import { type MediaUpkeep, mediaUpkeep } from "@/lib/media/mod.ts";
import { listScenarios, runScenarios, type TrackReport } from "@/lib/analysis/mod.ts";
import { readStatus, type Services } from "@/lib/services.ts";
import { withTimeout } from "@/lib/timing/mod.ts";
import { corpusGaps } from "../corpus/gaps.ts";

const LATEST = 8;

interface OverviewData {
  items: AttentionItem[];
  /** Sentences about checks that are not finished. */
  pending: string[];
  counts: RecordCount[];
  /** The state of the dependencies, as a sentence. */
  status: string;
  /** Null without the capability to read the audit log. */
  latest: readonly LoggedEntry[] | null;
  capabilities: ReadonlySet<Capability>;
  catalog: Catalog;
}

export const handler = define.handlers({
  async GET(ctx) {
    const { staff, services } = ctx.state;
    if (staff === undefined) throw new AppError("unauthenticated");
    ctx.state.title = "Overview";
    const { capabilities } = staff;
    const { catalog } = services.catalog.current();
    const upkeep = capabilities.has("edit_data") ? await mediaUpkeep(services.db) : null;
    const [{ items, pending }, dependencies, size, latest] = await Promise.all([
      attention(services, staff, upkeep),
      readStatus(services),
      corpusSize(services.db),
      capabilities.has("view_audit")
        ? findAuditEntries(services.db, {}, { limit: LATEST })
        : { entries: null },
    ]);
    return page<OverviewData>({
      items,
      pending,
      counts: [
        ...recordCounts(catalog, capabilities),
        ...(upkeep === null ? [] : [mediaCount(upkeep), documentCount(size)]),
      ],
      status: statusInWords(dependencies),
      latest: latest.entries,
      capabilities,
      catalog,
    });
  },
});

/** Collects the findings that this person's capabilities let them fix. */
async function attention(
  services: Services,
  { capabilities }: Staff,
  upkeep: MediaUpkeep | null,
): Promise<Pick<OverviewData, "items" | "pending">> {
  const { db } = services;
  const snapshot = services.catalog.current();
  const editsRules = capabilities.has("edit_rules");
  const editsData = capabilities.has("edit_data");
  const [scenarios, overridden, { gaps }] = await Promise.all([
    editsRules ? listScenarios(db) : [],
    editsData ? openOverrides(db) : [],
    editsData ? corpusGaps(services) : { gaps: [] },
  ]);
  const reports = editsRules ? await finishedReports(services) : [];
  const finished = reports.filter((report) => report !== null);
  const items = [
    emptyItem(snapshot.catalog, capabilities),
    ...scenarioItems(await runScenarios(snapshot, scenarios)),
    ...finished.map((report) => reportItem(snapshot, report)),
    staleItem(snapshot.catalog, capabilities),
    overrideItem(overridden),
    ...corpusItems(gaps),
    ...(upkeep === null ? [] : mediaItems(upkeep)),
  ].filter((item) => item !== null)
    .toSorted((a, b) => Number(b.tone === "danger") - Number(a.tone === "danger"));
  const pending = finished.length === reports.length
    ? []
    : ["We are making the rule report. Load the page again in a moment."];
  return { items, pending };
}

/** Returns the finished report of each live track and starts the others; null for one that is unfinished or failed. */
function finishedReports(
  { catalog, analyst }: Services,
): Promise<(TrackReport | null)[]> {
  const snapshot = catalog.current();
  return Promise.all(
    snapshot.tracks.map(({ id }) =>
      withTimeout(0, () => analyst.report(snapshot, id).catch(() => null), () => null)
    ),
  );
}

export default define.page<typeof handler>(function OverviewPage({ data }) {
  const { items, pending, counts, status } = data;
  return (
    <>
      <AdminHeader title="Overview" />
      <div class="grid grid-cols-[minmax(0,1fr)] gap-9">
        <Attention items={items} pending={pending} />
        <LatestChanges data={data} />
        <div class="grid grid-cols-[minmax(0,1fr)] items-start gap-9 xl:grid-cols-2 xl:gap-14">
          {counts.length > 0 && <RecordCounts counts={counts} />}
          <Block
            title="Status"
            action={<a href={statusHref()} class="text-link text-sm">Every dependency</a>}
          >
            <p class="border-y border-line py-3">{status}</p>
          </Block>
        </div>
      </div>
    </>
  );
});

function LatestChanges({ data: { latest: entries, capabilities, catalog } }: {
  data: OverviewData;
}) {
  if (entries === null) return null;
  const said = new Set<string>();
  const columns = entryColumns(capabilities, catalog).map(({ class: _, cellClass, ...column }) => ({
    ...column,
    ...(cellClass !== undefined && { class: cellClass }),
    cell: (entry: LoggedEntry) => column.cell(entry, { said }),
  }));
  const all = <a href={auditHref()} class="text-link text-sm">Audit log</a>;
  return (
    <Block title="Latest changes" action={all}>
      {entries.length === 0
        ? <p class="border-y border-line py-3 text-muted">Nothing has been changed yet.</p>
        : (
          <div class="border-t border-line">
            <RowsTable
              caption="Latest changes"
              columns={columns}
              rows={entries}
              head="hidden"
              stacks
            />
          </div>
        )}
    </Block>
  );
}
