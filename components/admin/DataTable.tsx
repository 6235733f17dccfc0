import type { ComponentChildren, JSX } from "preact";
import { classNames } from "../ui/class_names.ts";
import { counted, pluralOf } from "../ui/counted.ts";
import { EmptyState } from "../ui/EmptyState.tsx";
import { Table } from "../ui/Table.tsx";
import { Button, ButtonLink } from "../ui/Button.tsx";
import { Icon } from "../ui/Icon.tsx";
import { type Sort, withQuery } from "./list_query.ts";

/** A column of a list. */
export interface Column {
  id: string;
  label: string;
  /** Whether the list can be ordered by it. */
  sortable?: boolean;
  /** Numbers stand at the end of their cell. */
  numeric?: boolean;
  /** Read out and not seen, for a column of buttons. */
  labelHidden?: boolean;
  class?: string;
}

interface DataTableProps {
  /** What the table lists; read out. */
  caption: string;
  columns: readonly Column[];
  /** Query of the page, which order links change. */
  query: URLSearchParams;
  sort?: Sort | undefined;
  /** How many records there are in all pages, and what one is called. */
  total: number;
  noun: string;
  /** What is said of the total, where it is not all of them. */
  count?: string | undefined;
  /** Parameters that narrow the list; when one is in the query, nothing found means no match. */
  filters?: readonly string[];
  /** Whether there are records that the list does not show, even where no filter is set. */
  isPart?: boolean;
  /** What to say while there are no records at all, and what to do about it. */
  empty?: { title: string; text: ComponentChildren; action?: ComponentChildren };
  /** Beside the count. */
  actions?: ComponentChildren;
  /** What all rows say alike, below the count. */
  note?: ComponentChildren;
  /** As of `Table`. */
  stacks?: boolean | undefined;
  /** The rows: `<tr>` of `Cell` and `RowHead` from `components/ui/Table.tsx`. */
  children: ComponentChildren;
}

/** A list of records: how many, in an order that the address holds; or why there are none. */
export function DataTable(props: DataTableProps): JSX.Element {
  const { caption, columns, query, sort, total, noun, filters = [], empty, actions, isPart } =
    props;
  const { count = counted(total, noun) } = props;
  const narrowed = filters.filter((name) => query.get(name));
  if (total === 0 && (isPart || narrowed.length > 0)) {
    const clear = withQuery(query, Object.fromEntries([...filters, "page"].map((n) => [n, null])));
    return <NoMatch noun={noun} clear={clear} />;
  }
  if (total === 0) {
    return (
      <EmptyState title={empty?.title ?? `No ${pluralOf(noun)} yet`} actions={empty?.action}>
        <p>{empty?.text ?? "They will be listed here."}</p>
      </EmptyState>
    );
  }
  return (
    <div class="data-table">
      <div class="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 pb-2 text-sm">
        <p class="text-muted">
          {count}
          {narrowed.length > 0 && (total === 1 ? " matches" : " match")}
        </p>
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

interface SortHeadProps {
  column: Column;
  query: URLSearchParams;
  sort?: Sort | undefined;
}

/** The heading of a column; a link where the list can be ordered by it. */
export function SortHead({ column, query, sort }: SortHeadProps): JSX.Element {
  const { id, label, sortable, numeric, labelHidden } = column;
  const order = sort?.by === id ? (sort.descending ? "descending" : "ascending") : undefined;
  return (
    <th
      scope="col"
      aria-sort={sortable ? order ?? "none" : undefined}
      class={classNames("data-head", numeric && "text-end", column.class)}
    >
      {sortable
        ? (
          <SortLink query={query} by={id} order={order}>
            {label}
          </SortLink>
        )
        : <span class={labelHidden ? "sr-only" : "inline-flex min-h-6 items-center"}>{label}</span>}
    </th>
  );
}

interface SortLinkProps {
  query: URLSearchParams;
  by: string;
  order: "ascending" | "descending" | undefined;
  children: string;
}

/** Orders the list by a column; again, the other way round. The first page follows. */
export function SortLink({ query, by, order, children }: SortLinkProps): JSX.Element {
  const href = withQuery(query, { sort: order === "ascending" ? `-${by}` : by, page: null });
  return (
    <a href={href} class="sort-link" data-order={order}>
      {children}
      <Icon name="chevron" class="size-3.5" />
    </a>
  );
}

function NoMatch({ noun, clear }: { noun: string; clear: string }): JSX.Element {
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
  /** Links to the neighbours; null at an end. */
  previous: string | null;
  next: string | null;
  /** Where this page is, such as "Page 2 of 5". */
  here?: string | undefined;
  previousLabel?: string | undefined;
  nextLabel?: string | undefined;
}

/** The way through a list of several pages; nothing where there is only one. */
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

/** The pager of a list that is cut by `pageOf()`. */
export function ListPager(
  { query, page, pages }: { query: URLSearchParams; page: number; pages: number },
): JSX.Element {
  const to = (number: number) => withQuery(query, { page: number === 1 ? null : `${number}` });
  return (
    <Pager
      previous={page > 1 ? to(page - 1) : null}
      next={page < pages ? to(page + 1) : null}
      here={`Page ${page} of ${pages}`}
    />
  );
}

/** The way to the page before or after, in a list that is cut at a row. */
export interface ListStep {
  /** Such as "Older". */
  readonly label: string;
  /** What the query has to say. */
  readonly at: Readonly<Record<string, string>>;
}

interface CursorPagerProps {
  readonly query: URLSearchParams;
  readonly previous: ListStep | null;
  readonly next: ListStep | null;
  readonly here?: string;
}

/** The pager of a list that its store cuts at a row, because rows are added while one looks. */
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
  /** Names of the fields inside. */
  filters: readonly string[];
  children: ComponentChildren;
}

/** Narrows a list by its address; the order of the list stays. */
export function FilterBar({ query, filters, children }: FilterBarProps): JSX.Element {
  const active = filters.some((name) => query.get(name));
  const sort = query.get("sort");
  const clear = withQuery(query, Object.fromEntries([...filters, "page"].map((n) => [n, null])));
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
