/** Browsing the catalog by facets that live in the URL (design §10). */
import type { SystemSummary } from "./view.ts";

/** Query parameters that narrow the list of systems, in the order they are offered. */
const FACETS = ["operation", "setting", "tier", "use"] as const;
/** What the list can be narrowed by. */
export type FacetId = (typeof FACETS)[number];

/** Chosen values per facet, as slugs of their labels. */
type SystemFilter = Readonly<Record<FacetId, readonly string[]>>;

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

/** A query longer than this was not written by one of our pages; the rest of it is ignored. */
const MAX_VALUES = 40;

/**
 * Narrows systems by the facets in a query. Values of one facet widen each other, facets narrow each
 * other. Parameters may repeat or hold comma lists; values that no system carries are ignored.
 */
export function browseSystems(
  systems: readonly SystemSummary[],
  query: URLSearchParams,
): SystemBrowse {
  const filter = parseFilter(systems, query);
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

function parseFilter(systems: readonly SystemSummary[], query: URLSearchParams): SystemFilter {
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
  return FACETS.every((id) =>
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
  return FACETS.filter((id) => filter[id].length > 0)
    .map((id) => `${id}=${filter[id].map(encodeURIComponent).join(",")}`).join("&");
}
