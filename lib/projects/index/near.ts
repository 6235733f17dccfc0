/** Projects of a system by where they are, so that no answer looks at all of them (spec §4.1). Pure. */
import type { PlaceKey } from "../place.ts";
import type { ProjectIndex } from "./shown.ts";

/** Places in the curated order, each list lowest first. */
interface ByPlace {
  /** By city, whatever the region. */
  readonly city: ReadonlyMap<string, readonly number[]>;
  /** By region, whatever the city. */
  readonly region: ReadonlyMap<string, readonly number[]>;
  /** By both; a region that is not known is empty. */
  readonly both: ReadonlyMap<string, readonly number[]>;
}

/** What of a system is near a visitor. */
export interface Near {
  /** In the visitor's city. */
  readonly inCity: readonly (readonly number[])[];
  /** In the visitor's region, those in the city among them. */
  readonly inRegion: readonly number[];
}

/** By index and system; made when somebody's place is first asked for, for most services never ask. */
const known = new WeakMap<ProjectIndex, Map<string, ByPlace>>();

/**
 * The projects of a system in a visitor's city and in the visitor's region. Cities of one name in two regions are not the
 * same where both regions are known; what is not known is near nothing.
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

/** Cities and regions of all projects, by index. */
const places = new WeakMap<ProjectIndex, { cities: Set<string>; regions: Set<string> }>();

/** A region without projects, whichever it is; no region has the character. */
const ELSEWHERE = "\n";

/**
 * A visitor's place as far as there are projects: a city without any is left out, all regions without any are one, and
 * null is near none. So what is remembered by it holds no place but those of projects.
 */
export function placeIn(index: ProjectIndex, { city, region }: PlaceKey): PlaceKey | null {
  let known = places.get(index);
  if (known === undefined) {
    known = { cities: new Set(), regions: new Set() };
    for (const { place } of index.projects) {
      known.cities.add(place.city);
      known.regions.add(place.region);
    }
    places.set(index, known);
  }
  const near = {
    city: known.cities.has(city) ? city : "",
    region: region === "" || known.regions.has(region) ? region : ELSEWHERE,
  };
  return near.city === "" && (near.region === "" || near.region === ELSEWHERE) ? null : near;
}

function byPlaceOf(index: ProjectIndex, systemId: string): ByPlace {
  let systems = known.get(index);
  if (systems === undefined) known.set(index, systems = new Map());
  let places = systems.get(systemId);
  if (places === undefined) systems.set(systemId, places = sortByPlace(index, systemId));
  return places;
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
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [ordinal]);
      else group.push(ordinal);
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
