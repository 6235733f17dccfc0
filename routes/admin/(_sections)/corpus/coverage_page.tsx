import { page } from "fresh";
import { AdminHeader } from "../../../../components/admin/AdminHeader.tsx";
import { coverageQuery, coveredSystems } from "./coverage.ts";
import { CoverageTable } from "./CoverageTable.tsx";
import { Gaps } from "./Gaps.tsx";
import { CountedSince } from "./parts.tsx";
import { corpusHref, sectionHref } from "../../../../components/hrefs/admin.ts";
import { authorize } from "../../../../lib/staff/mod.ts";
import { listUnquoted, retrievalsCountedSince } from "../../../../lib/corpus/mod.ts";
import { define } from "../../../../lib/define.ts";
import { corpusGaps } from "./gaps.ts";

export const handler = define.handlers({
  async GET(ctx) {
    authorize(ctx.state, "edit_data");
    const { services } = ctx.state;
    const params = ctx.url.searchParams;
    const query = coverageQuery(params);
    const [{ gaps, coverage }, unquoted, since] = await Promise.all([
      corpusGaps(services),
      listUnquoted(services.db, { page: 1, size: 1 }),
      retrievalsCountedSince(services.db),
    ]);
    ctx.state.title = "Coverage";
    return page({
      params,
      query,
      gaps: [...gaps, {
        label: "Passages never quoted",
        effect: "Buyers have not seen them.",
        count: unquoted.passages,
        href: corpusHref("unquoted"),
      }],
      since,
      systems: coveredSystems(services.catalog.current(), coverage, query),
    });
  },
});

export default define.page<typeof handler>(function CoveragePage({ data }) {
  const { params, query, gaps, since, systems } = data;
  return (
    <>
      <AdminHeader
        title="Coverage"
        lead="The passages of active documents that buyers can be shown about each system."
        trail={[{ label: "Documents", href: sectionHref("corpus") }]}
      />
      <Gaps gaps={gaps} />
      <CoverageTable params={params} query={query} systems={systems} />
      <p class="pt-4 text-sm text-muted">
        <CountedSince since={since} />
      </p>
    </>
  );
});
