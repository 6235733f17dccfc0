/** One page of the list of systems, as its address asks for it: narrowed, searched, sorted, and with a tray. */
import { MAX_COMPARED } from "./compared.ts";
import { browseSystems, type Facet, type FacetValue, searchOf } from "./filter.ts";
import { splitIds } from "./schema.ts";
import type { SystemSummary } from "./view.ts";

/** Orders of the list, by what its address calls them; the first is the catalog's own. */
export const SYSTEM_SORTS = ["catalog", "name", "price", "price-down"] as const;
/** One of the orders of the list. */
export type SystemSort = (typeof SYSTEM_SORTS)[number];

/** Whole rows of two and of three. */
const PAGE_SIZE = 24;

/** Systems that the buyer has put aside to compare. */
export interface CompareTray {
  /** At most {@linkcode MAX_COMPARED}, in the order in which they were chosen. */
  readonly systems: readonly SystemSummary[];
  /** The first that did not fit any more; null where all did. */
  readonly refused: SystemSummary | null;
}

/** What the list shows, and what leads on from there. */
export interface SystemListPage {
  /** The systems of this page. */
  readonly shown: readonly SystemSummary[];
  /** How many there are on all pages. */
  readonly found: number;
  /** The page, from 1; the last one where the address asks for one beyond. */
  readonly page: number;
  readonly pages: number;
  readonly q: string;
  readonly sort: SystemSort;
  readonly facets: readonly Facet[];
  readonly chosen: readonly FacetValue[];
  readonly tray: CompareTray;
}

/** What a link of the list changes; the rest stays as it is. */
export interface ListChange {
  readonly page?: number;
  readonly compare?: readonly string[];
}

/**
 * Reads a page of the list from its address: the facets of `browseSystems`, `q`, `sort`, `page` and `compare`, ids of
 * systems in the tray. Whatever cannot be read counts as absent.
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
  const pages = Math.max(1, Math.ceil(found.length / PAGE_SIZE));
  const asked = /^\d{1,6}$/.test(query.get("page") ?? "") ? Number(query.get("page")) : 1;
  const page = Math.min(Math.max(asked, 1), pages);
  return {
    shown: sorted(found, sort).slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE),
    found: found.length,
    page,
    pages,
    q: searchOf(query),
    sort,
    facets,
    chosen,
    tray,
  };
}

/** The query of the same list with something changed, without a question mark. */
export function listQuery(list: SystemListPage, change: ListChange): string {
  const { q, sort, chosen, facets, tray } = list;
  const { page = list.page, compare = tray.systems.map(({ id }) => id) } = change;
  const slugs = new Set(chosen);
  const narrowed = facets.flatMap(({ id, values }) => {
    const own = values.filter((value) => slugs.has(value)).map(({ slug }) => slug);
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

function compareParameter(ids: readonly string[]): string[] {
  return ids.length === 0 ? [] : [`compare=${ids.map(encodeURIComponent).join(",")}`];
}

function readTray(systems: readonly SystemSummary[], query: URLSearchParams): CompareTray {
  const byId = new Map(systems.map((system) => [system.id, system]));
  const known = splitIds(query.getAll("compare").join(",")).flatMap((id) => byId.get(id) ?? []);
  return { systems: known.slice(0, MAX_COMPARED), refused: known[MAX_COMPARED] ?? null };
}

const COLLATOR = new Intl.Collator("en", { numeric: true });

/** Systems without a tier come last, whichever way prices go. */
function sorted(systems: readonly SystemSummary[], sort: SystemSort): readonly SystemSummary[] {
  const tierOf = ({ budgetTierOrdinal }: SystemSummary, absent: number) =>
    budgetTierOrdinal ?? absent;
  switch (sort) {
    case "catalog":
      return systems;
    case "name":
      return systems.toSorted((a, b) => COLLATOR.compare(a.name, b.name));
    case "price":
      return systems.toSorted((a, b) => tierOf(a, 1e9) - tierOf(b, 1e9));
    case "price-down":
      return systems.toSorted((a, b) => tierOf(b, -1e9) - tierOf(a, -1e9));
  }
}
