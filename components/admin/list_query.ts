/** Reads the order of a list from its query, and builds links to its other states. Pure; shared by routes and components. */

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
