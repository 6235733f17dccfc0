/** A list of the library in memory: what it is filtered and ordered by, and the answer to any filter in any order. */
import type { LibraryFilter, LibraryQuery, LibrarySort } from "./query.ts";
import { type AssetFacts, FACTS, factsOf } from "./facts.ts";
import { numberOfTag } from "./tag_numbers.ts";

/** An asset as lists know it. Texts are folded by the database, and times are in microseconds. */
export interface ListedAsset extends AssetFacts {
  readonly id: string;
  /** All that a search looks in; begins with the folded file name and a character that no search has. */
  readonly texts: string;
  readonly createdAt: number;
  readonly galleryOrder: number | null;
  readonly galleryPosition: number | null;
  /** Live tags by their numbers: see {@linkcode numberOfTag}. */
  readonly tags: readonly number[];
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
 * What a list counts by kind and by tag: assets of each combination of {@linkcode FACTS} that words and tag let through,
 * and of each tag those that everything but the tag lets through, both by their numbers.
 *
 * @param folded the words of the filter, folded by the database as texts are.
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

/** What a filter looks at, one after the other in an order: a hundred thousand objects all over memory take ten times as long. */
interface Columns {
  readonly facts: Uint8Array;
  readonly texts: readonly string[];
  /** Of all assets one behind the other. */
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
