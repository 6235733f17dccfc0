/** The immutable index of the projects that buyers see (spec §2.13, §4.1). Pure. */
import type { MediaItem } from "@/lib/media/mod.ts";
import { type PlaceKey, placeKey } from "../place.ts";
import { canonicalUrlOf, lastPartOf } from "../slug.ts";

/** A firm that took part in a project. */
export interface ProjectParty {
  readonly role: "architect" | "construction" | "design-build";
  readonly name: string;
  /** Text from the CMS, not validated as a URL. */
  readonly url: string | null;
}

/** A stored project with the ids that it is joined by. */
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
  /** Uuids of the product terms that it references. */
  readonly productUuids: readonly string[];
  /** Ids of the `application` categories that its pictures are tagged with. */
  readonly kindIds: readonly string[];
  /** Its first displayable image in gallery order; null for none. */
  readonly image: MediaItem | null;
}

/** A kind of space: a category of the axis `application`. */
export interface SpaceKind {
  readonly id: string;
  readonly name: string;
}

/** The records that all projects are joined with. */
export interface ProjectJoins {
  /** The product term of each mapped system. */
  readonly mappings: readonly { readonly systemId: string; readonly termUuid: string }[];
  /** By position; without retired ones. */
  readonly kinds: readonly SpaceKind[];
}

/** A project that buyers see: published, and with a URL on the marketing site. */
export interface ShownProject
  extends
    Pick<StoredProject, "uuid" | "name" | "city" | "state" | "parties" | "kindIds" | "image"> {
  /** "City, ST", "City" or "ST" (spec §2.1). */
  readonly location: string | null;
  /** URL of its page on the marketing site (spec §2.1). */
  readonly canonicalUrl: string;
  /** Last URL segment of its page on this service: that of its slug if no other project has the same, else its uuid. */
  readonly address: string;
  readonly systemIds: readonly string[];
  readonly place: PlaceKey;
}

/** All projects that buyers see, as of one version. */
export interface ProjectIndex {
  /** Increases with every committed change of the index's content. */
  readonly version: number;
  /** In curated order: featured first, then by gallery order (nulls last), name and uuid. */
  readonly projects: readonly ShownProject[];
  /** By system id, the ordinals of its projects in `projects`, ascending. */
  readonly bySystemId: ReadonlyMap<string, readonly number[]>;
  /** By {@linkcode ShownProject.address}. */
  readonly byAddress: ReadonlyMap<string, ShownProject>;
  readonly byUuid: ReadonlyMap<string, ShownProject>;
  readonly kinds: readonly SpaceKind[];
}

/** Builds an index. Projects that are unpublished or have no URL on the marketing site are left out. */
export function indexProjects(
  stored: Iterable<StoredProject>,
  { version, joins, siteUrl }: {
    readonly version: number;
    readonly joins: ProjectJoins;
    /** Origin of the marketing site; null makes every project unlinkable, so that the index is empty. */
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
      bySystemId.getOrInsert(id, []).push(ordinal);
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

/** Formats "City, ST", "City" or "ST"; null when both are unknown (spec §2.1). */
export function locationOf(
  { city, state }: Pick<StoredProject, "city" | "state">,
): string | null {
  return [city, state].filter((part) => part !== null && part !== "").join(", ") || null;
}

/** Compares by the curated order: featured first, then gallery order (nulls last), name and uuid (design §6). */
function inCuratedOrder(a: StoredProject, b: StoredProject): number {
  return Number(b.featured === true) - Number(a.featured === true) ||
    compare(a.galleryOrder ?? Infinity, b.galleryOrder ?? Infinity) ||
    compare(a.name, b.name) || compare(a.uuid, b.uuid);
}

function compare<T extends string | number>(a: T, b: T): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
