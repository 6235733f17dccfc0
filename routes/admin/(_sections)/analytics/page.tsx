import { page } from "fresh";
import type { ComponentChildren, JSX } from "preact";
import { AdminHeader } from "@/components/admin/AdminHeader.tsx";
import { ExportLinks } from "@/components/admin/list/links.tsx";
import {
  ConversionTable,
  FunnelTable,
  QuestionTable,
  SystemTable,
  TimeTable,
  UnmatchedTable,
} from "./figures.tsx";
import { PeriodPicker } from "./PeriodPicker.tsx";
import { analyticsHref } from "@/components/hrefs/admin.ts";
import { counted } from "@/components/ui/counted.ts";
import { EmptyState } from "@/components/ui/EmptyState.tsx";
import { authorize } from "@/lib/staff/mod.ts";
import {
  type AnalyticsReport,
  FEWEST,
  periodOf,
  PeriodQuery,
  readAnalytics,
  type Visits,
} from "@/lib/analytics/mod.ts";
import type { Snapshot } from "@/lib/catalog/mod.ts";
import { define } from "@/lib/define.ts";
import { parseQuery } from "@/lib/http/mod.ts";

export const handler = define.handlers({
  async GET(ctx) {
    authorize(ctx.state, "view_audit");
    const { db, now, catalog, config: { cmp } } = ctx.state.services;
    const period = periodOf(parseQuery(ctx.url, PeriodQuery), now());
    const snapshot = catalog.current();
    const factors = snapshot.catalog.factors.map(({ id, options }) => ({
      factorId: id,
      optionIds: options.map((option) => option.id),
    }));
    const report = await readAnalytics(db, period, {
      factors,
      systemIds: snapshot.catalog.systems.map(({ id }) => id),
      trackIds: snapshot.catalog.tracks.map(({ id }) => id),
    });
    ctx.state.title = "Analytics";
    const canAgree = (cmp?.measurementPurpose ?? null) !== null;
    const query = new URLSearchParams(ctx.url.search);
    return page({ report, period, snapshot, canAgree, query });
  },
});

export default define.page<typeof handler>(function AnalyticsPage({ data }) {
  const { report, period, snapshot, canAgree, query } = data;
  const hasAny = report.tracks.length > 0 || report.systems.length > 0 ||
    report.unmatched.visits !== 0;
  return (
    <>
      <AdminHeader
        title="Analytics"
        lead={`The visits of people who agreed to measurement. Each figure counts visits, not clicks. A figure reads “too few” if it is below ${FEWEST} or would reveal one that is. A visit counts as long as we keep its session.`}
        actions={
          <ExportLinks
            label="Export the events"
            page={analyticsHref()}
            query={query}
            formats={{ csv: "CSV", ndjson: "NDJSON", dictionary: "What the columns mean" }}
          />
        }
      />
      <PeriodPicker period={period} query={query} />
      {hasAny
        ? <Report report={report} snapshot={snapshot} />
        : (
          <EmptyState title="No visits in this period">
            <p>
              {canAgree
                ? "Visits are counted once a visitor agrees to measurement in the consent banner. Choose a longer period, or come back later."
                : (
                  <>
                    No visitor can agree to measurement yet. Set{" "}
                    <code class="font-mono text-xs">CMP_SITE_ID</code> and{" "}
                    <code class="font-mono text-xs">CMP_PURPOSE_MEASUREMENT</code>, and start the
                    service again.
                  </>
                )}
            </p>
          </EmptyState>
        )}
    </>
  );
});

function Report({ report, snapshot }: {
  report: AnalyticsReport;
  snapshot: Snapshot;
}): JSX.Element {
  const { all, tracks, questions, systems, conversions, medianSeconds, times, unmatched } = report;
  const { catalog } = snapshot;
  const trackName = (id: string | null) =>
    id === null
      ? "All questions, no track"
      : catalog.tracks.find((track) => track.id === id)?.name ?? id;
  const place = (id: string) => catalog.factors.findIndex((factor) => factor.id === id);
  const named = systems.map((row) => ({
    ...row,
    name: catalog.systems.find(({ id }) => id === row.systemId)?.name ?? row.systemId,
  }));
  named.sort((a, b) =>
    (b.recommended ?? 0) - (a.recommended ?? 0) || a.name.localeCompare(b.name, "en")
  );
  const options = unmatched.options.map((row) => ({
    ...row,
    name: optionName(snapshot, row.optionId),
  }));
  return (
    <>
      <Part
        title="From the first question to a contact"
        text="Each stage is counted on its own. A visit that agreed to measurement late appears only in the later stages."
      >
        <FunnelTable funnel={all} caption="Visits by stage, on all tracks" />
      </Part>
      <Part title="Conversions">
        <ConversionTable rows={conversions} />
      </Part>
      <Part
        title="Time to a result"
        text={medianSeconds === null
          ? undefined
          : `Half of the visits that saw a recommendation got there within ${
            durationOf(medianSeconds)
          } of their first question.`}
      >
        <TimeTable times={times} />
      </Part>
      {tracks.map((funnel) => {
        const own = questions.filter(({ track }) => track === funnel.track).map((row) => ({
          ...row,
          name: catalog.factors.find(({ id }) => id === row.factorId)?.name ?? row.factorId,
        })).sort((a, b) => place(a.factorId) - place(b.factorId));
        return (
          <Part key={funnel.track} title={trackName(funnel.track)}>
            <FunnelTable funnel={funnel} caption={`Visits by stage: ${trackName(funnel.track)}`} />
            {own.length > 0 && (
              <div class="mt-6">
                <QuestionTable
                  rows={own}
                  caption={`Visits by question: ${trackName(funnel.track)}`}
                />
              </div>
            )}
          </Part>
        );
      })}
      {named.length > 0 && (
        <Part
          title="Systems"
          text="A visit ends on a system when that system’s recommendation or page is the last one seen."
        >
          <SystemTable rows={named} />
        </Part>
      )}
      <Part
        title="Answers without a recommendation"
        text={unmatchedInWords(unmatched.visits, options.length)}
      >
        {options.length > 0 && <UnmatchedTable rows={options} of={unmatched.visits} />}
      </Part>
    </>
  );
}

function Part({ title, text, children }: {
  title: string;
  text?: string | undefined;
  children?: ComponentChildren;
}): JSX.Element {
  return (
    <section class="mt-8">
      <h2 class="mb-2 font-medium">{title}</h2>
      {text && <p class="mb-3 max-w-text text-sm text-muted">{text}</p>}
      {children}
    </section>
  );
}

function optionName({ catalog }: Snapshot, optionId: string): string {
  for (const { name, options } of catalog.factors) {
    const option = options.find(({ id }) => id === optionId);
    if (option) return `${name}: ${option.label}`;
  }
  return optionId;
}

function unmatchedInWords(visits: Visits, options: number): string {
  if (visits === 0) return "No visit came to a result without a recommendation.";
  if (visits === null) {
    return `Some visits got no recommendation. They are too few to show (fewer than ${FEWEST}).`;
  }
  const many = `${counted(visits, "visit")} got no recommendation.`;
  return options === 0
    ? `${many} None of their answers was common enough to show.`
    : `${many} These are their most common answers.`;
}

function durationOf(seconds: number): string {
  const whole = Math.max(1, Math.round(seconds));
  return whole < 120 ? counted(whole, "second") : counted(Math.round(whole / 60), "minute");
}
