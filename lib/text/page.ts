/** The pages of a list, as the parameter `page` of its query names them. */

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
