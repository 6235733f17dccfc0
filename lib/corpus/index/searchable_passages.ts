/** Searches passages in memory exactly as the database does: those about one system, or all. Pure. */
import type { QuotablePassage } from "../evidence.ts";
import { compareText } from "@/lib/text/mod.ts";
import { atOnce, inTurns, type Steps } from "@/lib/timing/mod.ts";
import { FEWEST_READS, readsOf, SCORED } from "../rank.ts";

/** A search term, by its number. */
export interface IndexedTerm {
  readonly id: number;
  readonly weight: number;
  /** The number of passages in the corpus that contain it. */
  readonly passages: number;
}

/** A passage with its terms. */
export interface IndexedPassage extends QuotablePassage {
  /** The captured path, if its document is a product page. */
  readonly pdpPath: string | null;
  /** Its entry number in the database, which breaks ties. */
  readonly entry: number;
  /** Rank of its content type; product pages come first. */
  readonly kind: number;
  /** The numbers of its terms; `impacts` holds the weight of each at the same index. */
  readonly termIds: Uint32Array;
  readonly impacts: Uint16Array;
}

/** A searchable set of passages, such as all passages about one system. */
export interface SearchablePassages {
  /** Ordered by item and position. */
  readonly passages: readonly IndexedPassage[];
  /** Returns the first passages for a search without terms, in the order of `retrieve()`. */
  list(limit: number): readonly IndexedPassage[];
  /** Returns the best passages for terms, in the order of `retrieve()`. `among` excludes ordinals with a 0. */
  search(terms: readonly IndexedTerm[], limit: number, among?: Uint8Array): IndexedPassage[];
}

/** Creates a searchable set. Its inverted index is built on the first search. */
export function indexPassages(unordered: readonly IndexedPassage[]): SearchablePassages {
  const passages = unordered.toSorted(byPlace);
  let listed: readonly IndexedPassage[] | undefined;
  let postings: Postings | undefined;
  return {
    passages,
    list(limit) {
      listed ??= listPassages(passages);
      return listed.slice(0, limit);
    },
    search(terms, limit, among) {
      postings ??= atOnce(invert(passages));
      return search(passages, { postings, terms, limit, among });
    },
  };
}

/**
 * Indexes many passages in turns of the event loop.
 *
 * @param passages ordered by item and position.
 */
export async function indexInTurns(
  passages: readonly IndexedPassage[],
): Promise<Pick<SearchablePassages, "search">> {
  const postings = await inTurns(invert(passages));
  return {
    search: (terms, limit, among) => search(passages, { postings, terms, limit, among }),
  };
}

/** Orders passages for a search without terms, as `retrieve()` does. */
export function listPassages(passages: readonly IndexedPassage[]): IndexedPassage[] {
  return passages.toSorted((a, b) =>
    a.systemIds.length - b.systemIds.length || a.kind - b.kind || byPlace(a, b)
  );
}

function byPlace(a: IndexedPassage, b: IndexedPassage): number {
  return compareText(a.itemId, b.itemId) || a.seq - b.seq;
}

/** The inverted index: for each term the passages that contain it. All lists are concatenated in one array. */
interface Postings {
  /** Ordinals in the order of the database entries; `ranks` is the inverse. */
  readonly byEntry: Uint32Array;
  readonly ranks: Uint32Array;
  /** The list number of each term. */
  readonly slots: ReadonlyMap<number, number>;
  /** Start of each list, and the end of the last one. */
  readonly starts: Uint32Array;
  readonly ordinals: Uint32Array;
  readonly impacts: Uint16Array;
  /** 1 for a list that is sorted, best first. A list is sorted when it is first read. */
  readonly ordered: Uint8Array;
}

/** Passages per step of {@linkcode invert}. */
const STEP = 2_000;

/** Builds the lists, each in the order of the entries. */
function* invert(passages: readonly IndexedPassage[]): Steps<Postings> {
  const slots = new Map<number, number>();
  const sizes: number[] = [];
  for (const [ordinal, { termIds }] of passages.entries()) {
    for (const id of termIds) {
      let slot = slots.get(id);
      if (slot === undefined) slots.set(id, slot = sizes.push(0) - 1);
      sizes[slot] = (sizes[slot] ?? 0) + 1;
    }
    if (ordinal % STEP === STEP - 1) yield;
  }
  const starts = new Uint32Array(sizes.length + 1);
  for (const [slot, size] of sizes.entries()) starts[slot + 1] = (starts[slot] ?? 0) + size;
  // Sorting numbers is fastest, and entries are below 2^31.
  const entries = Float64Array.from(passages, ({ entry }, ordinal) => entry * RANK_SPAN + ordinal);
  const byEntry = Uint32Array.from(entries.sort(), (key) => key % RANK_SPAN);
  yield;
  const ends = starts.slice();
  const ranks = new Uint32Array(passages.length);
  const length = starts[sizes.length] ?? 0;
  const [ordinals, impacts] = [new Uint32Array(length), new Uint16Array(length)];
  for (const [rank, ordinal] of byEntry.entries()) {
    ranks[ordinal] = rank;
    const said = passages[ordinal] ?? NOTHING;
    for (let index = 0; index < said.termIds.length; index++) {
      const slot = slots.get(said.termIds[index] ?? 0) ?? 0;
      const place = ends[slot] ?? 0;
      ends[slot] = place + 1;
      ordinals[place] = ordinal;
      impacts[place] = said.impacts[index] ?? 0;
    }
    if (rank % STEP === STEP - 1) yield;
  }
  const ordered = new Uint8Array(sizes.length);
  return { byEntry, ranks, slots, starts, ordinals, impacts, ordered };
}

