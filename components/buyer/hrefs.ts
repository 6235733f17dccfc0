/** Addresses of the buyer's pages, so that a link and its page cannot drift apart. */

/** The page of one system. */
export function systemHref(systemId: string): string {
  return `/systems/${encodeURIComponent(systemId)}`;
}

/** The list of systems, narrowed by a facet query such as `operation=folding-glass`. */
export function systemsHref(query = ""): string {
  return query === "" ? "/systems" : `/systems?${query}`;
}

/** The comparison of systems, in their order. */
export function compareHref(systemIds: readonly string[]): string {
  return systemIds.length === 0 ? "/compare" : `/compare${compareQuery(systemIds)}`;
}

/**
 * The comparison as a link from itself: a query alone. The framework marks a link by its path as the
 * current page, which a link to another state of the page is not.
 */
export function compareQuery(
  systemIds: readonly string[],
  { onlyDifferences = false }: { onlyDifferences?: boolean } = {},
): string {
  const systems = `?systems=${systemIds.map(encodeURIComponent).join(",")}`;
  return onlyDifferences ? `${systems}&only=differences` : systems;
}

/** The first question, in the words and order of a track. */
export function selectHref(trackId: string | null = null): string {
  return trackId === null ? "/select" : `/select?track=${encodeURIComponent(trackId)}`;
}
