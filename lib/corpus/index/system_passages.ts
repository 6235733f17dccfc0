/** The passages about one system, found by their words as the database finds them, in memory. Pure. */
import type { QuotablePassage } from "../evidence.ts";
import { compareText, FEWEST_READS, readsOf, SCORED } from "../rank.ts";

/** A term to look for, by its id. */
export interface IndexedTerm {
  readonly id: number;
  readonly weight: number;
  /** In how many passages of the whole corpus it is. */
  readonly passages: number;
}

/** A passage with what it says. */
export interface IndexedPassage extends QuotablePassage {
  /** Its place in the lists of the database, by which equals are read. */
  readonly entry: number;
  /** Place of its kind of content: product pages first. */
  readonly kind: number;
  /** Ids of the terms that it says, and what each counts for in it, side by side. */
  readonly termIds: Uint32Array;
  readonly impacts: Uint16Array;
}

/** Everything that is held about one system. */
export interface SystemPassages {
  /** By item and place. */
  readonly passages: readonly IndexedPassage[];
  /** The first passages where no words are looked for, in the order of `retrieve()`. */
  list(limit: number): readonly IndexedPassage[];
  /** The best passages for terms, in the order of `retrieve()`. */
  search(terms: readonly IndexedTerm[], limit: number): IndexedPassage[];
}

/** Makes the passages about a system searchable. What a search needs beside them is made when it is first asked for. */
export function indexSystem(unordered: readonly IndexedPassage[]): SystemPassages {
  const passages = unordered.toSorted(byPlace);
  let listed: readonly IndexedPassage[] | undefined;
  let postings: Postings | undefined;
  return {
    passages,
    list(limit) {
      listed ??= passages.toSorted((a, b) =>
        a.systemIds.length - b.systemIds.length || a.kind - b.kind || byPlace(a, b)
      );
      return listed.slice(0, limit);
    },
    search(terms, limit) {
      postings ??= invert(passages);
      return search(passages, { postings, terms, limit });
    },
  };
}

function byPlace(a: IndexedPassage, b: IndexedPassage): number {
  return compareText(a.itemId, b.itemId) || a.seq - b.seq;
}

/** For each term the passages that say it, best first; lists lie one behind the other. */
interface Postings {
  /** Ordinals in the order of the database's lists, and the place of each among them. */
  readonly byEntry: Uint32Array;
  readonly ranks: Uint32Array;
  /** Place of a term among the lists. */
  readonly slots: ReadonlyMap<number, number>;
  /** Where each list begins, and where the last one ends. */
  readonly starts: Uint32Array;
  readonly ordinals: Uint32Array;
  readonly impacts: Uint16Array;
}

/** Bits of a sort key: which posting of which list comes when. The rest of the 53 is for the list. */
const IMPACT_SPAN = 2 ** 15;
const RANK_SPAN = 2 ** 18;

function invert(passages: readonly IndexedPassage[]): Postings {
  const slots = new Map<number, number>();
  const byEntry = Uint32Array.from(passages, (_, ordinal) => ordinal)
    .sort((a, b) => (passages[a]?.entry ?? 0) - (passages[b]?.entry ?? 0));
  const ranks = new Uint32Array(passages.length);
  const length = passages.reduce((sum, { termIds }) => sum + termIds.length, 0);
  // One number for each posting sorts faster than a list of objects for each term.
  const keys = new Float64Array(length);
  let next = 0;
  for (const [rank, ordinal] of byEntry.entries()) {
    ranks[ordinal] = rank;
    const { termIds, impacts } = passages[ordinal] ?? NOTHING;
    for (const [index, id] of termIds.entries()) {
      let slot = slots.get(id);
      if (slot === undefined) slots.set(id, slot = slots.size);
      const behind = IMPACT_SPAN - 1 - (impacts[index] ?? 0);
      keys[next++] = (slot * IMPACT_SPAN + behind) * RANK_SPAN + rank;
    }
  }
  keys.sort();
  const starts = new Uint32Array(slots.size + 1);
  const ordinals = new Uint32Array(length);
  const sorted = new Uint16Array(length);
  for (let place = 0; place < length; place++) {
    const key = keys[place] ?? 0;
    const list = Math.floor(key / RANK_SPAN);
    ordinals[place] = byEntry[key % RANK_SPAN] ?? 0;
    sorted[place] = IMPACT_SPAN - 1 - (list % IMPACT_SPAN);
    starts[Math.floor(list / IMPACT_SPAN) + 1] = place + 1;
  }
  return { byEntry, ranks, slots, starts, ordinals, impacts: sorted };
}

