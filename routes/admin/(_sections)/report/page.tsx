import { page } from "fresh";
import type { JSX } from "preact";
import { z } from "zod";
import { AdminHeader } from "@/components/admin/AdminHeader.tsx";
import { GapFindings } from "./GapFindings.tsx";
import { Leads } from "./Leads.tsx";
import { RedundantRules, RulesPullingApart, UnreachableRules } from "./RuleFindings.tsx";
import { FindingIndex, Stopped, Summary } from "./Summary.tsx";
import { SecondSystems, UnreachableSystems } from "./SystemFindings.tsx";
import { TrackTabs } from "./TrackTabs.tsx";
import type { Subject } from "./parts.tsx";
import { type NoReport, Unfinished } from "./Unfinished.tsx";
import { sectionHref } from "@/components/hrefs/admin.ts";
import { ButtonLink } from "@/components/ui/Button.tsx";
import { EmptyState } from "@/components/ui/EmptyState.tsx";
import { authorize } from "@/lib/staff/mod.ts";
import type { Snapshot } from "@/lib/catalog/mod.ts";
import { define } from "@/lib/define.ts";
import { AppError, parseQuery } from "@/lib/http/mod.ts";
import { withTimeout } from "@/lib/timing/mod.ts";
import { AnalysisError, type TrackReport } from "@/lib/analysis/mod.ts";

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
    const found = await waitFor(
      ctx.state.services.analyst.report(snapshot, track?.id ?? null),
    );
    ctx.state.title = track ? `Rule report: ${track.name}` : "Rule report";
    return page({ snapshot, track, found });
  },
});

/** How long the page waits for the report, in milliseconds. The analysis continues for the next load. */
const TIMEOUT_MS = 15_000;

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

export default define.page<typeof handler>(function ReportPage({ data }) {
  const { snapshot, found } = data;
  const track = data.track?.id ?? null;
  return (
    <>
      <AdminHeader
        title="Rule report"
        lead="Checks every possible set of answers on a track, skipped questions included. Every figure is exact."
      />
      <TrackTabs
        tracks={snapshot.tracks}
        withDefault={track === null || !sharesDefault(snapshot)}
        current={track}
      />
      {found.report === null
        ? <Unfinished why={found.why} />
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
});

/** Whether any track uses the same rule set as buyers without a track. */
function sharesDefault({ tracks, ruleSetIdFor }: Snapshot): boolean {
  return tracks.some(({ id }) => ruleSetIdFor(id) === ruleSetIdFor(null));
}

/** The report: figures, then findings, then the picked systems. */
function Report(subject: Subject): JSX.Element {
  const { snapshot, report } = subject;
  return (
    <div class="mt-6 grid grid-cols-[minmax(0,1fr)] gap-6">
      {report.stopped && (
        <Stopped snapshot={snapshot} stopped={report.stopped} steps={report.steps} />
      )}
      <Summary report={report} />
      <FindingIndex report={report} />
      <GapFindings {...subject} />
      <UnreachableSystems {...subject} />
      <UnreachableRules {...subject} />
      <RedundantRules {...subject} />
      <RulesPullingApart {...subject} />
      <SecondSystems {...subject} />
      {report.leads.length > 0 && <Leads {...subject} />}
    </div>
  );
}
