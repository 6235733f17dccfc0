/** Holds in memory the images that a result can show, in gallery order and indexed by tag (spec §2.1, §8). */
import type { MediaItem, SelectionAxis } from "../schema.ts";

/** A stored image with the tags it is matched by and the fields it is sorted by. */
export interface StoredPicture {
  readonly item: MediaItem;
  /** Shared by the shots of one scene; null without a group. */
  readonly shotGroupId: string | null;
  /** Gallery order of its project; null sorts last (spec §4.8). */
  readonly galleryOrder: number | null;
  /** Gallery position of the image in its project; null sorts last. */
  readonly galleryPosition: number | null;
  /** Live tags on the axes that a result matches. */
  readonly tags: readonly { readonly axis: SelectionAxis; readonly ref: string }[];
}

/**
 * All images; immutable except for `groupNumbers`. An image is identified by its ordinal, its index in gallery order, so
 * the lower ordinal wins a tie between equal scores.
 */
export interface Pictures {
  readonly items: readonly MediaItem[];
  /** Gallery orders of projects by ordinal; `Infinity` for none. */
  readonly orders: Float64Array;
  /** Gallery positions by ordinal; `Infinity` for none. */
  readonly positions: Float64Array;
  /** Shot group numbers by ordinal; 0 for none. */
  readonly groups: Uint32Array;
  /** By ordinal: 1 when the image has a live tag of any system. */
  readonly showsSystem: Uint8Array;
  /** Ordinals of the images with a tag, ascending, by {@linkcode tagKey}. */
  readonly byTag: ReadonlyMap<string, Uint32Array>;
  /** Shot group numbers by group id. Shared by all versions derived from one another, and append-only. */
  readonly groupNumbers: Map<string, number>;
  /** Estimated memory in bytes. */
  readonly bytes: number;
}

/** Returns an empty set of images. */
export function noPictures(): Pictures {
  return {
    items: [],
    orders: new Float64Array(),
    positions: new Float64Array(),
    groups: new Uint32Array(),
    showsSystem: new Uint8Array(),
    byTag: new Map(),
    groupNumbers: new Map(),
    bytes: 0,
  };
}

/** Returns the key of a tag in `byTag`. Keys are unique because no axis contains a blank. */
export function tagKey(axis: string, ref: string): string {
  return `${axis} ${ref}`;
}

/** Returns a function that finds the ids of the systems that an image shows, by its ordinal. The ids are sorted. */
export function systemFinder({ byTag }: Pictures): (ordinal: number) => string[] {
  const start = tagKey("system", "");
  const systems = [...byTag].filter(([key]) => key.startsWith(start))
    .map(([key, ordinals]) => ({ id: key.slice(start.length), ordinals }))
    .sort((a, b) => a.id < b.id ? -1 : 1);
  return (ordinal) =>
    systems.filter(({ ordinals }) => includes(ordinals, ordinal)).map(({ id }) => id);
}

/** The new ordinal of a removed image. */
const GONE = 0xffff_ffff;

/**
 * Returns the images after a change: without the `touched` ones, and with the `stored` ones. Tag lists that the change
 * does not affect are shared with `before`.
 */
export function withChanges(
  before: Pictures,
  { touched, stored }: {
    readonly touched: ReadonlySet<string>;
    readonly stored: readonly StoredPicture[];
  },
): Pictures {
  const gone = ordinalsOf(before, touched);
  const coming = stored.toSorted(byPlace);
  if (gone.length === 0 && coming.length === 0) return before;

  const length = before.items.length - gone.length + coming.length;
  const items = new Array<MediaItem>(length);
  const orders = new Float64Array(length);
  const positions = new Float64Array(length);
  const groups = new Uint32Array(length);
  const showsSystem = new Uint8Array(length);
  const groupNumbers = before.groupNumbers;
  /** New ordinals by old ordinal; {@linkcode GONE} for removed images. */
  const moved = new Uint32Array(before.items.length);
  const added = new Map<string, number[]>();
  let { bytes } = before;
  let next = 0;

  function keep(from: number, to: number): void {
    for (let old = from; old < to; old++) moved[old] = next + old - from;
    for (let old = from; old < to; old++) items[next + old - from] = before.items[old] as MediaItem;
    orders.set(before.orders.subarray(from, to), next);
    positions.set(before.positions.subarray(from, to), next);
    groups.set(before.groups.subarray(from, to), next);
    showsSystem.set(before.showsSystem.subarray(from, to), next);
    next += to - from;
  }

  function add({ item, shotGroupId, galleryOrder, galleryPosition, tags }: StoredPicture): void {
    items[next] = item;
    orders[next] = galleryOrder ?? Infinity;
    positions[next] = galleryPosition ?? Infinity;
    groups[next] = shotGroupId === null ? 0 : numberOf(groupNumbers, shotGroupId);
    for (const { axis, ref } of tags) {
      const key = tagKey(axis, ref);
      added.getOrInsert(key, []).push(next);
      if (axis === "system") showsSystem[next] = 1;
    }
    bytes += sizeOf(item);
    next++;
  }

  // The images that stay keep their order, so copy them in runs between the removed and the added ones.
  const places = coming.map((picture) => placeOf(before, picture));
  let from = 0;
  let goes = 0;
  let comes = 0;
  while (goes < gone.length || comes < coming.length) {
    const leaving = gone[goes] ?? Infinity;
    const entry = places[comes] ?? Infinity;
    if (entry <= leaving) {
      keep(from, entry);
      from = entry;
      add(at(coming, comes++));
    } else {
      keep(from, leaving);
      from = leaving + 1;
      moved[leaving] = GONE;
      bytes -= sizeOf(at(before.items, leaving));
      goes++;
    }
  }
  keep(from, before.items.length);

  const stays = length === before.items.length &&
    moved.every((ordinal, old) => ordinal === old || ordinal === GONE);
  const byTag = new Map<string, Uint32Array>();
  for (const [key, ordinals] of before.byTag) {
    const more = added.get(key);
    added.delete(key);
    if (more === undefined && stays && !gone.some((old) => includes(ordinals, old))) {
      byTag.set(key, ordinals);
      continue;
    }
    const list = merged({ ordinals, moved, more: more ?? [] });
    bytes += (list.length - ordinals.length) * Uint32Array.BYTES_PER_ELEMENT;
    if (list.length > 0) byTag.set(key, list);
  }
  for (const [key, ordinals] of added) {
    byTag.set(key, Uint32Array.from(ordinals));
    bytes += ordinals.length * Uint32Array.BYTES_PER_ELEMENT;
  }
  return { items, orders, positions, groups, showsSystem, byTag, groupNumbers, bytes };
}

