/**
 * The library's list in memory: immutable, presorted, and scanned to answer any filter in any order (decision 0011).
 */
import type { LibraryFilter, LibraryQuery, LibrarySort } from "./query.ts";
import { type AssetFacts, FACTS, factsOf } from "./facts.ts";
import { numberOfTag } from "./tag_numbers.ts";

/** An asset with the columns that filters and orders use. */
export interface ListedAsset extends AssetFacts {
  readonly id: string;
  /**
   * The searchable texts, lower-cased by the database. U+0001, which no search contains, separates them; the file name
   * comes first.
   */
  readonly texts: string;
  /** In microseconds since the epoch. */
  readonly createdAt: number;
  readonly galleryOrder: number | null;
  readonly galleryPosition: number | null;
  /** The numbers of the live tags: see {@linkcode numberOfTag}. */
  readonly tags: readonly number[];
}

/** The stored orders; `newest` and `name-desc` read one of them backwards. */
type Kept = "oldest" | "name-asc" | "gallery";

/** All assets in each of the stored orders. Immutable: a change makes a new list. */
export interface HeldList {
  readonly orders: Readonly<Record<Kept, readonly ListedAsset[]>>;
  /** Estimated memory. */
  readonly bytes: number;
}

/** The empty list. */
export const EMPTY_LIST: HeldList = {
  orders: { oldest: [], "name-asc": [], gallery: [] },
  bytes: 0,
};

/** Memory of an asset without its texts and tags; measured with 100,000 assets. */
const ASSET_BYTES = 320;

/** Sorts assets into a list. */
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

/** Merges two lists that have no asset in common, in linear time. */
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

/**
 * Returns the list with some assets replaced.
 *
 * @param touched ids to remove from the list.
 * @param assets their current state, to insert; a touched id without one was deleted.
 */
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
 * Returns the ids of one page of a query, and the number of all matches.
 *
 * @param folded the query's search text, lower-cased by the database as {@linkcode ListedAsset.texts} are.
 */
export function askList(
  list: HeldList,
  { sort, limit, offset, ...filter }: LibraryQuery,
  folded: string,
): { ids: string[]; total: number } {
  const [order, isBackwards] = DIRECTIONS[sort];
  const assets = list.orders[order];
  const { facts, texts, tags, tagStarts } = columnsOf(assets);
  const [mask, wanted] = factsOf(filter);
  const tag = filter.tag && numberOfTag(filter.tag);
  const ids: string[] = [];
  let total = 0;
  for (let turn = 0; turn < facts.length; turn++) {
    const place = isBackwards ? facts.length - 1 - turn : turn;
    if (((facts[place] ?? 0) & mask) !== wanted) continue;
    if (tag !== undefined) {
      const end = tagStarts[place + 1] ?? 0;
      let at = tagStarts[place] ?? 0;
      while (at < end && tags[at] !== tag) at++;
      if (at === end) continue;
    }
    if (filter.q !== undefined && !texts[place]?.includes(folded)) continue;
    if (total >= offset && ids.length < limit) ids.push(assets[place]?.id ?? "");
    total++;
  }
  return { ids, total };
}

/**
 * Counts a filter's facets in one pass.
 *
 * @param folded the filter's search text, lower-cased by the database as {@linkcode ListedAsset.texts} are.
 * @returns `kinds`: assets that match text and tag, by their bit set of {@linkcode FACTS}. `tags`: assets that match
 * all but the tag filter, by the number of each of their tags.
 */
