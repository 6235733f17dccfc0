/** Searches the whole in-memory corpus, or the documents about several systems. */
import { compareText } from "@/lib/text/mod.ts";
import type { IndexedQuery, PassageIndex } from "./passage_index.ts";
import {
  type IndexedPassage,
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
  return wholes.getOrInsertComputed(index, indexWhole);
}

async function indexWhole({ items }: PassageIndex): Promise<WholeCorpus> {
  const passages = [...items.values()].sort((a, b) => compareText(a.id, b.id))
    .flatMap((item) => item.passages.toSorted((a, b) => a.seq - b.seq));
  const ordinals = new Map(passages.map((passage, ordinal) => [passage, ordinal]));
  return { ...await indexInTurns(passages), ordinals };
}

/**
 * Returns the ids of the documents that are about draft systems only. Systems that the catalog does not have do not
 * count.
 */
export function hiddenItems(
  index: PassageIndex,
  systems: readonly { readonly id: string; readonly draft?: boolean | undefined }[],
): ReadonlySet<string> {
  const published = new Set(systems.filter(({ draft }) => !draft).map(({ id }) => id));
  const drafts = systems.filter(({ draft }) => draft);
  return new Set(
    drafts.flatMap(({ id }) => index.systems.get(id)?.passages ?? [])
      .filter(({ systemIds }) => !systemIds.some((id) => published.has(id)))
      .map(({ itemId }) => itemId),
  );
}

/** Returns the distinct visible passages of documents about any of the systems. */
function about(
  { systems }: PassageIndex,
  { systemIds, hidden }: Pick<HeldSearch, "hidden"> & { readonly systemIds: readonly string[] },
): IndexedPassage[] {
  const passages = new Set(systemIds.flatMap((id) => systems.get(id)?.passages ?? []));
  return [...passages].filter(({ itemId }) => !hidden.has(itemId));
}

/** A search. */
interface HeldSearch {
  readonly terms: IndexedQuery;
  /** Limits the search to documents about one of these systems. */
  readonly systemIds: readonly string[] | undefined;
  /** Documents that are not searched, of {@linkcode hiddenItems}. */
  readonly hidden: ReadonlySet<string>;
  readonly limit: number;
}

/** Searches in memory. The result equals that of `retrieve()` in the database, in the same order. */
export async function searchHeld(
  index: PassageIndex,
  { terms, systemIds, hidden, limit }: HeldSearch,
): Promise<readonly IndexedPassage[]> {
  const [only, ...others] = systemIds ?? [];
  if (only !== undefined && others.length === 0 && hidden.size === 0) {
    const system = index.systems.get(only);
    return (terms === null ? system?.list(limit) : system?.search(terms, limit)) ?? [];
  }
  const among = systemIds && about(index, { systemIds, hidden });
  if (terms === null) return listPassages(among ?? []).slice(0, limit);
  const { ordinals, search } = await wholeOf(index);
  if (among === undefined && hidden.size === 0) return search(terms, limit);
  const mask = new Uint8Array(ordinals.size);
  for (const [passage, ordinal] of ordinals) {
    if (among === undefined && !hidden.has(passage.itemId)) mask[ordinal] = 1;
  }
  for (const passage of among ?? []) mask[ordinals.get(passage) ?? -1] = 1;
  return search(terms, limit, mask);
}
