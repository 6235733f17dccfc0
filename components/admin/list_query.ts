/** Reads and writes the order and page of a list in its query. Pure; shared by routes and components. */

/** The order of a list. */
export interface Sort {
  /** Id of the column. */
  readonly by: string;
  readonly descending: boolean;
}

/**
 * Reads the order from `sort=name`, or `sort=-name` for descending. Returns the fallback when the list has no such
 * column.
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

/** One page of a list. */
export interface ListPage<T> {
  readonly rows: readonly T[];
  /** From 1. */
  readonly page: number;
  readonly pages: number;
  /** Number of records on all pages. */
  readonly total: number;
}

/** Returns the page number of `page=2`, from 1; 1 when it is missing or malformed. */
export function askedPage(query: URLSearchParams): number {
  const page = query.get("page") ?? "";
  return /^\d{1,9}$/.test(page) ? Math.max(Number(page), 1) : 1;
}

/** Returns the page that `page=2` names, clamped to the existing pages. */
export function pageOf<T>(
  records: readonly T[],
  query: URLSearchParams,
  size: number,
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
 * Returns a link from a list to another state of itself: the query with some parameters changed, or removed where the
 * value is null. The link has no path, because the framework marks links to the current path as current.
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

/** Returns a link from a list to itself without some parameters, like {@linkcode withQuery}. */
export function withoutAny(query: URLSearchParams, names: readonly string[]): string {
  return withQuery(query, Object.fromEntries(names.map((name) => [name, null])));
}
