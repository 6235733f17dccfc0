/** The list of systems: filters, searches, sorts and pages it as the URL says, with the systems put aside to compare. */
import { MAX_COMPARED } from "./compared.ts";
import { browseSystems, type Facet, type FacetValue } from "./filter.ts";
import { splitIds } from "./schema.ts";
import { compareNames, pageOf, searchOf } from "../text/mod.ts";
import type { SystemSummary } from "./view.ts";

/** Values of the `sort` parameter; the first is the default. `price` is cheapest first, `price-down` dearest first. */
export const SYSTEM_SORTS = ["catalog", "name", "price", "price-down"] as const;
/** One of the orders of the list. */
export type SystemSort = (typeof SYSTEM_SORTS)[number];

/** Systems per page: fills whole rows of two and of three. */
const PAGE_SIZE = 24;

/** Systems that the buyer has put aside to compare. */
export interface CompareTray {
  /** At most {@linkcode MAX_COMPARED}, in the order in which they were chosen. */
  readonly systems: readonly SystemSummary[];
  /** The first system that did not fit; null when all did. */
  readonly refused: SystemSummary | null;
}

/** One page of the list, with everything its links are built from. */
export interface SystemListPage {
  /** The systems of this page. */
  readonly shown: readonly SystemSummary[];
  /** Number of matching systems on all pages. */
  readonly found: number;
  /** Page number from 1, clamped to the last page. */
  readonly page: number;
  readonly pages: number;
  readonly q: string;
  readonly sort: SystemSort;
  readonly facets: readonly Facet[];
  readonly chosen: readonly FacetValue[];
  readonly tray: CompareTray;
}

/** The parts of the query that a link changes; absent parts stay unchanged. */
interface ListChange {
  readonly page?: number;
  readonly compare?: readonly string[];
}

/**
 * Builds a page of the list from a query: the facets of `browseSystems`, `q`, `sort`, `page`, and `compare`, the
 * comma-separated ids of the systems in the tray. Invalid values count as absent.
 */
export function browsePage(
  systems: readonly SystemSummary[],
  query: URLSearchParams,
): SystemListPage {
  const sort = SYSTEM_SORTS.find((each) => each === query.get("sort")) ?? "catalog";
  const tray = readTray(systems, query);
  const rest = [
    ...(sort === "catalog" ? [] : [`sort=${sort}`]),
    ...compareParameter(tray.systems.map(({ id }) => id)),
  ].join("&");
  const { systems: found, facets, chosen } = browseSystems(systems, query, { rest });
  const { rows, ...paged } = pageOf(sorted(found, sort), query, PAGE_SIZE);
  return {
    shown: rows,
    found: paged.total,
    page: paged.page,
    pages: paged.pages,
    q: searchOf(query),
    sort,
    facets,
    chosen,
    tray,
  };
}

/** Returns the query string of a list with a change applied, without a question mark. */
export function listQuery(list: SystemListPage, change: ListChange): string {
  const { q, sort, chosen, facets, tray } = list;
  const { page = list.page, compare = tray.systems.map(({ id }) => id) } = change;
  const selected = new Set(chosen);
  const narrowed = facets.flatMap(({ id, values }) => {
    const own = values.filter((value) => selected.has(value)).map(({ slug }) => slug);
    return own.length === 0 ? [] : [`${id}=${own.map(encodeURIComponent).join(",")}`];
  });
  return [
    ...narrowed,
    ...(q === "" ? [] : [`q=${encodeURIComponent(q)}`]),
    ...(sort === "catalog" ? [] : [`sort=${sort}`]),
    ...(page > 1 ? [`page=${page}`] : []),
    ...compareParameter(compare),
  ].join("&");
}

/** Returns the query string of a list without filters and search text. It keeps the order and the tray. */
export function clearedQuery(list: SystemListPage): string {
  return listQuery({ ...list, chosen: [], q: "" }, { page: 1 });
}

function compareParameter(ids: readonly string[]): string[] {
  return ids.length === 0 ? [] : [`compare=${ids.map(encodeURIComponent).join(",")}`];
}

function readTray(systems: readonly SystemSummary[], query: URLSearchParams): CompareTray {
  const byId = new Map(systems.map((system) => [system.id, system]));
  const known = splitIds(query.getAll("compare").join(",")).flatMap((id) => byId.get(id) ?? []);
  return { systems: known.slice(0, MAX_COMPARED), refused: known[MAX_COMPARED] ?? null };
}

/** Systems without a tier come last in both price orders. */
function sorted(systems: readonly SystemSummary[], sort: SystemSort): readonly SystemSummary[] {
  const tierOf = ({ budgetTierOrdinal }: SystemSummary, absent: number) =>
    budgetTierOrdinal ?? absent;
  switch (sort) {
    case "catalog":
      return systems;
    case "name":
      return systems.toSorted((a, b) => compareNames(a.name, b.name));
    case "price":
      return systems.toSorted((a, b) => tierOf(a, 1e9) - tierOf(b, 1e9));
    case "price-down":
      return systems.toSorted((a, b) => tierOf(b, -1e9) - tierOf(a, -1e9));
  }
}
