/** The screen of every list: filters and order in the address, rows, pages and the empty state. */
import type { JSX } from "preact";
import { newRecordHref } from "@/components/hrefs/admin.ts";
import { ButtonLink } from "@/components/ui/Button.tsx";
import { classNames } from "@/components/ui/class_names.ts";
import { counted, pluralOf } from "@/components/ui/counted.ts";
import { EmptyState } from "@/components/ui/EmptyState.tsx";
import { Cell, cellContent, RowHead } from "@/components/ui/Table.tsx";
import { AdminHeader } from "../AdminHeader.tsx";
import { MoveButtons } from "../controls.tsx";
import { CursorPager, DataTable, FilterBar, ListPager, NoMatch } from "../DataTable.tsx";
import { type ListPage, pageOf, withoutAny } from "../list_query.ts";
import { PostForm } from "../RecordForm.tsx";
import type { Screen, ScreenHandler } from "../section.ts";
import type { Ctx } from "@/lib/define.ts";
import {
  type ListColumn,
  type ListDefinition,
  listHref,
  type ListState,
  readList,
  type Rows,
  type ShownList,
  sortRows,
  unusedBecause,
} from "./define.ts";
import { answerList, asksForFile, fileHref } from "./file.ts";
import { FilterField } from "./FilterField.tsx";
import { CsvLink } from "./links.tsx";
import { rowId } from "./reorder.ts";
import { SameInAll, sameInAll } from "./same.tsx";

/** Returns the screen of a list; `POST` handles the forms of its rows. */
export function listScreen<T>(
  define: (ctx: Ctx) => ListDefinition<T> | Promise<ListDefinition<T>>,
  POST?: ScreenHandler,
): Screen {
  return {
    async GET(ctx) {
      const definition = await define(ctx);
      const query = ctx.url.searchParams;
      const { file } = definition;
      if (file !== undefined && asksForFile(query)) {
        const now = ctx.state.services.now();
        return answerList({ ...definition, ...withOrder(definition) }, { name: file, query, now });
      }
      const { title, lead, trail = [], above, actions = newRecord(definition), after } = definition;
      ctx.state.title = title;
      return await ctx.render(
        <>
          <AdminHeader title={title} lead={lead} trail={trail} actions={actions} />
          {above}
          {await List({ definition, query })}
          {after}
        </>,
      );
    },
    ...(POST && { POST }),
  };
}

function newRecord<T>({ slug, noun }: ListDefinition<T>): JSX.Element | undefined {
  return slug && <ButtonLink size="small" href={newRecordHref(slug)}>New {noun}</ButtonLink>;
}

interface ListProps<T> {
  readonly definition: ListDefinition<T>;
  /** As in the address. */
  readonly query: URLSearchParams;
}

