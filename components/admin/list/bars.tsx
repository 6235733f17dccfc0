/** The parts around the rows of a list: filters, pagers, and what is shown when nothing matches. */
import { formatCount } from "@/lib/text/mod.ts";
import type { ComponentChildren, JSX } from "preact";
import { EmptyState } from "@/components/ui/EmptyState.tsx";
import { Button, ButtonLink } from "@/components/ui/Button.tsx";
import { Icon } from "@/components/ui/Icon.tsx";
import { withoutAny, withQuery } from "../list_query.ts";

/** Shown when no record matches the filters, or none of those that a store has looked at so far. */
export function NoMatch(
  { noun, clear, soFar = false, why }: {
    noun: string;
    clear: string;
    soFar?: boolean;
    /** Why nothing can match. */
    why?: string | undefined;
  },
): JSX.Element {
  return (
    <EmptyState
      title={`No ${noun} matches${soFar ? " so far" : ""}`}
      actions={<ButtonLink variant="secondary" href={clear}>Clear filters</ButtonLink>}
    >
      <p>
        {why ??
          (soFar ? "Look further, or try another filter." : "Try fewer words or another filter.")}
      </p>
    </EmptyState>
  );
}

interface PagerProps {
  /** Links to the neighbouring pages; null at an end. */
  previous: string | null;
  next: string | null;
  /** Position of this page, such as "Page 2 of 5". */
  here?: ComponentChildren;
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
        <ButtonLink variant="secondary" href={previous} rel="prev">
          <Icon name="arrow-left" class="size-4" />
          {previousLabel}
        </ButtonLink>
      )}
      {here && <div class="text-muted">{here}</div>}
      {next !== null && (
        <ButtonLink variant="secondary" href={next} rel="next">
          {nextLabel}
          <Icon name="arrow-right" class="size-4" />
        </ButtonLink>
      )}
    </nav>
  );
}

interface ListPagerProps {
  query: URLSearchParams;
  /** From 1. */
  page: number;
  pages: number;
}

/** The pager of a list that `pageOf()` has cut. */
export function ListPager({ query, page, pages }: ListPagerProps): JSX.Element {
  const to = (number: number) => withQuery(query, { page: number === 1 ? null : `${number}` });
  return (
    <Pager
      previous={page > 1 ? to(page - 1) : null}
      next={page < pages ? to(page + 1) : null}
      here={pages > 2
        ? <PageField query={query} page={page} pages={pages} />
        : `Page ${formatCount(page)} of ${formatCount(pages)}`}
    />
  );
}

/** The number of the page, as a field that leads to any other. */
function PageField({ query, page, pages }: ListPagerProps): JSX.Element {
  return (
    <form method="get" class="flex flex-wrap items-center gap-2">
      {[...query].filter(([name]) => name !== "page").map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <label class="flex items-center gap-2">
        Page
        <input
          type="number"
          name="page"
          min={1}
          max={pages}
          required
          value={page}
          autocomplete="off"
          class="control inline-control"
        />
        of {formatCount(pages)}
      </label>
      <Button variant="secondary">Go</Button>
    </form>
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
        <Button variant="secondary">Show</Button>
        {active && <a href={clear} class="text-link py-0.5 text-sm">Clear</a>}
      </div>
    </form>
  );
}
