/** The table of a list: its count, sortable headings, and the buttons that move a row. */
import type { ComponentChildren, JSX } from "preact";
import { classNames } from "@/components/ui/class_names.ts";
import { Icon } from "@/components/ui/Icon.tsx";
import { type RowsColumn, RowsTable } from "@/components/ui/Table.tsx";
import { MoveButtons } from "../controls.tsx";
import type { ListPage } from "@/lib/text/mod.ts";
import { withQuery } from "../list_query.ts";
import { PostForm } from "../RecordForm.tsx";
import {
  type ListColumn,
  type ListDefinition,
  listHref,
  type ListState,
  type ShownList,
} from "./define.ts";
import { rowId } from "./reorder.ts";

/** Id of the column with the position of a row. */
export const POSITION = "position";

interface ListTableProps<T> {
  readonly definition: ListDefinition<T>;
  /** The columns to show. */
  readonly columns: readonly ListColumn<T>[];
  readonly list: ShownList;
  readonly page: ListPage<T>;
  /** The number of records on all pages, in words. */
  readonly count: string;
  /** Beside the count. */
  readonly actions: ComponentChildren;
  /** Below the count. */
  readonly note: ComponentChildren;
}

/** The rows of a page, below their count. */
export function ListTable<T>(props: ListTableProps<T>): JSX.Element {
  const { definition, columns, list, page, count, actions, note } = props;
  const { title, caption = title, idOf, rowData, order } = definition;
  return (
    <div>
      <div class="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 pb-2 text-sm">
        <p class="text-muted">{count}</p>
        <span class="flex flex-wrap items-center gap-x-5 gap-y-1">{actions}</span>
      </div>
      {note}
      <RowsTable
        caption={caption}
        head="quiet"
        stacks
        rows={page.rows}
        rowProps={(row) => ({ id: rowId(idOf(row)), ...rowData?.(row) })}
        columns={columns.map((column): RowsColumn<T> => {
          const { id, sortBy, text = sortBy, cell = text, isHead, cellClass } = column;
          const shown = { ...column, ...headOf(column, list) };
          return id === POSITION && order
            ? {
              ...shown,
              cellLabelHidden: true,
              cellClass: "whitespace-nowrap",
              cell: (row, index) => <Position {...{ row, index, definition, list, page }} />,
            }
            : {
              ...shown,
              cellClass: classNames(isHead && "min-w-36 wrap-anywhere", cellClass),
              cell: (row) => cell?.(row, list),
            };
        })}
      />
    </div>
  );
}

/** Returns the heading of a column. If sortable, it links the list sorted by it, or reversed, from the first page. */
function headOf<T>(
  { id, label, sortBy }: ListColumn<T>,
  { sort, params }: ListState,
): Pick<RowsColumn<T>, "head" | "sorted"> {
  if (!sortBy) return { head: <span class="inline-flex min-h-6 items-center">{label}</span> };
  const order = sort?.by === id ? (sort.descending ? "descending" : "ascending") : undefined;
  const next = order === "ascending" ? `-${id}` : id;
  return {
    sorted: order ?? "none",
    head: (
      <a href={withQuery(params, { sort: next, page: null })} class="sort-link" data-order={order}>
        {label}
        <Icon name="chevron" class="size-3.5" />
      </a>
    ),
  };
}

interface PositionProps<T> extends Pick<ListTableProps<T>, "definition" | "list" | "page"> {
  readonly row: T;
  /** Index of the row on the page. */
  readonly index: number;
}

/** The position of a row, and the buttons that move it. */
function Position<T>({ row, index, definition, list, page }: PositionProps<T>): JSX.Element {
  const { slug, idOf, order } = definition;
  const { positionOf, nameOf, takesPart = () => true, grip, action } = order ?? {};
  const mayMove = list.isWhole && page.total > 1 && takesPart(row);
  const next = page.rows[index + 1];
  const isLast = next === undefined ? page.page === page.pages : !takesPart(next);
  return (
    <div class="-my-1 inline-flex items-center gap-1">
      {positionOf && <span class="min-w-6 text-end text-muted">{positionOf(row)}</span>}
      {mayMove && (
        <>
          <PostForm
            action={action ?? (slug && listHref(slug, list, page.page))}
            hidden={{ id: idOf(row) }}
            class="inline-flex"
          >
            <MoveButtons
              about={nameOf?.(row) ?? ""}
              first={index === 0 && page.page === 1}
              last={isLast}
            />
          </PostForm>
          {grip}
        </>
      )}
    </div>
  );
}