/** A list without its heading. */
export async function List<T>({ definition, query }: ListProps<T>): Promise<JSX.Element> {
  const { slug, title, noun, caption, filters = [], empty, order, file, tools, below } = definition;
  const ordered = withOrder(definition);
  const state = readList(query, ordered);
  const found = await definition.rows(state);
  const stretch = "next" in found ? found : null;
  const page = pageFrom(found, { definition, state, query });
  const same = saidOnce(definition, page);
  const shown = new URLSearchParams(state.params);
  const list: ShownList = { ...state, said: new Set(same.keys()) };
  const columns = ordered.columns
    .filter(({ id, isShown }) => !same.has(id) && (isShown?.(page.rows) ?? true));
  const keys = filters.map(({ name }) => name);
  const mayMove = order !== undefined && state.isWhole && page.total > 1;
  const isNarrowed = !empty.always && keys.some((key) => state.filter(key) !== "");
  const count = stretch?.count ?? counted(page.total, noun);
  const isEmpty = empty.always ?? (page.total === 0 && !isNarrowed);
  // A select without an empty choice always leaves something out, and a store does not count all rows.
  const mayHaveOthers = stretch !== null ||
    filters.some(({ options, empty }) => options && empty === undefined);
  const isFiltered = filters.some(({ type }) => type !== "hidden") &&
    !(isEmpty && (empty.always || !mayHaveOthers));
  const noRows = () =>
    isEmpty
      ? (
        <EmptyState title={empty.title ?? `No ${pluralOf(noun)} yet`} actions={empty.action}>
          <p>{empty.text}</p>
        </EmptyState>
      )
      : <NoMatch noun={noun} clear={withoutAny(shown, [...keys, "page"])} />;
  return (
    <>
      {isFiltered && (
        <FilterBar query={state.params} filters={keys}>
          {Object.entries(definition.keeps ?? {}).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          {filters.map((filter) => (
            <FilterField
              key={filter.name}
              {...filter}
              value={state.filter(filter.name)}
              error={unusedBecause(query, filter)}
            />
          ))}
        </FilterBar>
      )}
      {page.rows.length === 0 ? noRows() : (
        <DataTable
          caption={caption ?? title}
          columns={columns.map(({ sortBy, ...column }) => ({ ...column, sortable: !!sortBy }))}
          query={shown}
          sort={state.sort ?? undefined}
          count={isNarrowed ? `${count} ${page.total === 1 ? "matches" : "match"}` : count}
          actions={
            <>
              {tools?.(state)}
              {file !== undefined && <CsvLink href={fileHref(shown)} />}
            </>
          }
          note={<SameInAll parts={[...same.values()]} />}
          stacks={!definition.fitsNarrow}
        >
          {page.rows.map((row, index) => (
            <tr
              key={definition.idOf(row)}
              id={rowId(definition.idOf(row))}
              {...definition.rowData?.(row)}
            >
              {columns.map((column) =>
                column.id === POSITION && order
                  ? (
                    <PositionCell
                      key={column.id}
                      {...{ row, definition, mayMove, page, index }}
                      action={order.action ?? (slug && listHref(slug, state, page.page))}
                    />
                  )
                  : <ColumnCell key={column.id} {...{ column, row, list }} />
              )}
            </tr>
          ))}
        </DataTable>
      )}
      {page.total > 0 && below?.(state, page)}
      {stretch
        ? <CursorPager query={shown} {...stretch} />
        : <ListPager query={shown} page={page.page} pages={page.pages} />}
      {order && !state.isWhole && page.total > 1 && (
        <p class="pt-3 text-xs text-muted">
          To move {pluralOf(noun)},{" "}
          <a class="text-link" href={withoutAny(shown, [...keys, "sort"])}>
            show the whole list in its order
          </a>.
        </p>
      )}
    </>
  );
}

const POSITION = "position";

/** Adds the position column to a list that staff put in order, and makes it the default order. */
function withOrder<T>(
  definition: ListDefinition<T>,
): Pick<ListDefinition<T>, "filters" | "keeps" | "sort" | "columns"> {
  const { filters, keeps, columns, sort, order } = definition;
  const { label = "Order", positionOf } = order ?? {};
  const position: ListColumn<T> = {
    id: POSITION,
    label,
    ...(positionOf && columns.some(({ sortBy }) => sortBy) && { sortBy: positionOf }),
    cell: () => null,
  };
  return {
    ...(filters && { filters }),
    ...(keeps && { keeps }),
    ...(sort ? { sort } : order && { sort: { by: POSITION, descending: false } }),
    columns: order && !columns.some(({ id }) => id === POSITION) ? [position, ...columns] : columns,
  };
}

interface Cutting<T> {
  readonly definition: ListDefinition<T>;
  readonly state: ListState;
  readonly query: URLSearchParams;
}

function pageFrom<T>(
  found: Rows<T>,
  { definition, state: { sort }, query }: Cutting<T>,
): ListPage<T> {
  if ("next" in found) return { ...found, page: 1, pages: 1 };
  if ("rows" in found) return found;
  const rows = sortRows(found, withOrder(definition).columns, sort);
  return pageOf(rows, query, definition.pageSize ?? Math.max(rows.length, 1));
}

/**
 * Returns the statements about shared values by the id that they replace. A sortable column stays while other pages
 * may differ, because its heading is the sort link.
 */
function saidOnce<T>(
  { same = [], columns }: ListDefinition<T>,
  { rows, total }: Pick<ListPage<T>, "rows" | "total">,
): Map<string, string | null> {
  const isPart = (id: string) =>
    rows.length < total && columns.some((column) => column.id === id && column.sortBy);
  return new Map(same.flatMap(({ id, textOf, say }) => {
    const text = isPart(id) ? null : sameInAll(rows, textOf);
    return text === null ? [] : [[id, say(text)]];
  }));
}

interface ColumnCellProps<T> {
  readonly column: ListColumn<T>;
  readonly row: T;
  readonly list: ShownList;
}

function ColumnCell<T>({ column, row, list }: ColumnCellProps<T>): JSX.Element {
  const { cell, isHead, numeric, label, labelHidden, cellClass } = column;
  const look = classNames(numeric && "text-end", cellClass);
  const content = cellContent(cell(row, list), numeric);
  return isHead
    ? <RowHead class={classNames("min-w-36 wrap-anywhere", look)}>{content}</RowHead>
    : <Cell class={look} label={labelHidden ? undefined : label}>{content}</Cell>;
}

interface PositionCellProps<T> {
  readonly row: T;
  readonly definition: ListDefinition<T>;
  readonly page: ListPage<T>;
  /** Index of the row on the page. */
  readonly index: number;
  readonly mayMove: boolean;
  /** Where the form posts to. */
  readonly action: string | undefined;
}

/** The position of a row, and the buttons that move it. */
function PositionCell<T>(props: PositionCellProps<T>): JSX.Element {
  const { row, definition: { idOf, order, fitsNarrow }, page, index, mayMove, action } = props;
  const { positionOf, nameOf, takesPart = () => true, grip } = order ?? {};
  const look = classNames("-my-1 inline-flex items-center gap-1", fitsNarrow && "max-sm:flex-col");
  const next = page.rows[index + 1];
  const isLast = next === undefined ? page.page === page.pages : !takesPart(next);
  return (
    <Cell class="whitespace-nowrap">
      <span class={look}>
        {positionOf && <span class="min-w-6 text-end text-muted">{positionOf(row)}</span>}
        {mayMove && takesPart(row) && (
          <>
            <PostForm action={action} hidden={{ id: idOf(row) }} class="inline-flex">
              <MoveButtons
                about={nameOf?.(row) ?? ""}
                first={index === 0 && page.page === 1}
                last={isLast}
                stacked
              />
            </PostForm>
            {grip}
          </>
        )}
      </span>
    </Cell>
  );
}