const NOTHING = { termIds: new Uint32Array(), impacts: new Uint16Array() };

interface Search {
  readonly postings: Postings;
  readonly terms: readonly IndexedTerm[];
  readonly limit: number;
}

/** Scores of the search that runs, all zero between two; searches do not overlap. */
let sums = new Float64Array(1024);
let keys = new Float64Array(1024);
/** More than any score: weights are below 2^14 and impacts below 2^15, of 32 terms. */
const SUM_SPAN = 2 ** 34;

function search(
  passages: readonly IndexedPassage[],
  { postings, terms, limit }: Search,
): IndexedPassage[] {
  if (sums.length < passages.length) {
    sums = new Float64Array(passages.length * 2);
    keys = new Float64Array(passages.length * 2);
  }
  const { byEntry, ranks } = postings;
  const { isWhole, found } = readPostings(postings, terms);
  const best = found.length <= SCORED
    ? found
    : bestBy((ordinal) => ranks[ordinal] ?? 0, found, SCORED).map((rank) => byEntry[rank] ?? 0);
  if (!isWhole) scoreWhole(passages, best, terms);
  const chosen = bestBy((ordinal) => ordinal, best, limit)
    .flatMap((ordinal) => passages[ordinal] ?? []);
  sums.fill(0, 0, passages.length);
  return chosen;
}

/** The places of the passages with the highest scores, of equals those of the lowest places; numbers sort fastest. */
function bestBy(
  placeOf: (ordinal: number) => number,
  found: readonly number[],
  limit: number,
): number[] {
  const sorted = keys.subarray(0, found.length);
  for (let each = 0; each < sorted.length; each++) {
    const ordinal = found[each] ?? 0;
    sorted[each] = (SUM_SPAN - sumOf(ordinal)) * RANK_SPAN + placeOf(ordinal);
  }
  return Array.from(sorted.sort().subarray(0, limit), (key) => key % RANK_SPAN);
}

function sumOf(ordinal: number): number {
  return sums[ordinal] ?? 0;
}

/** Adds up what each term offers, as far as its list is read. */
function readPostings(
  { slots, starts, ordinals, impacts }: Postings,
  terms: readonly IndexedTerm[],
): { isWhole: boolean; found: number[] } {
  const found: number[] = [];
  let isWhole = true;
  let reads: readonly number[] | undefined;
  for (const [place, { id, weight }] of terms.entries()) {
    const slot = slots.get(id);
    if (slot === undefined) continue;
    const start = starts[slot] ?? 0;
    let end = starts[slot + 1] ?? 0;
    if (end - start > FEWEST_READS) {
      reads ??= readsOf(terms);
      const most = reads[place] ?? FEWEST_READS;
      if (end - start > most) {
        end = start + most;
        isWhole = false;
      }
    }
    for (let at = start; at < end; at++) {
      const ordinal = ordinals[at] ?? 0;
      const sum = sumOf(ordinal);
      if (sum === 0) found.push(ordinal);
      sums[ordinal] = sum + weight * (impacts[at] ?? 0);
    }
  }
  return { isWhole, found };
}

/** What terms weigh in the search that runs, by their ids, all zero between two. */
let weights = new Uint32Array(1024);

/** Scores passages by all the terms that they say, where lists were not read to their ends. */
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
