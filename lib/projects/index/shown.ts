/** Projects as buyers may see them, in memory and never changed (spec §2.13, §4.1). Pure. */
import type { MediaItem } from "../../media/mod.ts";
import { type PlaceKey, placeKey } from "../place.ts";
import { canonicalUrlOf, lastPartOf } from "../slug.ts";

/** Somebody who had a part in a project. */
export interface ProjectParty {
  readonly role: "architect" | "construction" | "design-build";
  readonly name: string;
  readonly url: string | null;
}

/** A project as it is stored, with what is joined to it. */
export interface StoredProject {
  readonly uuid: string;
  readonly name: string;
  readonly slug: string | null;
  readonly city: string | null;
  readonly state: string | null;
  readonly featured: boolean | null;
  readonly galleryOrder: number | null;
  readonly published: boolean;
  readonly parties: readonly ProjectParty[];
  /** Terms of the products that it used. */
  readonly productUuids: readonly string[];
  /** Ids of the categories on the axis of applications that its pictures have. */
  readonly kindIds: readonly string[];
  /** The first of its images; null where it has none that can be shown. */
  readonly image: MediaItem | null;
}

/** A kind of space: a category on the axis of applications. */
export interface SpaceKind {
  readonly id: string;
  readonly name: string;
}

/** What all projects are joined with. */
export interface ProjectJoins {
  /** The products term of each system that has one. */
  readonly mappings: readonly { readonly systemId: string; readonly termUuid: string }[];
  /** In the order of the vocabulary. */
  readonly kinds: readonly SpaceKind[];
}

/** A project that buyers may see: published, and with a page of its own on the marketing site. */
export interface ShownProject {
  readonly uuid: string;
  readonly name: string;
  readonly city: string | null;
  readonly state: string | null;
  /** "City, ST", "City" or "ST" (spec §2.1). */
  readonly location: string | null;
  readonly canonicalUrl: string;
  /** Last part of the address of our page. */
  readonly address: string;
  readonly parties: readonly ProjectParty[];
  readonly systemIds: readonly string[];
  readonly kindIds: readonly string[];
  readonly image: MediaItem | null;
  readonly place: PlaceKey;
}

/** Every project that buyers may see, as of one version. */
export interface ProjectIndex {
  /** Moves with every committed change of what is shown. */
  readonly version: number;
  /** In curated order: featured ones first, then by the order of the gallery, name and uuid. */
  readonly projects: readonly ShownProject[];
  /** By system, the places of its projects in that order, lowest first. */
  readonly bySystemId: ReadonlyMap<string, readonly number[]>;
  /** By the last part of the address of our page. */
  readonly byAddress: ReadonlyMap<string, ShownProject>;
  readonly byUuid: ReadonlyMap<string, ShownProject>;
  readonly kinds: readonly SpaceKind[];
}

/** Indexes projects; those that are not published, or that no page can be linked of, are left out. */
export function indexProjects(
  stored: Iterable<StoredProject>,
  { version, joins, siteUrl }: {
    readonly version: number;
    readonly joins: ProjectJoins;
    /** Where projects have their pages; without it none can be linked. */
    readonly siteUrl: string | null;
  },
): ProjectIndex {
  const linked = Array.from(stored).flatMap((project) => {
    const url = project.published ? canonicalUrlOf(siteUrl, project.slug) : null;
    return url === null ? [] : [{ project, url, part: lastPartOf(project.slug ?? "") }];
  }).sort((a, b) => inCuratedOrder(a.project, b.project));
  const systemIdByTerm = new Map(
    joins.mappings.map(({ systemId, termUuid }) => [termUuid, systemId]),
  );
  const known = new Set(joins.kinds.map(({ id }) => id));
  const uses = new Map<string, number>();
  for (const { part } of linked) if (part !== null) uses.set(part, (uses.get(part) ?? 0) + 1);
  const uuids = new Set(linked.map(({ project }) => project.uuid));

  const projects = linked.map(({ project, url, part }): ShownProject => {
    const { uuid, name, city, state, parties, image } = project;
    const isOwn = part !== null && uses.get(part) === 1 && !uuids.has(part);
    return Object.freeze({
      uuid,
      name,
      city,
      state,
      location: locationOf(project),
      canonicalUrl: url,
      address: isOwn ? part : uuid,
      parties,
      systemIds: project.productUuids.flatMap((uuid) => systemIdByTerm.get(uuid) ?? []),
      kindIds: project.kindIds.filter((id) => known.has(id)),
      image,
      place: placeKey({ city, region: state }),
    });
  });

  const bySystemId = new Map<string, number[]>();
  projects.forEach(({ systemIds }, ordinal) => {
    for (const id of systemIds) {
      const ordinals = bySystemId.get(id);
      if (ordinals === undefined) bySystemId.set(id, [ordinal]);
      else ordinals.push(ordinal);
    }
  });
  return {
    version,
    projects,
    bySystemId,
    byAddress: new Map(projects.map((project) => [project.address, project])),
    byUuid: new Map(projects.map((project) => [project.uuid, project])),
    kinds: joins.kinds,
  };
}

/** "City, ST", "City" or "ST"; null where neither is known (spec §2.1). */
export function locationOf(
  { city, state }: Pick<StoredProject, "city" | "state">,
): string | null {
  return [city, state].filter((part) => part !== null && part !== "").join(", ") || null;
}

/** Featured ones first, then by the order of the gallery, in which some have no place, name and uuid (design §6). */
function inCuratedOrder(a: StoredProject, b: StoredProject): number {
  return Number(b.featured === true) - Number(a.featured === true) ||
    compare(a.galleryOrder ?? Infinity, b.galleryOrder ?? Infinity) ||
    compare(a.name, b.name) || compare(a.uuid, b.uuid);
}

function compare<T extends string | number>(a: T, b: T): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
