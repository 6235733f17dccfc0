/** The in-memory index of the corpus at one version (decision 14). Pure. */
import { byWeight, MAX_TERMS } from "../rank.ts";
import type { QueryTerm } from "../terms.ts";
import {
  type IndexedPassage,
  type IndexedTerm,
  indexPassages,
  type SearchablePassages,
} from "./searchable_passages.ts";

/** The search terms of one phrase; null without any. */
type IndexedPhrase = readonly (QueryTerm & IndexedTerm)[] | null;

/** The merged search terms of several texts; null without any. */
export type IndexedQuery = (QueryTerm & IndexedTerm)[] | null;

/** An active document with its passages. */
export interface IndexedItem {
  readonly id: string;
  readonly passages: readonly IndexedPassage[];
  readonly systemIds: readonly string[];
  /** Estimated memory, in bytes. */
  readonly bytes: number;
}

/** Assigns numbers to terms; they are the same in all versions of a process. */
export interface TermIds {
  /** Returns the number of a term and assigns one if necessary. */
  idOf(term: string): number;
  /** Returns the number of a term if it has one. */
  findId(term: string): number | undefined;
  /** How many numbers are assigned. */
  size(): number;
}

/** All active documents, their passages by system, and the search terms of prepared phrases. */
export interface PassageIndex {
  readonly items: ReadonlyMap<string, IndexedItem>;
  readonly systems: ReadonlyMap<string, SearchablePassages>;
  /** Search terms by phrase. New phrases are added while this version is current; entries never change. */
  readonly phrases: Map<string, IndexedPhrase>;
  /** The number of passages with each term, by term number. */
  readonly counts: Uint32Array;
  /** Number of passages in all documents. */
  readonly total: number;
  readonly bytes: number;
}

/** Creates an empty numbering of terms. */
export function numberTerms(): TermIds {
  const ids = new Map<string, number>();
  return {
    idOf(term) {
      let id = ids.get(term);
      if (id === undefined) ids.set(term, id = ids.size);
      return id;
    },
    findId: (term) => ids.get(term),
    size: () => ids.size,
  };
}

/** The empty index, to start from. */
export const EMPTY_INDEX: PassageIndex = {
  items: new Map(),
  systems: new Map(),
  phrases: new Map(),
  counts: new Uint32Array(),
  total: 0,
  bytes: 0,
};

/** The changes since a version. */
interface IndexChange {
  /** Ids of documents that changed or disappeared. */
  readonly touched: Iterable<string>;
  /** The current state of those that are active. */
  readonly items: readonly IndexedItem[];
  /** How many term numbers are assigned. */
  readonly terms: number;
}

/**
 * Returns the next version. It shares the passages of systems that no changed document is about. Its phrases are empty,
 * because their terms depend on all documents.
 */
export function advanceIndex(index: PassageIndex, change: IndexChange): PassageIndex {
  const items = new Map(index.items);
  const affected = new Set<string>();
  const counts = new Uint32Array(change.terms);
  counts.set(index.counts);
  let { bytes, total } = index;
  const count = ({ passages }: IndexedItem, sign: 1 | -1) => {
    total += sign * passages.length;
    for (const { termIds } of passages) {
      for (const id of termIds) counts[id] = (counts[id] ?? 0) + sign;
    }
  };
  for (const id of change.touched) {
    const gone = items.get(id);
    if (gone === undefined) continue;
    items.delete(id);
    bytes -= gone.bytes;
    count(gone, -1);
    for (const systemId of gone.systemIds) affected.add(systemId);
  }
  const added = new Map<string, IndexedPassage[]>();
  for (const item of change.items) {
    items.set(item.id, item);
    bytes += item.bytes;
    count(item, 1);
    for (const systemId of item.systemIds) {
      affected.add(systemId);
      added.getOrInsert(systemId, []).push(...item.passages);
    }
  }
  const systems = new Map(index.systems);
  const touched = new Set(change.touched);
  for (const systemId of affected) {
    const kept = index.systems.get(systemId)?.passages.filter(({ itemId }) => !touched.has(itemId));
    const passages = [...kept ?? [], ...added.get(systemId) ?? []];
    if (passages.length === 0) systems.delete(systemId);
    else systems.set(systemId, indexPassages(passages));
  }
  return { items, systems, phrases: new Map(), counts, total, bytes };
}

