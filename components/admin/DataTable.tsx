import { formatCount } from "@/lib/text/mod.ts";
import type { ComponentChildren, JSX } from "preact";
import { classNames } from "../ui/class_names.ts";
import { EmptyState } from "../ui/EmptyState.tsx";
import { Table } from "../ui/Table.tsx";
import { Button, ButtonLink } from "../ui/Button.tsx";
import { Icon } from "../ui/Icon.tsx";
import { type Sort, withoutAny, withQuery } from "./list_query.ts";

/** A column of a list. */
export interface Column {
  id: string;
  label: string;
  /** Whether the list can be sorted by it. */
  sortable?: boolean;
  /** Aligns the cells to the end. */
  numeric?: boolean;
  /** Hides the label from sight but not from screen readers, for a column of buttons. */
  labelHidden?: boolean;
  class?: string;
}

interface DataTableProps {
  /** Caption of the table, for screen readers. */
  caption: string;
  columns: readonly Column[];
  /** Query of the page; sort links change it. */
  query: URLSearchParams;
  sort?: Sort | undefined;
  /** The number of records on all pages, in words. */
  count: string;
  /** Beside the count. */
  actions?: ComponentChildren;
  /** Below the count, such as the values that all rows share. */
  note?: ComponentChildren;
  /** As of `Table`. */
  stacks?: boolean | undefined;
  /** The rows: `<tr>` of `Cell` and `RowHead` from `components/ui/Table.tsx`. */
  children: ComponentChildren;
}

/** A table of records with their count and sortable headings. */
export function DataTable(props: DataTableProps): JSX.Element {
  const { caption, columns, query, sort, count, actions } = props;
  return (
    <div>
      <div class="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 pb-2 text-sm">
        <p class="text-muted">{count}</p>
        {actions}
      </div>
      {props.note}
      <Table caption={caption} captionHidden stacks={props.stacks}>
        <thead>
          <tr>
            {columns.map((column) => (
              <SortHead key={column.id} column={column} query={query} sort={sort} />
            ))}
          </tr>
        </thead>
        <tbody>{props.children}</tbody>
      </Table>
    </div>
  );
}

/** The heading of a column. If sortable, a link that sorts by it or reverses the order, and leads to the first page. */
function SortHead(
  { column, query, sort }: { column: Column; query: URLSearchParams; sort?: Sort | undefined },
): JSX.Element {
  const { id, label, sortable, numeric, labelHidden } = column;
  const order = sort?.by === id ? (sort.descending ? "descending" : "ascending") : undefined;
  const next = order === "ascending" ? `-${id}` : id;
  return (
    <th
      scope="col"
      aria-sort={sortable ? order ?? "none" : undefined}
      class={classNames("data-head", numeric && "text-end", column.class)}
    >
      {sortable
        ? (
          <a
            href={withQuery(query, { sort: next, page: null })}
            class="sort-link"
            data-order={order}
          >
            {label}
            <Icon name="chevron" class="size-3.5" />
          </a>
        )
        : <span class={labelHidden ? "sr-only" : "inline-flex min-h-6 items-center"}>{label}</span>}
    </th>
  );
}

/** Shown when no record matches the filters. */
export function NoMatch({ noun, clear }: { noun: string; clear: string }): JSX.Element {
  return (
    <EmptyState
      title={`No ${noun} matches`}
      actions={<ButtonLink variant="secondary" size="small" href={clear}>Clear filters</ButtonLink>}
    >
      <p>Try fewer words or another filter.</p>
    </EmptyState>
  );
}

interface PagerProps {
  /** Links to the neighbouring pages; null at an end. */
  previous: string | null;
  next: string | null;
  /** Position of this page, such as "Page 2 of 5". */
  here?: string | undefined;
  previousLabel?: string | undefined;
  nextLabel?: string | undefined;
}

/** Links to the previous and next page of a list; nothing when there is only one page. */
export function Pager(props: PagerProps): JSX.Element | null {
  const { previous, next, here, previousLabel = "Previous", nextLabel = "Next" } = props;
  if (previous === null && next === null) return null;
  return (
    <nav aria-label="Pages" class="flex flex-wrap items-center gap-4 pt-4 text-sm print:hidden">
      {previous !== null && (
        <ButtonLink variant="secondary" size="small" href={previous} rel="prev">
          <Icon name="arrow-left" class="size-4" />
          {previousLabel}
        </ButtonLink>
      )}
      {here && <span class="text-muted">{here}</span>}
      {next !== null && (
        <ButtonLink variant="secondary" size="small" href={next} rel="next">
          {nextLabel}
          <Icon name="arrow-right" class="size-4" />
        </ButtonLink>
      )}
    </nav>
  );
}

/** The pager of a list that `pageOf()` has cut. */
export function ListPager(
  { query, page, pages }: { query: URLSearchParams; page: number; pages: number },
): JSX.Element {
  const to = (number: number) => withQuery(query, { page: number === 1 ? null : `${number}` });
  return (
    <Pager
      previous={page > 1 ? to(page - 1) : null}
      next={page < pages ? to(page + 1) : null}
      here={`Page ${formatCount(page)} of ${formatCount(pages)}`}
    />
  );
}

/** A link to the previous or next page of a list with cursor pagination. */
export interface ListStep {
  /** Such as "Older". */
  readonly label: string;
  /** The parameters to set in the query. */
  readonly at: Readonly<Record<string, string>>;
}

interface CursorPagerProps {
  readonly query: URLSearchParams;
  readonly previous: ListStep | null;
  readonly next: ListStep | null;
  readonly here?: string;
}

/** The pager of a list with cursor pagination, for stores that gain rows while staff read. */
export function CursorPager({ query, previous, next, here }: CursorPagerProps): JSX.Element {
  return (
    <Pager
      previous={previous && withQuery(query, previous.at)}
      previousLabel={previous?.label}
      next={next && withQuery(query, next.at)}
      nextLabel={next?.label}
      here={here}
    />
  );
}

interface FilterBarProps {
  /** Query of the page. */
  query: URLSearchParams;
  /** Names of the fields in it. */
  filters: readonly string[];
  children: ComponentChildren;
}

/** The filter form of a list. It submits by GET and keeps the order. */
export function FilterBar({ query, filters, children }: FilterBarProps): JSX.Element {
  const active = filters.some((name) => query.get(name));
  const sort = query.get("sort");
  const clear = withoutAny(query, [...filters, "page"]);
  return (
    <form
      method="get"
      class="filter-bar [&_label>span]:hidden"
      role="search"
      aria-label="Narrow the list"
    >
      {sort && <input type="hidden" name="sort" value={sort} />}
      {children}
      <div class="flex items-center gap-4">
        <Button variant="secondary" size="small">Show</Button>
        {active && <a href={clear} class="text-link py-0.5 text-sm">Clear</a>}
      </div>
    </form>
  );
}
