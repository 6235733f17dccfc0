/** Searches passages in memory if the corpus is loaded there, else in the database. */
import type { Kysely } from "kysely";
import { type Database, withShortLimits } from "../db/mod.ts";
import type { FollowedCorpus } from "./index/follow.ts";
import type { IndexedQuery } from "./index/passage_index.ts";
import type { IndexedPassage } from "./index/searchable_passages.ts";
import { hiddenItems, searchHeld } from "./index/whole_corpus.ts";
import { gain } from "./rank.ts";
import {
  limitOf,
  type RetrievalQuery,
  type RetrievedPassage,
  retrieveTogether,
  textsOf,
} from "./retrieve.ts";

/**
 * A search function for related queries. It reads the terms of each text once, and in memory all of its results come
 * from one version of the corpus.
 */
export type Retriever = (query: RetrievalQuery) => Promise<RetrievedPassage[]>;

/** Options of {@linkcode createRetriever} and of `findPassages()`. */
export interface RetrieverOptions {
  readonly db: Kysely<Database>;
  readonly corpus: Pick<FollowedCorpus, "current" | "readTerms">;
  /** All systems of the catalog. Documents about drafts only are not searched, because buyers must not see them. */
  readonly systems: readonly { readonly id: string; readonly draft?: boolean | undefined }[];
}

/**
 * Creates a retriever for related searches, with the same order and scores as `retrieve()`. Do not keep it: its results
 * become stale when the corpus changes. A search rejects with the database's error if the database cannot analyse a
 * text or run the search.
 */
export function createRetriever({ db, corpus, systems }: RetrieverOptions): Retriever {
  const { index } = corpus.current();
  if (index === null) return retrieveTogether(db);
  const reading = new Map<string, Promise<IndexedQuery>>();
  const stored = retrieveTogether(db);
  const hidden = hiddenItems(index, systems);

  return async (query) => {
    // The in-memory index has no content types, and no buyer's query filters by them.
    if (query.contentTypes !== undefined) return await stored(query);
    const texts = textsOf(query);
    const key = JSON.stringify(texts);
    const known = reading.getOrInsertComputed(
      key,
      () => withShortLimits(() => corpus.readTerms(index, texts)),
    );
    const terms = await known;
    if (terms?.length === 0) return [];
    const { systemIds } = query;
    const found = await searchHeld(index, { terms, systemIds, hidden, limit: limitOf(query) });
    return found.map((passage) => toRetrieved(passage, terms ?? []));
  };
}

/** Returns a passage of the index as a search by `terms` finds it. */
export function toRetrieved(
  passage: IndexedPassage,
  terms: NonNullable<IndexedQuery>,
): RetrievedPassage {
  const { termIds, impacts, entry: _, kind: __, ...quotable } = passage;
  const scores = terms.map(({ id, weight }) => gain(impacts[termIds.indexOf(id)] ?? 0, weight));
  return {
    ...quotable,
    key: `${passage.itemId}:${passage.seq}`,
    score: scores.reduce((sum, each) => sum + each, 0),
  };
}
