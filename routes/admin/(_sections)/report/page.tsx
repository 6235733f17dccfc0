import type { JSX } from "preact";
import { z } from "zod";
import { AdminHeader } from "@/components/admin/AdminHeader.tsx";
import { Leads } from "./Leads.tsx";
import { FindingSections } from "./findings.tsx";
import { FindingIndex, Stopped, Summary } from "./Summary.tsx";
import type { Subject } from "./parts.tsx";
import { sectionHref } from "@/components/hrefs/admin.ts";
import { counted } from "@/components/ui/counted.ts";
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

const ReportQuery = z.object({
  track: z.string().trim().optional(),
  /** Whether to wait until the report is made: that of somebody who has seen that it is not. */
  wait: z.literal("true").optional().catch(undefined),
});

export const handler = define.handlers({
  async GET(ctx) {
    authorize(ctx.state, "edit_rules");
    const snapshot = ctx.state.services.catalog.current();
    const query = parseQuery(ctx.url, ReportQuery);
    const asked = query.track ?? snapshot.tracks[0]?.id;
    const track = snapshot.tracks.find(({ id }) => id === asked) ?? null;
    if (asked && !track) {
      throw new AppError("not_found", "There is no such track, or it is retired.");
    }
    const id = track?.id ?? null;
    const { analyst } = ctx.state.services;
    const found = await waitFor(analyst.report(snapshot, id), query.wait ? LONG_MS : SHORT_MS);
    ctx.state.title = track ? `Rule report: ${track.name}` : "Rule report";
    return await ctx.render(
      <ReportPage snapshot={snapshot} track={id} found={found} tookMs={analyst.tookMs(id)} />,
    );
  },
});

/**
 * How long the page waits for the report, in milliseconds, before it says that there is none yet. The analysis goes on.
 * The long wait ends before that of the script, which asks again.
 */
const SHORT_MS = 2_000;
const LONG_MS = 10_000;

/** Why there is no report: still running, or its fault. */
type NoReport = AnalysisFault | "pending";

const WHY: Record<AnalysisFault, string> = {
  superseded: "The catalog changed while we made the report.",
  abandoned: "The report was cancelled.",
  timed_out: "The report took too long, so we stopped it. We try again after the next change " +
    "of the catalog; fewer rules, options or questions make it faster.",
  crashed: "We could not make the report; the service’s log says why.",
  stopped: "The service is being stopped.",
};

type WaitedFor =
  | { readonly report: TrackReport; readonly why: null }
  | { readonly report: null; readonly why: NoReport };

async function waitFor(running: Promise<TrackReport>, waitMs: number): Promise<WaitedFor> {
  try {
    const report = await withTimeout(waitMs, () => running, () => null);
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
  /** How long the last report of the track took, in milliseconds; null when there was none. */
  tookMs: number | null;
}

function ReportPage({ snapshot, track, found, tookMs }: ReportPageProps): JSX.Element {
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
        ? <NotYet why={found.why} track={track} tookMs={tookMs} />
        : found.report.size.all === 0n && !found.report.stopped
        ? (
          <EmptyState
            title="Nothing to report"
            actions={
              <ButtonLink variant="secondary" href={sectionHref("factors")}>Factors</ButtonLink>
            }
          >
            <p>This track has no questions yet, so there is nothing to report.</p>
          </EmptyState>
        )
        : <Report snapshot={snapshot} track={track} report={found.report} />}
    </>
  );
}

interface NotYetProps extends Pick<ReportPageProps, "track" | "tookMs"> {
  why: NoReport;
}

/** Why there is no report yet, and the way to it. The script follows the way by itself while the report is made. */
function NotYet({ why, track, tookMs }: NotYetProps): JSX.Element {
  const again = (label: string, isAwaited: boolean) => (
    <ButtonLink
      variant="secondary"
      class="mt-3"
      href={`?${new URLSearchParams({
        track: track ?? "",
        ...(isAwaited && { wait: "true" }),
      })}`}
      data-awaited={isAwaited ? "" : undefined}
    >
      {label}
    </ButtonLink>
  );
  return why === "pending"
    ? (
      <Notice tone="info" title="We are making the report" role="status" class="mt-6">
        <p>
          {tookMs === null
            ? "With so many rules this can take some minutes."
            : `This takes about ${
              counted(Math.ceil(tookMs / 1000), "second")
            }, as the last one did.`}{" "}
          <span data-awaited-note hidden>
            It appears here as soon as it is made.
          </span>
        </p>
        {again("Look again", true)}
      </Notice>
    )
    : (
      <Notice tone="warning" title="There is no report yet" role="status" class="mt-6">
        <p>{WHY[why]}</p>
        {why !== "timed_out" && again("Make it again", false)}
      </Notice>
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
