/** Indexes the projects of a system by place, so that no request scans them all (spec §4.1). Pure. */
import type { PlaceKey } from "../place.ts";
import type { ProjectIndex } from "./shown.ts";

/** Ordinals of a system's projects in the curated order, ascending in each list. */
interface ByPlace {
  /** By city, in any region. */
  readonly city: ReadonlyMap<string, readonly number[]>;
  /** By region, in any city. */
  readonly region: ReadonlyMap<string, readonly number[]>;
  /** By city and region; an unknown region is empty. */
  readonly both: ReadonlyMap<string, readonly number[]>;
}

/** Ordinals of a system's projects near a visitor. */
export interface Near {
  /** In the visitor's city: ascending lists, to be merged. */
  readonly inCity: readonly (readonly number[])[];
  /** In the visitor's region, including those in the city; ascending. */
  readonly inRegion: readonly number[];
}

/** By index, then system; built on first use, because most deployments have proximity turned off. */
const known = new WeakMap<ProjectIndex, Map<string, ByPlace>>();

/**
 * Returns the projects of a system in a visitor's city and region. Two cities of the same name match unless both
 * regions are known and differ. An unknown city or region matches nothing.
 */
export function nearIn(index: ProjectIndex, systemId: string, { city, region }: PlaceKey): Near {
  const { both, ...by } = byPlaceOf(index, systemId);
  const regions = region === "" ? null : [region, ""];
  const inCity = city === ""
    ? []
    : regions?.map((one) => both.get(keyOf({ city, region: one })) ?? []) ??
      [by.city.get(city) ?? []];
  return { inCity, inRegion: by.region.get(region) ?? [] };
}

/** The cities and regions of all projects, by index. */
const places = new WeakMap<ProjectIndex, { cities: Set<string>; regions: Set<string> }>();

/** Stands for any region without projects; no region name contains a line feed. */
const ELSEWHERE = "\n";

/**
 * Reduces a visitor's place to places of projects: a city without projects becomes unknown, and all regions without
 * projects become the same one. Returns null when no project is near. So a cache keyed by the result contains no
 * place of a visitor that is not also a project's.
 */
export function placeIn(index: ProjectIndex, { city, region }: PlaceKey): PlaceKey | null {
  const known = places.getOrInsertComputed(index, ({ projects }) => ({
    cities: new Set(projects.map(({ place }) => place.city)),
    regions: new Set(projects.map(({ place }) => place.region)),
  }));
  const near = {
    city: known.cities.has(city) ? city : "",
    region: region === "" || known.regions.has(region) ? region : ELSEWHERE,
  };
  return near.city === "" && (near.region === "" || near.region === ELSEWHERE) ? null : near;
}

function byPlaceOf(index: ProjectIndex, systemId: string): ByPlace {
  return known.getOrInsertComputed(index, () => new Map())
    .getOrInsertComputed(systemId, () => sortByPlace(index, systemId));
}

function sortByPlace({ projects, bySystemId }: ProjectIndex, systemId: string): ByPlace {
  const ordinals = bySystemId.get(systemId) ?? [];
  const placed = ordinals.flatMap((ordinal) => {
    const place = projects[ordinal]?.place;
    return place === undefined ? [] : [{ ordinal, place }];
  });
  const group = (keyOf: (place: PlaceKey) => string) => {
    const groups = new Map<string, number[]>();
    for (const { ordinal, place } of placed) {
      const key = keyOf(place);
      groups.getOrInsert(key, []).push(ordinal);
    }
    return groups;
  };
  const region = group(({ region }) => region);
  region.delete("");
  return { city: group(({ city }) => city), region, both: group(keyOf) };
}

function keyOf({ city, region }: PlaceKey): string {
  return `${city}\n${region}`;
}
