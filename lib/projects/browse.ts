/** The buyers' list of projects, filtered by facets in the URL (spec §4.1, design §10). Pure. */
import type { ProjectIndex, ShownProject } from "./index/shown.ts";
import { regionKey, regionName } from "./place.ts";
import { compareText, hasWords, pageOf, searchOf, searchWords } from "../text/mod.ts";

/** The facets: their ids are the names of the query parameters, in display order. `kind` is a kind of space. */
const PROJECT_FACETS = ["system", "region", "kind"] as const;
/** One of {@linkcode PROJECT_FACETS}. */
export type ProjectFacetId = (typeof PROJECT_FACETS)[number];

/** The selected value of each facet; null for none. */
type FacetFilter = Readonly<Record<ProjectFacetId, string | null>>;

/** The selected value of each facet, and the search text as the buyer wrote it; empty for none. */
export type ProjectFilter = FacetFilter & { readonly q: string };

/** A value of a facet. */
interface ProjectFacetValue {
  readonly value: string;
  readonly label: string;
  /** Number of projects that match this value and the filters of the other facets. */
  readonly count: number;
  readonly selected: boolean;
}

/** A facet with its values; values that no project has are left out. */
export interface ProjectFacet {
  readonly id: ProjectFacetId;
  readonly values: readonly ProjectFacetValue[];
}

/** One page of the filtered list. */
interface ProjectBrowse {
  /** In curated order; at most {@linkcode PROJECTS_PER_PAGE}. */
  readonly projects: readonly ShownProject[];
  /** Number of projects on all pages. */
  readonly total: number;
  /** Page number from 1. */
  readonly page: number;
  /** Number of pages; at least 1. */
  readonly pages: number;
  readonly filter: ProjectFilter;
  /** Facets whose value in the query was ignored, because no project has it. */
  readonly unknown: readonly ProjectFacetId[];
  /** The facets that have values. */
  readonly facets: readonly ProjectFacet[];
}

/** Projects per page; fills rows of two and of three. */
const PROJECTS_PER_PAGE = 24;

/** A system of the catalog. */
interface NamedSystem {
  readonly id: string;
  readonly name: string;
}

/**
 * Filters and paginates the projects by URL parameters: the facets, and `q`, whose words must all occur in a project's
 * name, its location or the names of the firms that took part, without regard to case and accents. Nothing is an error: a value that no project has is ignored,
 * and a page number out of range is clamped.
 *
 * @param options `systems` are the systems to filter by, in catalog order; other systems are not offered.
 */
export function browseProjects(
  index: ProjectIndex,
  { systems, query }: { readonly systems: readonly NamedSystem[]; readonly query: URLSearchParams },
): ProjectBrowse {
  const labels = labelsOf(index, systems);
  const filter = filterOf(labels, query);
  const searched = search(index.projects, filter.q);
  const found = searched.filter((project) => matches(project, filter));
  const { rows, ...paged } = pageOf(found, query, PROJECTS_PER_PAGE);
  return {
    ...paged,
    projects: rows,
    filter,
    unknown: PROJECT_FACETS.filter((id) => query.get(id)?.trim() && filter[id] === null),
    facets: PROJECT_FACETS.map((id) => facetOf(searched, { id, labels: labels[id], filter }))
      .filter(({ values }) => values.length > 0),
  };
}

/** The labels of each facet's values, by value, in display order. */
type Labels = Readonly<Record<ProjectFacetId, ReadonlyMap<string, string>>>;

function labelsOf(index: ProjectIndex, systems: readonly NamedSystem[]): Labels {
  const regions = new Map<string, string>();
  const kinds = new Set<string>();
  for (const { state, place, kindIds } of index.projects) {
    if (state !== null && place.region !== "" && !regions.has(place.region)) {
      regions.set(place.region, regionName(state));
    }
    for (const id of kindIds) kinds.add(id);
  }
  return {
    system: new Map(
      systems.filter(({ id }) => index.bySystemId.has(id)).map(({ id, name }) => [id, name]),
    ),
    region: new Map([...regions].sort(([, a], [, b]) => compareText(a, b))),
    kind: new Map(index.kinds.filter(({ id }) => kinds.has(id)).map(({ id, name }) => [id, name])),
  };
}

function filterOf(labels: Labels, query: URLSearchParams): ProjectFilter {
  const chosen = (id: ProjectFacetId): string | null => {
    const value = query.get(id) ?? "";
    const key = id === "region" ? regionKey(value) : value.trim();
    return labels[id].has(key) ? key : null;
  };
  return {
    system: chosen("system"),
    region: chosen("region"),
    kind: chosen("kind"),
    q: searchOf(query),
  };
}

function search(projects: readonly ShownProject[], q: string): readonly ShownProject[] {
  const words = searchWords(q);
  if (words.length === 0) return projects;
  return projects.filter(({ name, location, state, parties }) => {
    const region = state === null ? "" : regionName(state);
    const firms = parties.map((party) => party.name);
    return hasWords([name, location, region, ...firms].join(" "), words);
  });
}

function matches(project: ShownProject, filter: FacetFilter): boolean {
  return PROJECT_FACETS.every((id) =>
    filter[id] === null || valuesOf(project, id).includes(filter[id])
  );
}

function valuesOf({ systemIds, place, kindIds }: ShownProject, id: ProjectFacetId) {
  return { system: systemIds, region: [place.region], kind: kindIds }[id];
}

function facetOf(
  projects: readonly ShownProject[],
  { id, labels, filter }: {
    readonly id: ProjectFacetId;
    readonly labels: ReadonlyMap<string, string>;
    readonly filter: FacetFilter;
  },
): ProjectFacet {
  const counts = new Map<string, number>();
  const others = { ...filter, [id]: null };
  for (const project of projects) {
    if (!matches(project, others)) continue;
    for (const value of valuesOf(project, id)) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return {
    id,
    values: [...labels].map(([value, label]) => ({
      value,
      label,
      count: counts.get(value) ?? 0,
      selected: filter[id] === value,
    })),
  };
}