const NOTHING = { termIds: new Uint32Array(), impacts: new Uint16Array() };

/** Above any impact, and above any number of passages that fits the memory limit. */
const IMPACT_SPAN = 2 ** 15;
const RANK_SPAN = 2 ** 19;

/** Sorts a list by impact, best first, then by entry. */
function order({ byEntry, ranks, starts, ordinals, impacts, ordered }: Postings, slot: number) {
  const start = starts[slot] ?? 0;
  const length = (starts[slot + 1] ?? 0) - start;
  const keys = new Float64Array(length);
  for (let index = 0; index < length; index++) {
    const behind = IMPACT_SPAN - 1 - (impacts[start + index] ?? 0);
    keys[index] = behind * RANK_SPAN + (ranks[ordinals[start + index] ?? 0] ?? 0);
  }
  for (const [index, key] of keys.sort().entries()) {
    ordinals[start + index] = byEntry[key % RANK_SPAN] ?? 0;
    impacts[start + index] = IMPACT_SPAN - 1 - Math.floor(key / RANK_SPAN);
  }
  ordered[slot] = 1;
}

interface Search {
  readonly postings: Postings;
  readonly terms: readonly IndexedTerm[];
  readonly limit: number;
  readonly among: Uint8Array | undefined;
}
/** Reused scratch space for scores. All zero between searches, which never overlap. */
let sums = new Float64Array(1024);
/** Reused scratch space for the best keys, at most {@linkcode SCORED}. */
const keys = new Float64Array(SCORED);
/** Above any score: 32 terms with weights below 2^14 and impacts below 2^15. */
const SUM_SPAN = 2 ** 34;

function search(
  passages: readonly IndexedPassage[],
  { postings, terms, limit, among }: Search,
): IndexedPassage[] {
  if (sums.length < passages.length) {
    sums = new Float64Array(passages.length * 2);
  }
  const { byEntry, ranks } = postings;
  const { isWhole, found } = readPostings(postings, terms, among);
  const best = found.length <= SCORED
    ? found
    : bestOf(found, SCORED, ranks).map((rank) => byEntry[rank] ?? 0);
  if (!isWhole) scoreWhole(passages, best, terms);
  const chosen: IndexedPassage[] = [];
  for (const ordinal of bestOf(best, limit, null)) chosen.push(passages[ordinal] as IndexedPassage);
  sums.fill(0, 0, passages.length);
  return chosen;
}

/** Returns the places of the highest scores; ties go to the lowest place. A place is the ordinal, or its entry in `places`. */
function bestOf(found: readonly number[], limit: number, places: Uint32Array | null): number[] {
  let kept = 0;
  for (let each = 0; each < found.length; each++) {
    const ordinal = found[each] as number;
    const place = places === null ? ordinal : places[ordinal] as number;
    const key = (SUM_SPAN - sumOf(ordinal)) * RANK_SPAN + place;
    if (kept < limit) kept++;
    else if (key >= (keys[limit - 1] as number)) continue;
    let at = kept - 1;
    for (; at > 0 && key < (keys[at - 1] as number); at--) keys[at] = keys[at - 1] as number;
    keys[at] = key;
  }
  const best: number[] = [];
  // The place is in the lowest bits of the key.
  for (let at = 0; at < kept; at++) best.push((keys[at] as number) & RANK_SPAN - 1);
  return best;
}

function sumOf(ordinal: number): number {
  return sums[ordinal] as number;
}

/** Adds up the scores from the part of each term's list that is read. `isWhole` says whether all lists were read to their end. */
function readPostings(
  postings: Postings,
  terms: readonly IndexedTerm[],
  among: Uint8Array | undefined,
): { isWhole: boolean; found: number[] } {
  const { slots, starts, ordinals, impacts, ordered } = postings;
  const found: number[] = [];
  let isWhole = true;
  let reads: readonly number[] | undefined;
  for (let place = 0; place < terms.length; place++) {
    const { id, weight } = terms[place] as IndexedTerm;
    const slot = slots.get(id);
    if (slot === undefined) continue;
    if (ordered[slot] === 0) order(postings, slot);
    const start = starts[slot] ?? 0;
    const end = starts[slot + 1] ?? 0;
    let left = end - start;
    if (left > FEWEST_READS) {
      reads ??= readsOf(terms);
      left = reads[place] ?? FEWEST_READS;
    }
    let at = start;
    for (; at < end && left > 0; at++) {
      const ordinal = ordinals[at] as number;
      if (among !== undefined && among[ordinal] === 0) continue;
      left--;
      const sum = sumOf(ordinal);
      if (sum === 0) found.push(ordinal);
      sums[ordinal] = sum + weight * (impacts[at] as number);
    }
    if (at < end) isWhole = false;
  }
  return { isWhole, found };
}

/** Reused scratch space for term weights. All zero between searches. */
let weights = new Uint32Array(1024);

/** Scores passages by all their terms, because the lists were not read to their end. */
function scoreWhole(
  passages: readonly IndexedPassage[],
  ordinals: readonly number[],
  terms: readonly IndexedTerm[],
): void {
  const last = terms.reduce((most, { id }) => Math.max(most, id), 0);
  if (last >= weights.length) weights = new Uint32Array(2 * last);
  for (const { id, weight } of terms) weights[id] = weight;
  for (const ordinal of ordinals) {
    const { termIds, impacts } = passages[ordinal] ?? NOTHING;
    let sum = 0;
    for (let index = 0; index < termIds.length; index++) {
      sum += (weights[termIds[index] ?? 0] ?? 0) * (impacts[index] ?? 0);
    }
    sums[ordinal] = sum;
  }
  for (const { id } of terms) weights[id] = 0;
}
