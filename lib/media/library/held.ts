/** A list of the library in memory: what it is filtered and ordered by, and the answer to any filter in any order. */
import type { LibraryFilter, LibraryQuery, LibrarySort } from "./query.ts";

/** An asset as lists know it. Texts are folded by the database, and times are in microseconds. */
export interface ListedAsset {
  readonly id: string;
  /** All that a search looks in; begins with the folded file name and a character that no search has. */
  readonly texts: string;
  readonly createdAt: number;
  readonly source: LibraryFilter["source"];
  readonly type: LibraryFilter["type"];
  readonly used: boolean;
  readonly untagged: boolean;
  readonly unreviewed: boolean;
  readonly grouped: boolean;
  readonly galleryOrder: number | null;
  readonly galleryPosition: number | null;
  /** Live tags, each `type ref`. */
  readonly tags: readonly string[];
}

/** Orders that are kept; the others are these backwards. */
type Kept = "oldest" | "name-asc" | "gallery";

/** Every asset in each of the orders that are kept. Never changes: another state is another object. */
export interface HeldList {
  readonly orders: Readonly<Record<Kept, readonly ListedAsset[]>>;
  /** Memory, by estimate. */
  readonly bytes: number;
}

/** A list of no assets. */
export const EMPTY_LIST: HeldList = {
  orders: { oldest: [], "name-asc": [], gallery: [] },
  bytes: 0,
};

/** Memory that an asset takes beside its texts and tags; measured with 100,000. */
const ASSET_BYTES = 320;

/** The list of some assets alone. */
export function listOf(assets: readonly ListedAsset[]): HeldList {
  return {
    orders: {
      oldest: assets.toSorted(COMPARE.oldest),
      "name-asc": assets.toSorted(COMPARE["name-asc"]),
      gallery: assets.toSorted(COMPARE.gallery),
    },
    bytes: assets.reduce((sum, { texts, tags }) => (
      sum + ASSET_BYTES + 2 * texts.length + 8 * tags.length
    ), 0),
  };
}

/** Two lists that have no asset in common, as one. */
export function joinLists(one: HeldList, other: HeldList): HeldList {
  const merged = (order: Kept) => merge(one.orders[order], other.orders[order], COMPARE[order]);
  return {
    orders: {
      oldest: merged("oldest"),
      "name-asc": merged("name-asc"),
      gallery: merged("gallery"),
    },
    bytes: one.bytes + other.bytes,
  };
}

/** A list with some assets as they are now; those that are touched and not given are gone. */
export function withTouched(
  list: HeldList,
  touched: ReadonlySet<string>,
  assets: readonly ListedAsset[],
): HeldList {
  const kept = (order: Kept) => list.orders[order].filter(({ id }) => !touched.has(id));
  const oldest = kept("oldest");
  const size = list.orders.oldest.length;
  const rest: HeldList = {
    orders: { oldest, "name-asc": kept("name-asc"), gallery: kept("gallery") },
    bytes: size === 0 ? 0 : list.bytes * oldest.length / size,
  };
  return joinLists(rest, listOf(assets));
}

/**
 * The ids of one part of a list, and how long the whole is.
 *
 * @param folded the words of the filter, folded by the database as texts are.
 */
export function askList(
  list: HeldList,
  { sort, limit, offset, ...filter }: LibraryQuery,
  folded: string,
): { ids: string[]; total: number } {
  const [order, isBackwards] = DIRECTIONS[sort];
  const assets = list.orders[order];
  const tag = filter.tag && tagKey(filter.tag);
  const ids: string[] = [];
  let total = 0;
  for (let place = 0; place < assets.length; place++) {
    const asset = assets[isBackwards ? assets.length - 1 - place : place];
    if (asset === undefined || !suits(asset, filter)) continue;
    if (tag !== undefined && !asset.tags.includes(tag)) continue;
    if (filter.q !== undefined && !asset.texts.includes(folded)) continue;
    if (total >= offset && ids.length < limit) ids.push(asset.id);
    total++;
  }
  return { ids, total };
}

/** How an asset's tag is written here. */
export function tagKey({ type, ref }: { readonly type: string; readonly ref: string }): string {
  return `${type} ${ref}`;
}

const DIRECTIONS: Readonly<Record<LibrarySort, readonly [Kept, isBackwards: boolean]>> = {
  oldest: ["oldest", false],
  newest: ["oldest", true],
  "name-asc": ["name-asc", false],
  "name-desc": ["name-asc", true],
  gallery: ["gallery", false],
};

/** Whether an asset is let through by what is looked up quickest. */
function suits(asset: ListedAsset, { source, type, usage, coverage }: LibraryFilter): boolean {
  if (source !== undefined && asset.source !== source) return false;
  if (type !== undefined && asset.type !== type) return false;
  if (usage !== undefined && asset.used !== (usage === "used")) return false;
  switch (coverage) {
    case undefined:
      return true;
    case "untagged":
      return asset.untagged;
    case "ai-unreviewed":
      return asset.unreviewed;
    default:
      return asset.grouped === (coverage === "grouped");
  }
}

type Compare = (a: ListedAsset, b: ListedAsset) => number;

function byAge(a: ListedAsset, b: ListedAsset): number {
  return a.createdAt - b.createdAt || compareBytes(a.id, b.id);
}

const COMPARE: Readonly<Record<Kept, Compare>> = {
  oldest: byAge,
  // The character behind the name comes before all that a name can have.
  "name-asc": (a, b) => compareBytes(nameOf(a), nameOf(b)) || compareBytes(a.id, b.id),
  gallery: (a, b) =>
    compareLast(a.galleryOrder, b.galleryOrder) ||
    compareLast(a.galleryPosition, b.galleryPosition) || byAge(a, b),
};

function nameOf({ texts }: ListedAsset): string {
  const end = texts.indexOf("\x01");
  return end < 0 ? texts : texts.slice(0, end);
}

/** Null comes last. */
function compareLast(a: number | null, b: number | null): number {
  if (a === b) return 0;
  return a === null ? 1 : b === null ? -1 : a - b;
}

/** Orders as the bytes of UTF-8 do; code units would put characters beyond U+FFFF before some others. */
export function compareBytes(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at++) {
    const [one, other] = [a.charCodeAt(at), b.charCodeAt(at)];
    if (one !== other) return rankOf(one) - rankOf(other);
  }
  return a.length - b.length;
}

/** Surrogates stand for what comes after all other characters. */
function rankOf(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}

function merge(
  one: readonly ListedAsset[],
  other: readonly ListedAsset[],
  compare: Compare,
): readonly ListedAsset[] {
  if (one.length === 0) return other;
  if (other.length === 0) return one;
  const merged: ListedAsset[] = [];
  let [left, right] = [0, 0];
  while (left < one.length || right < other.length) {
    const [a, b] = [one[left], other[right]];
    if (b === undefined || (a !== undefined && compare(a, b) <= 0)) {
      if (a !== undefined) merged.push(a);
      left++;
    } else {
      merged.push(b);
      right++;
    }
  }
  return merged;
}
