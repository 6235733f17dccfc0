/** The screen of every list: filters and order in the address, rows, pages and the empty state. */
import type { JSX } from "preact";
import { newRecordHref } from "@/components/hrefs/admin.ts";
import { ButtonLink } from "@/components/ui/Button.tsx";
import { counted, pluralOf } from "@/components/ui/counted.ts";
import { EmptyState } from "@/components/ui/EmptyState.tsx";
import { AdminHeader } from "../AdminHeader.tsx";
import { SelectField, TextField } from "../fields.tsx";
import { type ListPage, pageOf } from "@/lib/text/mod.ts";
import { withoutAny } from "../list_query.ts";
import type { Screen, ScreenHandler } from "../section.ts";
import type { Ctx } from "@/lib/define.ts";
import { CursorPager, FilterBar, ListPager, NoMatch } from "./bars.tsx";
import {
  BACKWARDS,
  isBackwards,
  isSearch,
  type ListColumn,
  type ListDefinition,
  type ListFilter,
  type ListState,
  readList,
  type Rows,
  type ShownList,
  sortRows,
  unusedBecause,
} from "./define.ts";
import { answerList, asksForFile, fileHref } from "./file.ts";
import { CsvLink } from "./links.tsx";
import { SameInAll, sameInAll } from "./same.tsx";
import { ListTable, POSITION } from "./table.tsx";

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
  return slug && <ButtonLink href={newRecordHref(slug)}>New {noun}</ButtonLink>;
}

interface ListProps<T> {
  readonly definition: ListDefinition<T>;
  /** As in the address. */
  readonly query: URLSearchParams;
}

/** A list without its heading. */
export async function List<T>({ definition, query }: ListProps<T>): Promise<JSX.Element> {
  const { noun, filters = [], empty, order, file, tools, below } = definition;
  const ordered = withOrder(definition);
  const state = readList(query, ordered);
  const found = await definition.rows(state);
  const stretch = "next" in found ? found : null;
  const page = pageFrom(found, { definition, state, query });
  const same = saidOnce(definition, page);
  const { params } = state;
  const list: ShownList = { ...state, said: new Set(same.keys()) };
  const columns = ordered.columns
    .filter(({ id, isShown }) => !same.has(id) && (isShown?.(page.rows) ?? true));
  const keys = filters.map(({ name }) => name);
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
      : (
        <NoMatch
          noun={noun}
          clear={withoutAny(params, [...keys, "page"])}
          soFar={Boolean(stretch?.next)}
          why={isBackwards(state) ? BACKWARDS : undefined}
        />
      );
  return (
    <>
      {isFiltered && (
        <FilterBar query={params} filters={keys}>
          {Object.entries(definition.keeps ?? {}).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          {filters.map((filter) => (
            <FilterField
              key={filter.name}
              {...filter}
              value={state.filter(filter.name)}
              {...refused(query, filter)}
            />
          ))}
        </FilterBar>
      )}
      {page.rows.length === 0 ? noRows() : (
        <ListTable
          definition={definition}
          columns={columns}
          list={list}
          page={page}
          count={isNarrowed ? `${count} ${page.total === 1 ? "matches" : "match"}` : count}
          actions={
            <>
              {tools?.(state)}
              {file !== undefined && <CsvLink href={fileHref(params)} />}
            </>
          }
          note={<SameInAll parts={[...same.values()]} />}
        />
      )}
      {page.total > 0 && below?.(state, page)}
      {stretch
        ? <CursorPager query={params} {...stretch} />
        : <ListPager query={params} page={page.page} pages={page.pages} />}
      {order && !state.isWhole && page.total > 1 && (
        <p class="pt-3 text-xs text-muted">
          To move {pluralOf(noun)},{" "}
          <a class="text-link" href={withoutAny(params, [...keys, "sort"])}>
            show the whole list in its order
          </a>.
        </p>
      )}
    </>
  );
}

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

/** Returns the error of a filter that is not used, and the whole text of a search, which staff can shorten. */
function refused(
  query: URLSearchParams,
  filter: ListFilter,
): { error: string | undefined; value?: string } {
  const error = unusedBecause(query, filter);
  return {
    error,
    ...(error !== undefined && isSearch(filter) && { value: query.get(filter.name) ?? "" }),
  };
}

/** The field of a list's filter; null for a hidden one that is not set. */
function FilterField(
  props: ListFilter & { value: string; error: string | undefined },
): JSX.Element | null {
  const { name, label, type, options, empty, value, class: look } = props;
  if (type === "hidden") return value ? <input type="hidden" name={name} value={value} /> : null;
  if (type === "flag") {
    return (
      <label class="flex min-h-8 cursor-pointer items-center gap-2 pb-1 text-sm">
        <input type="checkbox" name={name} value="true" checked={value !== ""} class="choice" />
        {label}
      </label>
    );
  }
  if (options) {
    const choice = { name, label, value, options, class: look };
    return <SelectField {...choice} {...(empty !== undefined && { empty, optional: true })} />;
  }
  const text = { name, label, value, class: look, error: props.error };
  return type === "date"
    ? <TextField {...text} type={type} optional />
    : <TextField {...text} type="search" optional />;
}
