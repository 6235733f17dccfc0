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
  const { found, counts } = sift(search(index.projects, filter.q), filter);
  const { rows, ...paged } = pageOf(found, query, PROJECTS_PER_PAGE);
  return {
    ...paged,
    projects: rows,
    filter,
    unknown: PROJECT_FACETS.filter((id) => query.get(id)?.trim() && filter[id] === null),
    facets: PROJECT_FACETS.filter((id) => labels[id].size > 0).map((id) => ({
      id,
      values: Array.from(labels[id], ([value, label]) => ({
        value,
        label,
        count: counts[id].get(value) ?? 0,
        selected: filter[id] === value,
      })),
    })),
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

/** How many projects have each value of a facet and match the filters of the other facets. */
type Counts = Readonly<Record<ProjectFacetId, Map<string, number>>>;

/** Finds the projects that match all facets, and counts for each facet, in one pass over projects that may be many. */
function sift(projects: readonly ShownProject[], filter: FacetFilter) {
  const found: ShownProject[] = [];
  const counts: Counts = { system: new Map(), region: new Map(), kind: new Map() };
  for (const project of projects) {
    const { systemIds, place: { region }, kindIds } = project;
    const system = filter.system === null || systemIds.includes(filter.system);
    const place = filter.region === null || region === filter.region;
    const kind = filter.kind === null || kindIds.includes(filter.kind);
    if (system && place && kind) found.push(project);
    if (place && kind) { for (const id of systemIds) count(counts.system, id); }
    if (system && kind) count(counts.region, region);
    if (system && place) { for (const id of kindIds) count(counts.kind, id); }
  }
  return { found, counts };
}

function count(counts: Map<string, number>, value: string): void {
  counts.set(value, (counts.get(value) ?? 0) + 1);
}
