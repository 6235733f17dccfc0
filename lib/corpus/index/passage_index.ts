/** The corpus as of one version, as it is held in memory: see docs/decisions/0014-answers-from-memory.md. Pure. */
import { byWeight, MAX_TERMS } from "../rank.ts";
import type { QueryTerm } from "../terms.ts";
import {
  type IndexedPassage,
  type IndexedTerm,
  indexPassages,
  type SearchablePassages,
} from "./searchable_passages.ts";

/** What a phrase looks for; null where that is nothing. */
export type IndexedPhrase = readonly (QueryTerm & IndexedTerm)[] | null;

/** What some texts look for together; null where that is nothing. */
export type IndexedQuery = (QueryTerm & IndexedTerm)[] | null;

/** A stored document that is active, with its passages. */
export interface IndexedItem {
  readonly id: string;
  readonly passages: readonly IndexedPassage[];
  readonly systemIds: readonly string[];
  /** About as much memory as it takes. */
  readonly bytes: number;
}

/** Numbers for terms, the same in every version that a process sees. */
export interface TermIds {
  /** The number of a term, which gets one now if it has none. */
  idOf(term: string): number;
  /** The number of a term that has one. */
  findId(term: string): number | undefined;
  /** How many there are. */
  size(): number;
}

/** Every active document, what it says of which system, and what the phrases that are looked for mean there. */
export interface PassageIndex {
  readonly items: ReadonlyMap<string, IndexedItem>;
  readonly systems: ReadonlyMap<string, SearchablePassages>;
  /** Grows with what is asked for first while this version is current; what is there does not change. */
  readonly phrases: Map<string, IndexedPhrase>;
  /** In how many passages each term is, by its number. */
  readonly counts: Uint32Array;
  /** Passages of all documents. */
  readonly total: number;
  readonly bytes: number;
}

/** Numbers terms as they come. */
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

/** An index of nothing, to begin with. */
export const EMPTY_INDEX: PassageIndex = {
  items: new Map(),
  systems: new Map(),
  phrases: new Map(),
  counts: new Uint32Array(),
  total: 0,
  bytes: 0,
};

/** What has changed since a version. */
export interface IndexChange {
  /** Ids of documents that may be gone or different. */
  readonly touched: Iterable<string>;
  /** Those of them that are active, as they are now. */
  readonly items: readonly IndexedItem[];
  /** How many numbers for terms are in use. */
  readonly terms: number;
}

/**
 * The next version: shares with the one before it everything about systems that no touched document is about. It knows no
 * phrase yet, for what one means depends on all documents.
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
      const passages = added.get(systemId) ?? [];
      passages.push(...item.passages);
      added.set(systemId, passages);
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

/** All that the phrases of an index look for, so that what some of them look for together need not be sorted. */
interface Ranking {
  /** The heaviest first; a term that phrases trust differently is there for each weight. */
  readonly terms: readonly (QueryTerm & IndexedTerm)[];
  /** Places among these of what each phrase looks for; null where that is nothing. */
  readonly placesOf: ReadonlyMap<string, readonly number[] | null>;
}

const rankings = new WeakMap<PassageIndex["phrases"], Ranking>();

/** Made anew once the index knows more phrases, which it seldom comes to. */
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

/** The places that are looked for, a bit each, and the terms that are taken, by their numbers; all zero between two. */
let looked = new Uint32Array(64);
let taken = new Uint8Array(1024);

/**
 * What phrases look for together, as `mergeTerms()` puts it together, the heaviest first; undefined where one of them is not
 * known, null where they look for nothing. Of one term the most trusted weighs most.
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