export function countList(
  { orders: { oldest } }: HeldList,
  filter: LibraryFilter,
  folded: string,
): { kinds: Uint32Array; tags: Uint32Array } {
  const { facts, texts, tags, tagStarts } = columnsOf(oldest);
  const [mask, wanted] = factsOf(filter);
  const tag = filter.tag && numberOfTag(filter.tag);
  const counts = {
    kinds: new Uint32Array(1 << FACTS.length),
    tags: new Uint32Array(tags.reduce((most, number) => Math.max(most, number + 1), 0)),
  };
  for (let place = 0; place < facts.length; place++) {
    const kind = facts[place] ?? 0;
    const isOfKind = (kind & mask) === wanted;
    const [start, end] = [tagStarts[place] ?? 0, tagStarts[place + 1] ?? 0];
    let hasTag = tag === undefined;
    for (let at = start; at < end && !hasTag; at++) hasTag = tags[at] === tag;
    if (!isOfKind && !hasTag) continue;
    if (filter.q !== undefined && !texts[place]?.includes(folded)) continue;
    if (hasTag) counts.kinds[kind] = (counts.kinds[kind] ?? 0) + 1;
    if (!isOfKind) continue;
    for (let at = start; at < end; at++) {
      const number = tags[at] ?? 0;
      counts.tags[number] = (counts.tags[number] ?? 0) + 1;
    }
  }
  return counts;
}

/**
 * The data that filters test, as one array per column in the order of the list, because reading a hundred thousand
 * scattered objects takes ten times as long.
 */
interface Columns {
  readonly facts: Uint8Array;
  readonly texts: readonly string[];
  /** The tags of all assets, concatenated; those of asset `i` are at `tagStarts[i]` to `tagStarts[i + 1]`. */
  readonly tags: Uint32Array;
  readonly tagStarts: Uint32Array;
}

const columns = new WeakMap<readonly ListedAsset[], Columns>();

function columnsOf(assets: readonly ListedAsset[]): Columns {
  const known = columns.get(assets);
  if (known !== undefined) return known;
  const tagStarts = new Uint32Array(assets.length + 1);
  const facts = new Uint8Array(assets.length);
  for (const [place, asset] of assets.entries()) {
    tagStarts[place + 1] = (tagStarts[place] ?? 0) + asset.tags.length;
    facts[place] = FACTS.reduce((sum, isSo, bit) => isSo(asset) ? sum | 1 << bit : sum, 0);
  }
  const tags = new Uint32Array(tagStarts[assets.length] ?? 0);
  for (const [place, asset] of assets.entries()) tags.set(asset.tags, tagStarts[place]);
  const made = { facts, texts: assets.map(({ texts }) => texts), tags, tagStarts };
  columns.set(assets, made);
  return made;
}

const DIRECTIONS: Readonly<Record<LibrarySort, readonly [Kept, isBackwards: boolean]>> = {
  oldest: ["oldest", false],
  newest: ["oldest", true],
  "name-asc": ["name-asc", false],
  "name-desc": ["name-asc", true],
  gallery: ["gallery", false],
};

type Compare = (a: ListedAsset, b: ListedAsset) => number;

function byAge(a: ListedAsset, b: ListedAsset): number {
  return a.createdAt - b.createdAt || compareBytes(a.id, b.id);
}

const COMPARE: Readonly<Record<Kept, Compare>> = {
  oldest: byAge,
  "name-asc": (a, b) => compareBytes(nameOf(a), nameOf(b)) || compareBytes(a.id, b.id),
  gallery: (a, b) =>
    compareLast(a.galleryOrder, b.galleryOrder) ||
    compareLast(a.galleryPosition, b.galleryPosition) || byAge(a, b),
};

function nameOf({ texts }: ListedAsset): string {
  const end = texts.indexOf("\x01");
  return end < 0 ? texts : texts.slice(0, end);
}

/** Compares numbers; null sorts last. */
function compareLast(a: number | null, b: number | null): number {
  if (a === b) return 0;
  return a === null ? 1 : b === null ? -1 : a - b;
}

/**
 * Compares texts in the order of their UTF-8 bytes, as Postgres does under `collate "C"`. Comparing UTF-16 code units
 * would put characters beyond U+FFFF before some of the others.
 */
export function compareBytes(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at++) {
    const [one, other] = [a.charCodeAt(at), b.charCodeAt(at)];
    if (one !== other) return rankOf(one) - rankOf(other);
  }
  return a.length - b.length;
}

/** Ranks surrogates after all other code units, because they encode the characters beyond U+FFFF. */
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
