import type { JSX } from "preact";
import { ContentType, ENOUGH_PASSAGES } from "../../../../lib/corpus/mod.ts";
import { Badge } from "../../../../components/ui/Badge.tsx";
import { Cell, RowHead } from "../../../../components/ui/Table.tsx";
import { RecordId } from "../../../../components/admin/AdminHeader.tsx";
import { type Column, DataTable } from "../../../../components/admin/DataTable.tsx";
import { recordHref, sectionHref } from "../../../../components/hrefs/admin.ts";
import { withQuery } from "../../../../components/admin/list_query.ts";
import { COVERAGE_CHOICES, type CoverageQuery, type CoveredSystem } from "./coverage.ts";
import { CONTENT_TYPES } from "./labels.ts";

const COLUMNS: readonly Column[] = [
  { id: "system", label: "System", sortable: true },
  { id: "items", label: "Documents", sortable: true, numeric: true },
  { id: "passages", label: "Passages", sortable: true, numeric: true },
  ...ContentType.options.map((type) => ({
    id: `type-${type}`,
    label: `${CONTENT_TYPES[type]}s`,
    numeric: true,
  })),
];

interface CoverageTableProps {
  params: URLSearchParams;
  query: CoverageQuery;
  systems: readonly CoveredSystem[];
}

/** How much can be quoted about each system, by kind of document. */
export function CoverageTable({ params, query, systems }: CoverageTableProps): JSX.Element {
  return (
    <>
      <nav aria-label="Which systems" class="tabs">
        {COVERAGE_CHOICES.map(({ value, label }) => (
          <a
            key={value}
            href={withQuery(params, { show: value === "" ? null : value })}
            aria-current={value === query.show ? "true" : undefined}
          >
            {label}
          </a>
        ))}
      </nav>
      <DataTable
        caption="Passages about each system"
        columns={COLUMNS}
        query={params}
        sort={query.sort}
        total={systems.length}
        noun="system"
        filters={["show"]}
        empty={{
          title: "No systems yet",
          text: "The catalog has no system that buyers could be given.",
        }}
      >
        {systems.map(({ system: { id, name }, items, passages, byType }) => (
          <tr key={id}>
            <RowHead class="min-w-40">
              <a href={recordHref("systems", id)} class="text-link">{name}</a>{" "}
              <RecordId>{id}</RecordId>
            </RowHead>
            <Cell class="text-end">
              {items === 0 ? <span class="text-muted">0</span> : (
                <a
                  href={sectionHref("corpus", `${new URLSearchParams({ system: id })}`)}
                  class="text-link"
                >
                  {items}
                </a>
              )}
            </Cell>
            <Cell class="text-end whitespace-nowrap">
              {passages < ENOUGH_PASSAGES && (
                <Badge tone="warning" class="me-2">
                  {passages === 0 ? "No evidence" : "Too few"}
                </Badge>
              )}
              {passages}
            </Cell>
            {ContentType.options.map((type) => (
              <Cell key={type} class="text-end text-muted">{byType[type] ?? 0}</Cell>
            ))}
          </tr>
        ))}
      </DataTable>
    </>
  );
}
