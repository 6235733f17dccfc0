/** The page that shows how much can be quoted about each system, by kind of document. */
import { RecordLink } from "@/components/admin/list/parts.tsx";
import { sectionLink } from "@/components/admin/sections.ts";
import { Day } from "@/components/admin/records.tsx";
import { listScreen } from "@/components/admin/list/screen.tsx";
import { sectionHref } from "@/components/hrefs/admin.ts";
import { Badge } from "@/components/ui/Badge.tsx";
import { ContentType, ENOUGH_PASSAGES, retrievalsCountedSince } from "@/lib/corpus/mod.ts";
import { define } from "@/lib/define.ts";
import { authorize } from "@/lib/staff/mod.ts";
import { COVERAGE_CHOICES, type CoveredSystem, coveredSystems } from "./coverage.ts";
import { corpusGaps, countedGap, Gaps } from "./gaps.tsx";
import { CONTENT_KINDS } from "@/components/buyer/content_kinds.ts";
import { NEVER_QUOTED } from "./item_list.ts";
import type { ListColumn, ListDefinition } from "@/components/admin/list/define.ts";
import { formatCount } from "@/lib/text/mod.ts";

export const handler = define.handlers({
  GET: listScreen(async ({ state }): Promise<ListDefinition<CoveredSystem>> => {
    authorize(state, "edit_data");
    const { db, catalog } = state.services;
    const [{ gaps, coverage }, neverQuoted, since] = await Promise.all([
      corpusGaps(state.services),
      countedGap(db, NEVER_QUOTED),
      retrievalsCountedSince(db),
    ]);
    return {
      title: "Coverage",
      lead: "The passages of active documents that buyers can be shown about each system.",
      trail: [sectionLink("corpus")],
      above: <Gaps gaps={[...gaps, neverQuoted]} />,
      caption: "Passages about each system",
      noun: "system",
      pageSize: 100,
      ...COVERAGE,
      rows: ({ filter }) => coveredSystems(catalog.current(), coverage, filter("show")),
      idOf: ({ system }) => system.id,
      after: (
        <p class="pt-4 text-sm text-muted">
          We count the passages that we look up for buyers{since && (
            <>
              , since <Day at={since} />
            </>
          )}. A cached answer counts only once.
        </p>
      ),
      empty: { text: "The catalog has no live system." },
    };
  }).GET,
});

const COLUMNS: readonly ListColumn<CoveredSystem>[] = [
  {
    id: "system",
    label: "System",
    isHead: true,
    cellClass: "min-w-40",
    sortBy: ({ system }) => system.name,
    cell: ({ system: { id, name } }) => <RecordLink of="systems" id={id} name={name} />,
  },
  {
    id: "items",
    label: "Documents",
    numeric: true,
    sortBy: ({ items }) => items,
    cell: ({ items, system: { id } }) =>
      items === 0 ? <span class="text-muted">0</span> : (
        <a
          href={sectionHref("corpus", `${new URLSearchParams({ system: id })}`)}
          class="text-link"
        >
          {formatCount(items)}
        </a>
      ),
  },
  {
    id: "passages",
    label: "Passages",
    numeric: true,
    cellClass: "whitespace-nowrap",
    sortBy: ({ passages }) => passages,
    cell: ({ passages }) => (
      <>
        {passages < ENOUGH_PASSAGES && (
          <Badge tone="warning" class="me-2">
            {passages === 0 ? "No evidence" : "Too few"}
          </Badge>
        )}
        {formatCount(passages)}
      </>
    ),
  },
  ...ContentType.options.map((type) => ({
    id: `type-${type}`,
    label: `${CONTENT_KINDS[type]}s`,
    numeric: true,
    cellClass: "text-muted",
    cell: ({ byType }: CoveredSystem) => byType[type] ?? 0,
  })),
];

/** The filters, columns and order of the list. */
export const COVERAGE = {
  filters: [{ name: "show", label: "Which systems", options: COVERAGE_CHOICES }],
  columns: COLUMNS,
  sort: { by: "passages", descending: false },
} as const satisfies Partial<ListDefinition<CoveredSystem>>;
