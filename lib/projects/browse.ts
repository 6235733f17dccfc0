/** The list of projects, narrowed by facets that live in the URL (spec §4.1, design §10). Pure. */
import type { ProjectIndex, ShownProject } from "./index/shown.ts";
import { regionKey, regionName } from "./place.ts";

/** Query parameters that narrow the list, in the order in which they are offered. */
export const PROJECT_FACETS = ["system", "region", "kind"] as const;
/** What the list can be narrowed by. */
export type ProjectFacetId = (typeof PROJECT_FACETS)[number];

/** What is chosen of each facet; null where nothing is. */
export type ProjectFilter = Readonly<Record<ProjectFacetId, string | null>>;

/** One choice of a facet. */
export interface ProjectFacetValue {
  readonly value: string;
  readonly label: string;
  /** How many projects the list would hold, given the other facets. */
  readonly count: number;
  readonly selected: boolean;
}

/** A facet, and those of its choices that a project has. */
export interface ProjectFacet {
  readonly id: ProjectFacetId;
  readonly values: readonly ProjectFacetValue[];
}

/** A page of the list. */
export interface ProjectBrowse {
  readonly projects: readonly ShownProject[];
  /** Of all pages. */
  readonly total: number;
  /** From 1. */
  readonly page: number;
  readonly pages: number;
  readonly filter: ProjectFilter;
  /** Filters of the query that were ignored, for no project has their values. */
  readonly unknown: readonly ProjectFacetId[];
  readonly facets: readonly ProjectFacet[];
}

/** Projects on a page: full rows of two and of three. */
export const PROJECTS_PER_PAGE = 24;

/** A system that is on offer. */
interface NamedSystem {
  readonly id: string;
  readonly name: string;
}

/**
 * Narrows the projects by the query of an address, in their curated order. A value that no project has is ignored, and a
 * page that is not there is the nearest one that is.
 *
 * @param systems on offer, in the order of the catalog; others are not offered as a filter.
 */
export function browseProjects(
  index: ProjectIndex,
  { systems, query }: { readonly systems: readonly NamedSystem[]; readonly query: URLSearchParams },
): ProjectBrowse {
  const labels = labelsOf(index, systems);
  const filter = filterOf(labels, query);
  const found = index.projects.filter((project) => matches(project, filter));
  const pages = Math.max(1, Math.ceil(found.length / PROJECTS_PER_PAGE));
  const asked = Number(/^\d{1,6}$/.exec(query.get("page") ?? "")?.[0] ?? 1);
  const page = Math.min(Math.max(asked, 1), pages);
  return {
    projects: found.slice((page - 1) * PROJECTS_PER_PAGE, page * PROJECTS_PER_PAGE),
    total: found.length,
    page,
    pages,
    filter,
    unknown: PROJECT_FACETS.filter((id) => query.get(id)?.trim() && filter[id] === null),
    facets: PROJECT_FACETS.map((id) => facetOf(index, { id, labels: labels[id], filter }))
      .filter(({ values }) => values.length > 0),
  };
}

/** What people read for each choice, by its value, in the order in which they are offered. */
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
    region: new Map([...regions].sort(([, a], [, b]) => a < b ? -1 : a > b ? 1 : 0)),
    kind: new Map(index.kinds.filter(({ id }) => kinds.has(id)).map(({ id, name }) => [id, name])),
  };
}

function filterOf(labels: Labels, query: URLSearchParams): ProjectFilter {
  const chosen = (id: ProjectFacetId): string | null => {
    const value = query.get(id) ?? "";
    const key = id === "region" ? regionKey(value) : value.trim();
    return labels[id].has(key) ? key : null;
  };
  return { system: chosen("system"), region: chosen("region"), kind: chosen("kind") };
}

function matches(project: ShownProject, filter: ProjectFilter): boolean {
  return PROJECT_FACETS.every((id) =>
    filter[id] === null || valuesOf(project, id).includes(filter[id])
  );
}

function valuesOf({ systemIds, place, kindIds }: ShownProject, id: ProjectFacetId) {
  return { system: systemIds, region: [place.region], kind: kindIds }[id];
}

function facetOf(
  { projects }: ProjectIndex,
  { id, labels, filter }: {
    readonly id: ProjectFacetId;
    readonly labels: ReadonlyMap<string, string>;
    readonly filter: ProjectFilter;
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
