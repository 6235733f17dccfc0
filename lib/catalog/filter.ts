/** Faceted search over the list of systems, with the whole filter in the URL (design §10). */
import { hasWords, searchOf, searchWords } from "../text/mod.ts";
import type { SystemSummary } from "./view.ts";

/** The facets, which are also the names of their query parameters, in display order. */
const FACETS = ["operation", "setting", "tier", "use"] as const;
/** A facet of the list of systems. */
export type FacetId = (typeof FACETS)[number];

/** Chosen values per facet, as slugs of their labels. */
type SystemFilter = Readonly<Record<FacetId, readonly string[]>> & {
  /** The search text as the buyer wrote it. */
  readonly q: string;
  /** Its words, without case and accents. All must occur in a system's name, tagline or operation type. */
  readonly words: readonly string[];
  /** The rest of the query string, which every link keeps. */
  readonly rest: string;
};

/** One value of a facet. */
export interface FacetValue {
  slug: string;
  label: string;
  /** How many systems have this value, under the current choices of the other facets. */
  count: number;
  selected: boolean;
  /** Query string of the list with this value toggled, without a question mark; empty when nothing is left in it. */
  toggled: string;
}

/** One facet with the values that at least one system has. */
export interface Facet {
  id: FacetId;
  values: FacetValue[];
}

/** The filtered systems, and the facets to narrow them further. */
interface SystemBrowse {
  systems: SystemSummary[];
  facets: Facet[];
  /** The selected values of all facets, in facet order. */
  chosen: FacetValue[];
}

/** Values read per facet. No page of ours links to more; the rest is ignored. */
const MAX_VALUES = 40;

/**
 * Filters systems by the facets and the search text of a query. A system must match one value of each facet that has a
 * selection, and its name, tagline and operation type must contain every word of `q`. Parameters may repeat or hold
 * comma-separated values; values that no system has are ignored. Links keep `q`, and append `rest` unchanged.
 */
export function browseSystems(
  systems: readonly SystemSummary[],
  query: URLSearchParams,
  { rest = "" }: { rest?: string } = {},
): SystemBrowse {
  const q = searchOf(query);
  const filter = { ...parseFacets(systems, query), q, words: searchWords(q), rest };
  const facets = FACETS.map((id) => describeFacet(systems, filter, id));
  return {
    systems: systems.filter((system) => matches(system, filter)),
    facets: facets.filter(({ values }) => values.length > 0),
    chosen: facets.flatMap(({ values }) => values.filter(({ selected }) => selected)),
  };
}

/**
 * Makes the slug of a label for the URL: "Folding glass" becomes `folding-glass`. Symbols stay, because they alone can
 * tell labels apart: "$$" from "$", "Premium+" from "Premium".
 */
function slugOf(label: string): string {
  return label.normalize("NFKD").toLowerCase().replace(/[^\p{L}\p{N}\p{S}]+/gu, "-")
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
  const { name, tagline, operationType } = system;
  return hasWords([name, tagline, operationType].join(" "), filter.words) &&
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
  const counts = new Map<string, number>();
  for (const system of inOtherFacets) {
    for (const slug of new Set(slugsOf(system, id))) counts.set(slug, (counts.get(slug) ?? 0) + 1);
  }
  const values = [...labelsBySlug(systems, id)].map(([slug, label]) => {
    const selected = filter[id].includes(slug);
    return {
      slug,
      label,
      count: counts.get(slug) ?? 0,
      selected,
      toggled: queryOf({
        ...filter,
        [id]: selected ? filter[id].filter((each) => each !== slug) : [...filter[id], slug],
      }),
    };
  });
  return { id, values };
}

/** Returns labels by slug, in catalog order; budget tiers from the cheapest. */
function labelsBySlug(systems: readonly SystemSummary[], id: FacetId): Map<string, string> {
  const order = id === "tier"
    ? systems.toSorted((a, b) => (a.budgetTierOrdinal ?? 0) - (b.budgetTierOrdinal ?? 0))
    : systems;
  const entries = order.flatMap((system) => {
    const slugs = slugsOf(system, id);
    return labelsOf(system, id).map((label, index) => [slugs[index] ?? "", label] as const);
  });
  return new Map(entries);
}

/** The slugs of each system, which live as long as its snapshot. */
const SLUGS = new WeakMap<SystemSummary, Readonly<Record<FacetId, readonly string[]>>>();

function slugsOf(system: SystemSummary, id: FacetId): readonly string[] {
  const of = (id: FacetId) => labelsOf(system, id).map(slugOf);
  const slugs = SLUGS.getOrInsertComputed(system, () => ({
    operation: of("operation"),
    setting: of("setting"),
    tier: of("tier"),
    use: of("use"),
  }));
  return slugs[id];
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
  const search = filter.q === "" ? "" : `q=${encodeURIComponent(filter.q)}`;
  return [...facets, search, filter.rest].filter((part) => part !== "").join("&");
}
