import type { JSX } from "preact";
import type { LastChange } from "../../../../lib/records/mod.ts";
import type { PageDefinition, PageRecord } from "../../../../lib/pages/mod.ts";
import { Cell, RowHead } from "../../../../components/ui/Table.tsx";
import { type Column, DataTable } from "../../../../components/admin/DataTable.tsx";
import { recordHref } from "../../../../components/hrefs/admin.ts";
import { Moment } from "../../../../components/admin/records.tsx";

/** A page, and what has become of it. */
export interface ListedPage {
  readonly id: string;
  readonly page: PageDefinition;
  readonly record: PageRecord;
  readonly changed: LastChange | null;
}

const COLUMNS: readonly Column[] = [
  { id: "name", label: "Page" },
  { id: "texts", label: "Texts changed", numeric: true },
  { id: "slots", label: "Pictures", numeric: true },
  { id: "changed", label: "Last changed" },
];

/** The pages, and how far they differ from what they come with. */
export function PageTable({ pages }: { pages: readonly ListedPage[] }): JSX.Element {
  return (
    <DataTable
      caption="Pages"
      columns={COLUMNS}
      query={new URLSearchParams()}
      total={pages.length}
      noun="page"
    >
      {pages.map(({ id, page, record, changed }) => (
        <tr key={id}>
          <RowHead class="font-normal!">
            <a href={recordHref("pages", id)} class="text-link font-medium">{page.name}</a>
            <p class="max-w-text text-muted">{page.about}</p>
          </RowHead>
          <Share of={Object.keys(page.fields).length} count={Object.keys(record.texts).length} />
          <Share of={Object.keys(page.slots).length} count={Object.keys(record.slots).length} />
          <Cell class="text-muted">
            {changed === null ? "Never" : (
              <>
                <Moment at={changed.at} />
                <br />
                {changed.by}
              </>
            )}
          </Cell>
        </tr>
      ))}
    </DataTable>
  );
}

function Share({ count, of }: { count: number; of: number }): JSX.Element {
  return (
    <Cell class={count === 0 ? "text-end text-muted" : "text-end"}>
      {of === 0 ? "–" : `${count} of ${of}`}
    </Cell>
  );
}
