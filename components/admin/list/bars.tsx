/** The parts around the rows of a list: filters, pagers, and what is shown when nothing matches. */
import { formatCount } from "@/lib/text/mod.ts";
import type { ComponentChildren, JSX } from "preact";
import { EmptyState } from "@/components/ui/EmptyState.tsx";
import { Button, ButtonLink } from "@/components/ui/Button.tsx";
import { Icon } from "@/components/ui/Icon.tsx";
import { withoutAny, withQuery } from "../list_query.ts";

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
