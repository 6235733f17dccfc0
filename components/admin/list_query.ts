/** What a list's address says: its order and its page. Pure, for routes and the parts of the kit alike. */

/** The order of a list. */
export interface Sort {
  /** Id of the column. */
  readonly by: string;
  readonly descending: boolean;
}

/**
 * Reads the order from `sort=name`, or `sort=-name` for descending. What names no column of the list
 * gives the fallback.
 */
export function parseSort(
  query: URLSearchParams,
  columnIds: readonly string[],
  fallback: Sort,
): Sort {
  const text = query.get("sort") ?? "";
  const by = text.replace(/^-/, "");
  return columnIds.includes(by) ? { by, descending: text.startsWith("-") } : fallback;
}

/** What a record is ordered by in each column. */
export type SortKeys<T> = Readonly<Record<string, (record: T) => string | number | null>>;

/** Orders a copy of the records; numbers by size, texts as people expect, records without a key last. */
export function sortRecords<T>(records: readonly T[], sort: Sort, keys: SortKeys<T>): T[] {
  const key = keys[sort.by];
  if (key === undefined) return [...records];
  const direction = sort.descending ? -1 : 1;
  return records.toSorted((one, other) => {
    const [a, b] = [key(one), key(other)];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return direction * compareKeys(a, b);
  });
}

function compareKeys(a: string | number, b: string | number): number {
  if (typeof a === "number" && typeof b === "number") return a - b;
  return String(a).localeCompare(String(b), "en", { numeric: true, sensitivity: "base" });
}

/** One page of a list. */
export interface ListPage<T> {
  readonly rows: readonly T[];
  /** From 1. */
  readonly page: number;
  readonly pages: number;
  /** Of the whole list. */
  readonly total: number;
}

/** The page that `page=2` asks for, from 1; the first for what is no page. */
export function askedPage(query: URLSearchParams): number {
  const page = query.get("page") ?? "";
  return /^\d{1,9}$/.test(page) ? Math.max(Number(page), 1) : 1;
}

/** Cuts the page that `page=2` asks for; one that is no page gives the nearest that is. */
export function pageOf<T>(
  records: readonly T[],
  query: URLSearchParams,
  size = 50,
): ListPage<T> {
  const pages = Math.max(1, Math.ceil(records.length / size));
  const page = Math.min(askedPage(query), pages);
  return {
    rows: records.slice((page - 1) * size, page * size),
    page,
    pages,
    total: records.length,
  };
}

/**
 * A link from a list to another state of itself: its query with some parameters changed, or removed by
 * null. It is a query alone, for the framework marks a link by its path as the current page.
 */
export function withQuery(
  query: URLSearchParams,
  changes: Readonly<Record<string, string | null>>,
): string {
  const changed = new URLSearchParams(query);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) changed.delete(name);
    else changed.set(name, value);
  }
  return `?${changed}`;
}
