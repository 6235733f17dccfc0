/** Searches the whole in-memory corpus, or the documents about several systems. */
import { compareText } from "../rank.ts";
import type { IndexedQuery, PassageIndex } from "./passage_index.ts";
import {
  type IndexedPassage,
  type IndexedTerm,
  indexInTurns,
  listPassages,
  type SearchablePassages,
} from "./searchable_passages.ts";

/** All passages of one version, indexed for search. */
interface WholeCorpus extends Pick<SearchablePassages, "search"> {
  /** The ordinal of each passage. */
  readonly ordinals: ReadonlyMap<IndexedPassage, number>;
}

const wholes = new WeakMap<PassageIndex, Promise<WholeCorpus>>();

/** Built on the first search, because answers of the API need only the passages of one system. */
function wholeOf(index: PassageIndex): Promise<WholeCorpus> {
  let whole = wholes.get(index);
  if (whole === undefined) wholes.set(index, whole = indexWhole(index));
  return whole;
}

async function indexWhole({ items }: PassageIndex): Promise<WholeCorpus> {
  const passages = [...items.values()].sort((a, b) => compareText(a.id, b.id))
    .flatMap((item) => item.passages.toSorted((a, b) => a.seq - b.seq));
  const ordinals = new Map(passages.map((passage, ordinal) => [passage, ordinal]));
  return { ...await indexInTurns(passages), ordinals };
}

/** Returns the distinct passages of documents about any of the systems. */
function about({ systems }: PassageIndex, systemIds: readonly string[]): IndexedPassage[] {
  return [...new Set(systemIds.flatMap((id) => systems.get(id)?.passages ?? []))];
}

/** A search. */
export interface HeldSearch {
  readonly terms: IndexedQuery;
  /** Limits the search to documents about one of these systems. */
  readonly systemIds: readonly string[] | undefined;
  readonly limit: number;
}

/** Searches in memory. The result equals that of `retrieve()` in the database, in the same order. */
export async function searchHeld(
  index: PassageIndex,
  { terms, systemIds, limit }: HeldSearch,
): Promise<readonly IndexedPassage[]> {
  if (terms === null) return systemIds === undefined ? [] : listAbout(index, systemIds, limit);
  const [only, ...others] = systemIds ?? [];
  if (only !== undefined && others.length === 0) {
    return index.systems.get(only)?.search(terms, limit) ?? [];
  }
  return await searchWhole(index, { terms, systemIds, limit });
}

function listAbout(
  index: PassageIndex,
  systemIds: readonly string[],
  limit: number,
): readonly IndexedPassage[] {
  const [only, ...others] = systemIds;
  if (only !== undefined && others.length === 0) {
    return index.systems.get(only)?.list(limit) ?? [];
  }
  return listPassages(about(index, systemIds)).slice(0, limit);
}

async function searchWhole(
  index: PassageIndex,
  { terms, systemIds, limit }: HeldSearch & { readonly terms: readonly IndexedTerm[] },
): Promise<IndexedPassage[]> {
  const { ordinals, search } = await wholeOf(index);
  if (systemIds === undefined) return search(terms, limit);
  const among = new Uint8Array(ordinals.size);
  for (const passage of about(index, systemIds)) among[ordinals.get(passage) ?? -1] = 1;
  return search(terms, limit, among);
}