/** The search terms of all phrases of an index in rank order, so that merged terms need no sorting. */
interface Ranking {
  /** Heaviest first. A term with different weights in different phrases occurs once for each weight. */
  readonly terms: readonly (QueryTerm & IndexedTerm)[];
  /** The ranks of each phrase's terms; null for a phrase without any. */
  readonly placesOf: ReadonlyMap<string, readonly number[] | null>;
}

const rankings = new WeakMap<PassageIndex["phrases"], Ranking>();

/** Rankings by index; rebuilt when the index has more phrases, which is rare. */
function rankingOf(phrases: PassageIndex["phrases"]): Ranking {
  let ranking = rankings.get(phrases);
  if (ranking?.placesOf.size !== phrases.size) {
    rankings.set(phrases, ranking = rankTerms(phrases));
  }
  return ranking;
}

function rankTerms(phrases: PassageIndex["phrases"]): Ranking {
  const keyOf = ({ id, weight }: IndexedTerm) => `${id} ${weight}`;
  const all = new Map<string, QueryTerm & IndexedTerm>();
  for (const terms of phrases.values()) {
    for (const term of terms ?? []) all.set(keyOf(term), term);
  }
  const terms = [...all.values()].sort(byWeight);
  const places = new Map(terms.map((term, place) => [keyOf(term), place]));
  const placesOf = Array.from(
    phrases,
    ([phrase, terms]) =>
      [phrase, terms && terms.map((term) => places.get(keyOf(term)) ?? -1)] as const,
  );
  return { terms, placesOf: new Map(placesOf) };
}

/** Reused scratch space: a bit for each wanted rank, and a mark for each chosen term. All zero between calls. */
let looked = new Uint32Array(64);
let taken = new Uint8Array(1024);

/**
 * Returns the merged search terms of phrases as `mergeTerms()` does, heaviest first; null without any, and undefined when a
 * phrase is not prepared. When a term has several weights, the highest counts.
 */
export function termsOf(
  { phrases }: Pick<PassageIndex, "phrases">,
  wanted: readonly string[],
): IndexedQuery | undefined {
  const { terms, placesOf } = rankingOf(phrases);
  const words = (terms.length >>> 5) + 1;
  if (words > looked.length) looked = new Uint32Array(2 * words);
  let isNothing = true;
  try {
    for (const phrase of wanted) {
      const places = placesOf.get(phrase);
      if (places === undefined) return undefined;
      if (places === null) continue;
      isNothing = false;
      for (const place of places) {
        looked[place >>> 5] = (looked[place >>> 5] ?? 0) | 1 << (place & 31);
      }
    }
    return isNothing ? null : takeHeaviest(terms, words);
  } finally {
    looked.fill(0, 0, words);
  }
}

function takeHeaviest(
  terms: Ranking["terms"],
  words: number,
): (QueryTerm & IndexedTerm)[] {
  const heaviest: (QueryTerm & IndexedTerm)[] = [];
  for (let word = 0; word < words && heaviest.length < MAX_TERMS; word++) {
    for (let rest = looked[word] ?? 0; rest !== 0; rest &= rest - 1) {
      const term = terms[(word << 5) + 31 - Math.clz32(rest & -rest)];
      if (term === undefined || taken[term.id] === 1) continue;
      if (term.id >= taken.length) {
        const more = new Uint8Array(2 * term.id);
        more.set(taken);
        taken = more;
      }
      taken[term.id] = 1;
      heaviest.push(term);
      if (heaviest.length === MAX_TERMS) break;
    }
  }
  for (const { id } of heaviest) taken[id] = 0;
  return heaviest;
}
