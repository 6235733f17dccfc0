/** Finding passages where they are: in memory while the corpus is held there, else in the database. */
import type { Kysely } from "kysely";
import type { Database } from "../db/mod.ts";
import type { FollowedCorpus } from "./index/follow.ts";
import type { IndexedQuery } from "./index/passage_index.ts";
import type { IndexedPassage } from "./index/searchable_passages.ts";
import { searchHeld } from "./index/whole_corpus.ts";
import { gain } from "./rank.ts";
import {
  limitOf,
  type RetrievalQuery,
  type RetrievedPassage,
  retrieveTogether,
  textsOf,
} from "./retrieve.ts";

/** What belongs together is asked of one retriever: it reads each text once, and all it finds is of one version. */
export type Retriever = (query: RetrievalQuery) => Promise<RetrievedPassage[]>;

/** What retrievers read from. */
export interface RetrieverOptions {
  readonly db: Kysely<Database>;
  readonly corpus: Pick<FollowedCorpus, "current" | "readTerms">;
  /** Whether a system is a draft, of which buyers do not hear. */
  readonly isDraft: (systemId: string) => boolean;
}

/**
 * Makes a retriever for searches that belong together, which finds what `retrieve()` does, in the same order and with the same
 * scores. Not to be kept, for it knows nothing of what the corpus says later.
 *
 * A search throws what keeps the database from telling what a text means, or from being searched.
 */
export function createRetriever({ db, corpus, isDraft }: RetrieverOptions): Retriever {
  const { index } = corpus.current();
  if (index === null) return retrieveTogether(db);
  const reading = new Map<string, Promise<IndexedQuery>>();
  const stored = retrieveTogether(db);
  const isHidden = ({ systemIds }: IndexedPassage) =>
    systemIds.length > 0 && systemIds.every(isDraft);

  return async (query) => {
    // The lists in memory do not tell kinds apart, and no answer to a buyer asks for one.
    if (query.contentTypes !== undefined) return await stored(query);
    const texts = textsOf(query);
    const key = JSON.stringify(texts);
    const known = reading.get(key) ?? corpus.readTerms(index, texts);
    reading.set(key, known);
    const terms = await known;
    if (terms?.length === 0) return [];
    const { systemIds } = query;
    const found = await searchHeld(index, { terms, systemIds, limit: limitOf(query) });
    return found.filter((passage) => !isHidden(passage))
      .map((passage) => toRetrieved(passage, terms ?? []));
  };
}

function toRetrieved(
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
