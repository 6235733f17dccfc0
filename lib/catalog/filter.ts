/** Browsing the catalog by facets that live in the URL (design §10). */
import type { SystemSummary } from "./view.ts";

/** Query parameters that narrow the list of systems, in the order they are offered. */
const FACETS = ["operation", "setting", "tier", "use"] as const;
/** What the list can be narrowed by. */
export type FacetId = (typeof FACETS)[number];

/** Chosen values per facet, as slugs of their labels. */
type SystemFilter = Readonly<Record<FacetId, readonly string[]>> & {
  /** Words that a system's name or tagline holds, folded. */
  readonly words: readonly string[];
  /** What else the list's address carries, and every link of it keeps. */
  readonly rest: string;
};

/** One choice of a facet. */
export interface FacetValue {
  slug: string;
  label: string;
  /** How many systems the list would hold of it, given the other facets. */
  count: number;
  selected: boolean;
  /** Query of the list with this choice switched; empty when nothing would be chosen. */
  toggled: string;
}

/** One facet with its choices, and those of the catalog that no system carries left out. */
export interface Facet {
  id: FacetId;
  values: FacetValue[];
}

/** A filtered list of systems and what can be chosen from there. */
export interface SystemBrowse {
  systems: SystemSummary[];
  facets: Facet[];
  /** Every choice made, in facet order. */
  chosen: FacetValue[];
}

/** Letters of a search that are read. */
export const MAX_SEARCH = 100;

/** What a search says, without the blanks around it, as much of it as is read. */
export function searchOf(query: URLSearchParams): string {
  return (query.get("q") ?? "").trim().slice(0, MAX_SEARCH).toWellFormed();
}

/** A query longer than this was not written by one of our pages; the rest of it is ignored. */
const MAX_VALUES = 40;

/**
 * Narrows systems by the facets in a query. Values of one facet widen each other, facets narrow each
 * other. Parameters may repeat or hold comma lists; values that no system carries are ignored. Of the words of `q`
 * every one must be in a system's name, tagline or way of moving. Links keep `q`, and `rest` as it is given.
 */
export function browseSystems(
  systems: readonly SystemSummary[],
  query: URLSearchParams,
  { rest = "" }: { rest?: string } = {},
): SystemBrowse {
  const words = fold(searchOf(query)).split(/\s+/).filter((word) => word !== "");
  const filter = { ...parseFacets(systems, query), words, rest };
  const facets = FACETS.map((id) => describeFacet(systems, filter, id));
  return {
    systems: systems.filter((system) => matches(system, filter)),
    facets: facets.filter(({ values }) => values.length > 0),
    chosen: facets.flatMap(({ values }) => values.filter(({ selected }) => selected)),
  };
}

/** What names a label in a URL: "Folding glass" reads `folding-glass`. */
function slugOf(label: string): string {
  return label.normalize("NFKD").toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");
}

function parseFacets(
  systems: readonly SystemSummary[],
  query: URLSearchParams,
): Record<FacetId, string[]> {
  const chosen = (id: FacetId): string[] => {
    const known = new Set(systems.flatMap((system) => slugsOf(system, id)));
    const asked = query.getAll(id).flatMap((value) => value.split(",")).slice(0, MAX_VALUES);
    return [...new Set(asked.map(slugOf))].filter((slug) => known.has(slug));
  };
  return {
    operation: chosen("operation"),
    setting: chosen("setting"),
    tier: chosen("tier"),
    use: chosen("use"),
  };
}

function matches(system: SystemSummary, filter: SystemFilter): boolean {
  const text = fold([system.name, system.tagline, system.operationType].join(" "));
  return filter.words.every((word) => text.includes(word)) &&
    FACETS.every((id) =>
      filter[id].length === 0 || slugsOf(system, id).some((slug) => filter[id].includes(slug))
    );
}

function describeFacet(
  systems: readonly SystemSummary[],
  filter: SystemFilter,
  id: FacetId,
): Facet {
  const inOtherFacets = systems.filter((system) => matches(system, { ...filter, [id]: [] }));
  const values = [...labelsBySlug(systems, id)].map(([slug, label]) => {
    const selected = filter[id].includes(slug);
    return {
      slug,
      label,
      count: inOtherFacets.filter((system) => slugsOf(system, id).includes(slug)).length,
      selected,
      toggled: queryOf({
        ...filter,
        [id]: selected ? filter[id].filter((each) => each !== slug) : [...filter[id], slug],
      }),
    };
  });
  return { id, values };
}

/** Labels by slug, in catalog order; the budget ladder from its lowest step. */
function labelsBySlug(systems: readonly SystemSummary[], id: FacetId): Map<string, string> {
  const order = id === "tier"
    ? systems.toSorted((a, b) => (a.budgetTierOrdinal ?? 0) - (b.budgetTierOrdinal ?? 0))
    : systems;
  const labels = order.flatMap((system) => labelsOf(system, id));
  return new Map(labels.map((label) => [slugOf(label), label]));
}

function slugsOf(system: SystemSummary, id: FacetId): string[] {
  return labelsOf(system, id).map(slugOf);
}

function labelsOf(system: SystemSummary, id: FacetId): readonly string[] {
  switch (id) {
    case "operation":
      return presentLabel(system.operationType);
    case "setting":
      return presentLabel(system.interiorExterior);
    case "tier":
      return presentLabel(system.budgetTier);
    case "use":
      return system.useCases;
  }
}

function presentLabel(label: string | null): string[] {
  return label === null ? [] : [label];
}

function queryOf(filter: SystemFilter): string {
  const facets = FACETS.filter((id) => filter[id].length > 0)
    .map((id) => `${id}=${filter[id].map(encodeURIComponent).join(",")}`);
  const words = filter.words.length > 0 ? [`q=${encodeURIComponent(filter.words.join(" "))}`] : [];
  return [...facets, ...words, filter.rest].filter((part) => part !== "").join("&");
}

function fold(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}
