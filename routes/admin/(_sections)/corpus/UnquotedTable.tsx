import type { JSX } from "preact";
import type { UnquotedPage } from "../../../../lib/corpus/mod.ts";
import { Cell, RowHead } from "../../../../components/ui/Table.tsx";
import { type Column, DataTable, ListPager } from "../../../../components/admin/DataTable.tsx";
import { ItemLink } from "./parts.tsx";

const COLUMNS: readonly Column[] = [
  { id: "title", label: "Title" },
  { id: "unquoted", label: "Never quoted", numeric: true },
  { id: "passages", label: "Passages", numeric: true },
];

interface UnquotedTableProps {
  /** As in the address. */
  params: URLSearchParams;
  found: UnquotedPage;
}

/** The active documents with passages that no buyer was shown, those with most of them first. */
export function UnquotedTable({ params, found }: UnquotedTableProps): JSX.Element {
  return (
    <>
      <DataTable
        caption="Documents with passages never quoted"
        columns={COLUMNS}
        query={params}
        total={found.total}
        noun="document"
        empty={{
          title: "None",
          text: "Every passage of an active document was quoted at least once.",
        }}
      >
        {found.items.map((item) => (
          <tr key={item.id}>
            <RowHead class="min-w-52">
              <ItemLink item={item} />
            </RowHead>
            <Cell class="text-end">{item.unquoted}</Cell>
            <Cell class="text-end text-muted">{item.passages}</Cell>
          </tr>
        ))}
      </DataTable>
      <ListPager query={params} page={found.page} pages={found.pages} />
    </>
  );
}
