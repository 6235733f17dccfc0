import type { JSX } from "preact";
import { Block } from "@/components/admin/Block.tsx";
import { AdminHeader } from "@/components/admin/AdminHeader.tsx";
import { entryColumns } from "../audit/columns.tsx";
import { auditHref, statusHref } from "@/components/hrefs/admin.ts";
import { Attention, type AttentionItem } from "./Attention.tsx";
import { statusInWords } from "../status/DependencyList.tsx";
import { jobsInWords } from "../status/JobList.tsx";
import {
  corpusItems,
  leadItems,
  mediaItems,
  missingItems,
  overrideItems,
  reportItem,
  scenarioItems,
  staleItems,
} from "./overview_facts.ts";
import type { ListDefinition } from "@/components/admin/list/define.ts";
import { List } from "@/components/admin/list/screen.tsx";
import { findAuditEntries, type LoggedEntry } from "@/lib/records/mod.ts";
import type { Staff } from "@/lib/staff/mod.ts";
import { openOverrides } from "@/lib/cms/mod.ts";
import { countQueue } from "@/lib/crm/mod.ts";
import { define, type State } from "@/lib/define.ts";
import { AppError } from "@/lib/http/mod.ts";
import { mediaUpkeep } from "@/lib/media/mod.ts";
import { listScenarios, runScenarios, type TrackReport } from "@/lib/analysis/mod.ts";
import { readSchedule, readStatus, type Services } from "@/lib/services.ts";
import { withTimeout } from "@/lib/timing/mod.ts";
import { corpusGaps } from "../corpus/gaps.tsx";

const LATEST = 8;

export const handler = define.handlers({
  async GET(ctx) {
    const { staff, services } = ctx.state;
    if (staff === undefined) throw new AppError("unauthenticated");
    ctx.state.title = "Overview";
    const [findings, dependencies, jobs, latest] = await Promise.all([
      attention(services, staff),
      readStatus(services),
      readSchedule(services),
      latestChanges(ctx.state),
    ]);
    return await ctx.render(
      <>
        <AdminHeader title="Overview" />
        <div class="grid grid-cols-[minmax(0,1fr)] gap-9">
          <Attention {...findings} />
          {latest}
          <Block
            title="Status"
            action={staff.capabilities.has("view_audit") && (
              <a href={statusHref()} class="text-link text-sm">Dependencies and jobs</a>
            )}
          >
            <p class="border-y border-line py-3">
              {statusInWords(dependencies)} {jobsInWords(jobs)}
            </p>
          </Block>
        </div>
      </>,
    );
  },
});

interface Findings {
  readonly items: readonly AttentionItem[];
  /** Whether a track's rule report is not made yet. */
  readonly isReporting: boolean;
}

/** Collects the findings that this person's capabilities let them fix. */
async function attention(
  services: Services,
  { capabilities }: Staff,
): Promise<Findings> {
  const { db } = services;
  const snapshot = services.catalog.current();
  const editsRules = capabilities.has("edit_rules");
  const editsData = capabilities.has("edit_data");
  const [scenarios, overridden, { gaps }, upkeep, queue] = await Promise.all([
    editsRules ? listScenarios(db) : [],
    editsData ? openOverrides(db) : [],
    editsData ? corpusGaps(services) : { gaps: [] },
    editsData ? mediaUpkeep(db) : null,
    editsData ? countQueue(db) : null,
  ]);
  const reports = editsRules ? await finishedReports(services) : [];
  const finished = reports.filter((report) => report !== null);
  const items = [
    ...missingItems(snapshot, capabilities),
    ...(queue === null ? [] : leadItems(queue)),
    ...scenarioItems(await runScenarios(snapshot, scenarios)),
    ...finished.map((report) => reportItem(snapshot, report)),
    ...staleItems(snapshot.catalog, capabilities),
    ...overrideItems(overridden),
    ...corpusItems(gaps),
    ...(upkeep === null ? [] : mediaItems(upkeep)),
  ].filter((item) => item !== null)
    .toSorted((a, b) => Number(b.tone === "danger") - Number(a.tone === "danger"));
  return { items, isReporting: finished.length < reports.length };
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

async function latestChanges({ staff, services }: State): Promise<JSX.Element | null> {
  if (staff === undefined || !staff.capabilities.has("view_audit")) return null;
  const { entries } = await findAuditEntries(services.db, {}, { limit: LATEST });
  const definition: ListDefinition<LoggedEntry> = {
    title: "Latest changes",
    noun: "change",
    columns: entryColumns(staff.capabilities, services.catalog.current().catalog),
    idOf: ({ seq }) => `${seq}`,
    rows: () => ({
      rows: entries,
      total: entries.length,
      count: `The latest ${entries.length}`,
      previous: null,
      next: null,
    }),
    empty: { title: "Nothing has been changed yet", text: "Changes by staff will be listed here." },
  };
  const { title, text } = definition.empty;
  return (
    <Block
      title={definition.title}
      action={<a href={auditHref()} class="text-link text-sm">Audit log</a>}
    >
      {entries.length === 0
        ? <p class="border-y border-line py-2.5 text-sm">{title}. {text}</p>
        : await List({ definition, query: new URLSearchParams() })}
    </Block>
  );
}
