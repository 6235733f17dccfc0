/** The one screen of lists: filters and order in the address, rows, the way through pages, and why there is nothing. */
import type { Context } from "fresh";
import type { JSX } from "preact";
import { newRecordHref } from "../../hrefs/admin.ts";
import { ButtonLink } from "../../ui/Button.tsx";
import { classNames } from "../../ui/class_names.ts";
import { pluralOf } from "../../ui/counted.ts";
import { Cell, RowHead } from "../../ui/Table.tsx";
import { AdminHeader } from "../AdminHeader.tsx";
import { MoveButtons } from "../controls.tsx";
import { DataTable, FilterBar, ListPager } from "../DataTable.tsx";
import { SelectField, TextField } from "../fields.tsx";
import { type ListPage, pageOf, sortRecords, withQuery } from "../list_query.ts";
import { PostForm } from "../RecordForm.tsx";
import type { Screen, ScreenHandler } from "../section.ts";
import type { State } from "../../../lib/define.ts";
import {
  type ListColumn,
  type ListDefinition,
  listHref,
  type ListState,
  readList,
  type Rows,
} from "./define.ts";
import { rowId } from "./reorder.ts";

/** A screen that lists what `define` says, and takes the forms of its rows. */
export function listScreen<T>(
  define: (ctx: Context<State>) => ListDefinition<T> | Promise<ListDefinition<T>>,
  POST?: ScreenHandler,
): Screen {
  return {
    async GET(ctx) {
      const definition = await define(ctx);
      ctx.state.title = definition.title;
      return await ctx.render(await ListPageView({ definition, query: ctx.url.searchParams }));
    },
    ...(POST && { POST }),
  };
}

interface ListPageViewProps<T> {
  readonly definition: ListDefinition<T>;
  /** As in the address. */
  readonly query: URLSearchParams;
}

/** A list with its title: what a screen of its own shows, or a part of another. */
export async function ListPageView<T>(
  { definition, query }: ListPageViewProps<T>,
): Promise<JSX.Element> {
  const { slug, title, lead, noun, above } = definition;
  const create = <ButtonLink size="small" href={newRecordHref(slug)}>New {noun}</ButtonLink>;
  const { actions = create } = definition;
  return (
    <>
      <AdminHeader title={title} lead={lead} actions={actions} />
      {above}
      {await List({ definition, query, create })}
      {definition.after}
    </>
  );
}

/** The list alone. */
async function List<T>(
  { definition, query, create }: ListPageViewProps<T> & { create: JSX.Element },
): Promise<JSX.Element> {
  const { slug, title, noun, caption, filters = [], empty, order, tools, below } = definition;
  const state = readList(query, withOrder(definition));
  const page = pageFrom(await definition.rows(state), { definition, state, query });
  const shown = new URLSearchParams(state.params);
  const columns = withOrder(definition).columns
    .filter(({ isShown }) => isShown?.(page.rows) ?? true);
  const keys = filters.map(({ name }) => name);
  const mayMove = order !== undefined && state.isWhole && page.total > 1;
  return (
    <>
      {filters.length > 0 && !empty.always && <Filters {...{ filters, state, definition }} />}
      <DataTable
        caption={caption ?? title}
        columns={columns.map(({ sortBy, ...column }) => ({ ...column, sortable: !!sortBy }))}
        query={shown}
        sort={state.sort ?? undefined}
        total={page.total}
        noun={noun}
        filters={empty.always ? [] : keys}
        isPart={empty.always === false}
        empty={{
          title: empty.title ?? `No ${pluralOf(noun)} yet`,
          text: empty.text,
          action: empty.action ?? (definition.actions === undefined && create),
        }}
        actions={tools?.(state)}
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
                    action={listHref(slug, state, page.page)}
                  />
                )
                : <ColumnCell key={column.id} {...{ column, row, state }} />
            )}
          </tr>
        ))}
      </DataTable>
      {page.total > 0 && below?.(state, page)}
      <ListPager query={shown} page={page.page} pages={page.pages} />
      {order && !state.isWhole && page.total > 1 && (
        <p class="pt-3 text-xs text-muted">
          To move {pluralOf(noun)},{" "}
          <a
            class="text-link"
            href={withQuery(shown, Object.fromEntries([...keys, "sort"].map((key) => [key, null])))}
          >
            show the whole list in its order
          </a>.
        </p>
      )}
    </>
  );
}

const POSITION = "position";

/** A list that staff order has a column for it, and begins in that order. */
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

function pageFrom<T>(found: Rows<T>, { definition, state, query }: Cutting<T>): ListPage<T> {
  if ("rows" in found) return found;
  const columns = withOrder(definition).columns;
  const keys = Object.fromEntries(
    columns.flatMap(({ id, sortBy }) => sortBy ? [[id, sortBy]] : []),
  );
  const rows = state.sort === null ? found : sortRecords(found, state.sort, keys);
  return pageOf(rows, query, definition.pageSize ?? Math.max(rows.length, 1));
}

interface FiltersProps<T> extends Pick<Cutting<T>, "definition" | "state"> {
  readonly filters: NonNullable<ListDefinition<T>["filters"]>;
}

function Filters<T>({ filters, state, definition }: FiltersProps<T>): JSX.Element {
  return (
    <FilterBar query={state.params} filters={filters.map(({ name }) => name)}>
      {Object.entries(definition.keeps ?? {}).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {filters.map(({ name, label, options, empty, class: look }) =>
        options
          ? (
            <SelectField
              key={name}
              name={name}
              label={label}
              value={state.filter(name)}
              options={options}
              class={look}
              {...(empty !== undefined && { empty, optional: true })}
            />
          )
          : (
            <TextField
              key={name}
              name={name}
              type="search"
              label={label}
              value={state.filter(name)}
              maxLength={100}
              class={look}
              optional
            />
          )
      )}
    </FilterBar>
  );
}

interface ColumnCellProps<T> {
  readonly column: ListColumn<T>;
  readonly row: T;
  readonly state: ListState;
}

function ColumnCell<T>({ column, row, state }: ColumnCellProps<T>): JSX.Element {
  const { cell, isHead, numeric, cellClass } = column;
  const look = classNames(numeric && "text-end", cellClass);
  const content = cell(row, state);
  return isHead ? <RowHead class={look}>{content}</RowHead> : <Cell class={look}>{content}</Cell>;
}

interface PositionCellProps<T> {
  readonly row: T;
  readonly definition: ListDefinition<T>;
  readonly page: ListPage<T>;
  /** On the page. */
  readonly index: number;
  readonly mayMove: boolean;
  /** Where the form is posted. */
  readonly action: string;
}

/** Where a row is in the order that staff decide, and the buttons that move it. */
function PositionCell<T>(props: PositionCellProps<T>): JSX.Element {
  const { row, definition: { idOf, order }, page, index, mayMove, action } = props;
  const { positionOf, nameOf, takesPart = () => true, grip } = order ?? {};
  const next = page.rows[index + 1];
  const isLast = next === undefined ? page.page === page.pages : !takesPart(next);
  return (
    <Cell class="whitespace-nowrap">
      <span class="-my-1 inline-flex items-center gap-1 max-sm:flex-col">
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