/** Returns the images without those that show hidden systems and no other one. */
export function withoutSystems(pictures: Pictures, hiddenIds: readonly string[]): Pictures {
  const hidden = new Set(hiddenIds.map((id) => tagKey("system", id)));
  const ordinalsIn = (key: string) => pictures.byTag.get(key) ?? [];
  const left = new Set([...hidden].flatMap((key) => [...ordinalsIn(key)]));
  if (left.size === 0) return pictures;
  for (const [key, ordinals] of pictures.byTag) {
    if (!key.startsWith(tagKey("system", "")) || hidden.has(key)) continue;
    for (const ordinal of ordinals) left.delete(ordinal);
  }
  const touched = new Set([...left].map((ordinal) => at(pictures.items, ordinal).id));
  return withChanges(pictures, { touched, stored: [] });
}

/** Whether an ascending list of ordinals contains one, by binary search. */
export function includes(ordinals: Uint32Array, ordinal: number): boolean {
  let low = 0;
  let high = ordinals.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ordinals[middle] as number) < ordinal) low = middle + 1;
    else high = middle;
  }
  return ordinals[low] === ordinal;
}

/** Returns the element at an index that is known to exist. Unchecked, because 100,000 checks cost more than the reads. */
export function at<T>(list: { readonly [index: number]: T }, index: number): T {
  return list[index] as T;
}

function ordinalsOf({ items }: Pictures, ids: ReadonlySet<string>): number[] {
  const found: number[] = [];
  if (ids.size === 0) return found;
  for (let ordinal = 0; ordinal < items.length; ordinal++) {
    if (ids.has(at(items, ordinal).id)) found.push(ordinal);
  }
  return found;
}

/** Returns the ordinal before which to insert an image, by binary search. */
function placeOf(pictures: Pictures, picture: StoredPicture): number {
  const order = picture.galleryOrder ?? Infinity;
  const position = picture.galleryPosition ?? Infinity;
  const { id } = picture.item;
  let low = 0;
  let high = pictures.items.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const isBefore = difference(pictures.orders[middle] as number, order) ||
      difference(pictures.positions[middle] as number, position) ||
      (at(pictures.items, middle).id < id ? -1 : 1);
    if (isBefore < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

function byPlace(a: StoredPicture, b: StoredPicture): number {
  return difference(a.galleryOrder ?? Infinity, b.galleryOrder ?? Infinity) ||
    difference(a.galleryPosition ?? Infinity, b.galleryPosition ?? Infinity) ||
    (a.item.id < b.item.id ? -1 : 1);
}

/** Compares two numbers. Two infinite ones are equal, where a plain subtraction would return `NaN`. */
function difference(a: number, b: number): number {
  return a === b ? 0 : a - b;
}

function numberOf(numbers: Map<string, number>, groupId: string): number {
  return numbers.getOrInsert(groupId, numbers.size + 1);
}

/** Maps an ascending list to new ordinals and merges the ascending list `more` into it. */
function merged({ ordinals, moved, more }: {
  readonly ordinals: Uint32Array;
  readonly moved: Uint32Array;
  readonly more: readonly number[];
}): Uint32Array {
  const list = new Uint32Array(ordinals.length + more.length);
  let length = 0;
  let added = 0;
  for (let each = 0; each < ordinals.length; each++) {
    const old = ordinals[each] as number;
    const ordinal = moved[old] as number;
    if (ordinal === GONE) continue;
    while (added < more.length && (more[added] as number) < ordinal) {
      list[length++] = more[added++] as number;
    }
    list[length++] = ordinal;
  }
  while (added < more.length) list[length++] = more[added++] as number;
  return length === list.length ? list : list.slice(0, length);
}

/** Memory of an item and its list entries without its texts, measured at 100,000 assets. */
const ITEM_BYTES = 400;

/** Estimates the memory of an item in bytes. Characters count as two bytes, which most scripts need. */
function sizeOf({ id, title, alt }: MediaItem): number {
  return ITEM_BYTES + 2 * (id.length + (title?.length ?? 0) + alt.length);
}
