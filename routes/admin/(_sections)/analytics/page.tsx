import type { JSX } from "preact";
import { AdminHeader } from "@/components/admin/AdminHeader.tsx";
import { BACKWARDS, unusedBecause } from "@/components/admin/list/define.ts";
import { ExportLinks } from "@/components/admin/list/links.tsx";
import { Block } from "@/components/admin/Block.tsx";
import { CountTable } from "./CountTable.tsx";
import { type Figures, figuresOf } from "./figures.ts";
import { PeriodPicker } from "./PeriodPicker.tsx";
import { analyticsHref } from "@/components/hrefs/admin.ts";
import { EmptyState } from "@/components/ui/EmptyState.tsx";
import type { FieldErrors } from "@/lib/records/mod.ts";
import { authorize } from "@/lib/staff/mod.ts";
import { FEWEST, periodOf, PeriodQuery, readAnalytics } from "@/lib/analytics/mod.ts";
import { define } from "@/lib/define.ts";
import { parseQuery } from "@/lib/http/mod.ts";

export const handler = define.handlers({
  async GET(ctx) {
    authorize(ctx.state, "view_audit");
    const { db, now, catalog, config: { cmp } } = ctx.state.services;
    const unused = unusedDays(ctx.url.searchParams);
    const query = new URLSearchParams(ctx.url.searchParams);
    for (const name of Object.keys(unused)) query.delete(name);
    const period = periodOf(parseQuery(new URL(`?${query}`, ctx.url), PeriodQuery), now());
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
    const hasAny = report.tracks.length > 0 || report.systems.length > 0 ||
      report.unmatched.visits !== 0;
    return await ctx.render(
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
        <PeriodPicker period={period} query={query} unused={unused} now={now()} />
        {hasAny
          ? (
            <div class="mt-8 grid grid-cols-[minmax(0,1fr)] gap-8">
              {figuresOf(report, snapshot).map((figures) => (
                <Part key={figures.title} figures={figures} />
              ))}
            </div>
          )
          : (
            <EmptyState title="No visits in this period">
              <p>
                {period.from >= period.end
                  ? BACKWARDS
                  : canAgree
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
      </>,
    );
  },
});

/** Returns the errors of the days in the query that are none, so that the page can show them beside their fields. */
function unusedDays(query: URLSearchParams): FieldErrors {
  const errors = ["from", "to"].map((name) =>
    [name, unusedBecause(query, { name, label: name, type: "date" })] as const
  );
  return Object.fromEntries(errors.flatMap(([name, error]) => error ? [[name, error]] : []));
}

function Part({ figures: { title, text, tables } }: { figures: Figures }): JSX.Element {
  return (
    <Block title={title} lead={text}>
      <div class="grid grid-cols-[minmax(0,1fr)] gap-6">
        {tables.map((counts) => <CountTable key={counts.caption} counts={counts} />)}
      </div>
    </Block>
  );
}
