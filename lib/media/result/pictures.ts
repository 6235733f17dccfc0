/** The images that a result can show, in memory: ranked once, and found by tag (spec §2.1, §8). */
import type { MediaItem, SelectionAxis } from "../schema.ts";

/** An image as it is stored, with what decides whether, and before which others, it is shown. */
export interface StoredPicture {
  readonly item: MediaItem;
  /** Shots of one scene share it. */
  readonly shotGroupId: string | null;
  /** Place of its project, then its own in there; what has none comes last (spec §4.8). */
  readonly galleryOrder: number | null;
  readonly galleryPosition: number | null;
  /** Live tags on the axes that a result looks at. */
  readonly tags: readonly { readonly axis: SelectionAxis; readonly ref: string }[];
}

/**
 * All images, never changed. An image is named by its ordinal, its place in the order of the gallery, so of two that
 * are worth the same the lower one comes first.
 */
export interface Pictures {
  readonly items: readonly MediaItem[];
  /** By ordinal; infinite where there is none. */
  readonly orders: Float64Array;
  readonly positions: Float64Array;
  /** By ordinal; 0 is none. */
  readonly groups: Uint32Array;
  /** By ordinal: 1 where the image has a live tag of any system. */
  readonly showsSystem: Uint8Array;
  /** By {@linkcode tagKey}, the ordinals of the images that have it, lowest first. */
  readonly byTag: ReadonlyMap<string, Uint32Array>;
  /** The number of each shot group; shared by all that come from one another, and only ever added to. */
  readonly groupNumbers: Map<string, number>;
  /** About how much memory it takes. */
  readonly bytes: number;
}

/** No images. */
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

/** What a tag is looked up by; no axis has a blank. */
export function tagKey(axis: string, ref: string): string {
  return `${axis} ${ref}`;
}

const GONE = 0xffff_ffff;

/**
 * The images after a change: those of `touched` are taken out, and `stored` come in. Lists that nothing of it concerns
 * are shared with the ones before.
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
  /** The new ordinal of each old one. */
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
      const ordinals = added.get(key);
      if (ordinals === undefined) added.set(key, [next]);
      else ordinals.push(next);
      if (axis === "system") showsSystem[next] = 1;
    }
    bytes += sizeOf(item);
    next++;
  }

  // Whatever stays keeps its order, so it goes over in runs between what goes and what comes.
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

/** Whether a list of ordinals, lowest first, has one. */
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

/** What is known to be there: a check at each of a hundred thousand costs more than the reading. */
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

/** Before which ordinal an image belongs. */
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

/** Below 0 where `a` is less; two that are infinite are alike. */
function difference(a: number, b: number): number {
  return a === b ? 0 : a - b;
}

function numberOf(numbers: Map<string, number>, groupId: string): number {
  const number = numbers.get(groupId) ?? numbers.size + 1;
  numbers.set(groupId, number);
  return number;
}

/** A list in new ordinals, with more of them. */
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

/** An item and its places in lists, measured at 100,000 assets; letters count twice, as most scripts need. */
const ITEM_BYTES = 400;

function sizeOf({ id, title, alt }: MediaItem): number {
  return ITEM_BYTES + 2 * (id.length + (title?.length ?? 0) + alt.length);
}
