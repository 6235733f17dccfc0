import type { JSX } from "preact";
import { z } from "zod";
import { AdminHeader } from "@/components/admin/AdminHeader.tsx";
import { Leads } from "./Leads.tsx";
import { FindingSections } from "./findings.tsx";
import { FindingIndex, Stopped, Summary } from "./Summary.tsx";
import type { Subject } from "./parts.tsx";
import { sectionHref } from "@/components/hrefs/admin.ts";
import { ButtonLink } from "@/components/ui/Button.tsx";
import { EmptyState } from "@/components/ui/EmptyState.tsx";
import { Notice } from "@/components/ui/Notice.tsx";
import { Tabs } from "@/components/admin/list/links.tsx";
import { authorize } from "@/lib/staff/mod.ts";
import type { Snapshot } from "@/lib/catalog/mod.ts";
import { define } from "@/lib/define.ts";
import { AppError, parseQuery } from "@/lib/http/mod.ts";
import { withTimeout } from "@/lib/timing/mod.ts";
import { AnalysisError, type AnalysisFault, type TrackReport } from "@/lib/analysis/mod.ts";

const ReportQuery = z.object({ track: z.string().trim().optional() });

export const handler = define.handlers({
  async GET(ctx) {
    authorize(ctx.state, "edit_rules");
    const snapshot = ctx.state.services.catalog.current();
    const asked = parseQuery(ctx.url, ReportQuery).track ?? snapshot.tracks[0]?.id;
    const track = snapshot.tracks.find(({ id }) => id === asked) ?? null;
    if (asked && !track) {
      throw new AppError("not_found", "There is no such track, or it is retired.");
    }
    const id = track?.id ?? null;
    const found = await waitFor(ctx.state.services.analyst.report(snapshot, id));
    ctx.state.title = track ? `Rule report: ${track.name}` : "Rule report";
    return await ctx.render(<ReportPage snapshot={snapshot} track={id} found={found} />);
  },
});

/** How long the page waits for the report, in milliseconds. The analysis continues for the next load. */
const TIMEOUT_MS = 15_000;

/** Why there is no report: still running, or its fault. */
type NoReport = AnalysisFault | "pending";

const WHY: Record<NoReport, string> = {
  pending: "We are making the report, which takes a while with so many rules. " +
    "Load the page again in a moment.",
  superseded: "The catalog changed while we made the report. Load the page again.",
  abandoned: "The report was cancelled. Load the page again.",
  timed_out: "The report took too long, so we stopped it. We try again after the next change " +
    "of the catalog; fewer rules, options or questions make it faster.",
  crashed: "We could not make the report; the service’s log says why. " +
    "Load the page again to try once more.",
  stopped: "The service is being stopped. Load the page again in a moment.",
};

type WaitedFor =
  | { readonly report: TrackReport; readonly why: null }
  | { readonly report: null; readonly why: NoReport };

async function waitFor(running: Promise<TrackReport>): Promise<WaitedFor> {
  try {
    const report = await withTimeout(TIMEOUT_MS, () => running, () => null);
    return report === null ? { report, why: "pending" } : { report, why: null };
  } catch (error) {
    if (!(error instanceof AnalysisError)) throw error;
    return { report: null, why: error.fault };
  }
}

interface ReportPageProps {
  snapshot: Snapshot;
  /** Null for buyers without a track. */
  track: string | null;
  found: WaitedFor;
}

function ReportPage({ snapshot, track, found }: ReportPageProps): JSX.Element {
  const offered = [
    ...snapshot.tracks,
    ...(track === null || !sharesDefault(snapshot) ? [{ id: "", name: "Without a track" }] : []),
  ];
  const tabs = offered.map(({ id, name }) => ({
    label: name,
    href: `?${new URLSearchParams({ track: id })}`,
    current: id === (track ?? ""),
  }));
  return (
    <>
      <AdminHeader
        title="Rule report"
        lead="Checks every possible set of answers on a track, skipped questions included. Every figure is exact."
      />
      {tabs.length > 1 && <Tabs label="Tracks" tabs={tabs} />}
      {found.report === null
        ? (
          <Notice
            tone={found.why === "pending" ? "info" : "warning"}
            title="There is no report yet"
            role="status"
            class="mt-6"
          >
            <p>{WHY[found.why]}</p>
          </Notice>
        )
        : found.report.size.all === 0n && !found.report.stopped
        ? (
          <EmptyState
            title="Nothing to report"
            actions={
              <ButtonLink variant="secondary" size="small" href={sectionHref("factors")}>
                Factors
              </ButtonLink>
            }
          >
            <p>This track has no questions yet, so there is nothing to report.</p>
          </EmptyState>
        )
        : <Report snapshot={snapshot} track={track} report={found.report} />}
    </>
  );
}

/** Whether any track uses the same rule set as buyers without a track. */
function sharesDefault({ tracks, ruleSetIdFor }: Snapshot): boolean {
  return tracks.some(({ id }) => ruleSetIdFor(id) === ruleSetIdFor(null));
}

/** The report: figures, then findings, then the picked systems. */
function Report(subject: Subject): JSX.Element {
  const { snapshot, report } = subject;
  const stopped = report.stopped && (
    <Stopped snapshot={snapshot} stopped={report.stopped} steps={report.steps} />
  );
  if (report.stopped?.question === "answers") return <div class="mt-6">{stopped}</div>;
  return (
    <div class="mt-6 grid grid-cols-[minmax(0,1fr)] gap-6">
      {stopped}
      <Summary report={report} />
      <FindingIndex report={report} />
      <FindingSections {...subject} />
      {report.leads.length > 0 && <Leads {...subject} />}
    </div>
  );
}
