/** Holds in memory the pictures that staff have linked to systems and options (spec §2.1). */
import type { Gallery, GalleryItem, MediaItem } from "../schema.ts";
import { primaryOf, toGallery, withoutPlace } from "./gallery.ts";

/** A stored link to an asset that has a picture. */
export interface StoredLink {
  readonly owner: "system" | "option";
  readonly ownerId: string;
  readonly item: GalleryItem;
}

/** All links; immutable. */
export interface Links {
  /** Galleries by system id. */
  readonly galleries: ReadonlyMap<string, Gallery>;
  /** Primary pictures by system id. */
  readonly primaries: ReadonlyMap<string, GalleryItem>;
  /** Linked pictures by option id. */
  readonly byOptionId: ReadonlyMap<string, readonly GalleryItem[]>;
  /** Canonical pictures by option id. */
  readonly defaultByOptionId: ReadonlyMap<string, MediaItem>;
}

/** Returns empty links. */
export function noLinks(): Links {
  return {
    galleries: new Map(),
    primaries: new Map(),
    byOptionId: new Map(),
    defaultByOptionId: new Map(),
  };
}

/** Display modes of galleries by system id. A system without one is shown as a grid. */
export type DisplayModes = ReadonlyMap<string, Gallery["displayMode"]>;

/**
 * Returns the links after a change: without those of the `touched` assets, and with the `stored` ones. `withChanges` does
 * the same for images.
 */
export function withLinks(
  before: Links,
  { touched, stored, displayModes }: {
    readonly touched: ReadonlySet<string>;
    readonly stored: readonly StoredLink[];
    /** Null when they have not changed. */
    readonly displayModes: DisplayModes | null;
  },
): Links {
  const owned = (owner: StoredLink["owner"]) =>
    Map.groupBy(stored.filter((link) => link.owner === owner), ({ ownerId }) => ownerId);
  const isTouched = ({ id }: GalleryItem) => touched.has(id);

  const galleries = new Map(before.galleries);
  const primaries = new Map(before.primaries);
  const ofSystems = owned("system");
  for (const systemId of new Set([...galleries.keys(), ...ofSystems.keys()])) {
    const known = galleries.get(systemId);
    const more = ofSystems.get(systemId) ?? [];
    const mode = (displayModes ? displayModes.get(systemId) : known?.displayMode) ?? "grid";
    if (
      known && known.displayMode === mode && more.length === 0 && !known.items.some(isTouched)
    ) continue;
    const items = [
      ...(known?.items ?? []).filter((item) => !isTouched(item)),
      ...more.map(({ item }) => item),
    ];
    set(galleries, systemId, toGallery(items, mode));
    set(primaries, systemId, primaryOf(items));
  }

  const byOptionId = new Map(before.byOptionId);
  const defaultByOptionId = new Map(before.defaultByOptionId);
  const ofOptions = owned("option");
  for (const optionId of new Set([...byOptionId.keys(), ...ofOptions.keys()])) {
    const known = byOptionId.get(optionId) ?? [];
    const more = ofOptions.get(optionId) ?? [];
    if (more.length === 0 && !known.some(isTouched)) continue;
    const items = [
      ...known.filter((item) => !isTouched(item)),
      ...more.map(({ item }) => item),
    ];
    const first = primaryOf(items);
    set(byOptionId, optionId, items.length === 0 ? null : items);
    set(defaultByOptionId, optionId, first && withoutPlace(first));
  }
  return { galleries, primaries, byOptionId, defaultByOptionId };
}

function set<T>(map: Map<string, T>, key: string, value: T | null): void {
  if (value === null) map.delete(key);
  else map.set(key, value);
}
