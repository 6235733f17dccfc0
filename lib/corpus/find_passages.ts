/** Finds passages by their keys: those that an earlier answer of the assistant cited. */
import { sql } from "kysely";
import { ID_PATTERN } from "../text/mod.ts";
import { hiddenItems } from "./index/whole_corpus.ts";
import { passageOf, type PassageRow, type RetrievedPassage } from "./retrieve.ts";
import { type RetrieverOptions, toRetrieved } from "./retriever.ts";

/** Most keys of one look-up; further ones are ignored. */
const MAX_KEYS = 100;

/** The largest number that fits the database's integers. */
const MAX_SEQ = 2 ** 31 - 1;

/**
 * Returns the passages with the given keys, in any order, with a score of 0. It finds just what a search could find: no
 * passage of a document that is retired, superseded or about draft systems only. At most 100 keys are read.
 * Rejects with the database's error if the corpus is not in memory and the database cannot be read.
 */
export async function findPassages(
  { db, corpus, systems }: RetrieverOptions,
  keys: readonly string[],
): Promise<RetrievedPassage[]> {
  const places = [...new Set(keys)].slice(0, MAX_KEYS).flatMap((key) => placeOf(key) ?? []);
  if (places.length === 0) return [];
  const { index } = corpus.current();
  if (index !== null) {
    const hidden = hiddenItems(index, systems);
    return places.flatMap(({ itemId, seq }) => {
      const passage = hidden.has(itemId)
        ? undefined
        : index.items.get(itemId)?.passages.find((each) => each.seq === seq);
      return passage === undefined ? [] : [toRetrieved(passage, [])];
    });
  }
  const { rows } = await sql<PassageRow>`
    select item.id as item_id, passage.seq, title, heading, text, content_type, source_kind,
      source_url, pdp_path, link_status, version, fetched_at,
      array(
        select system_id from corpus_item_systems where item_id = item.id
        order by system_id collate "C"
      ) as system_ids
    from unnest(
      ${places.map(({ itemId }) => itemId)}::text[], ${places.map(({ seq }) => seq)}::integer[]
    ) as wanted (item_id, seq)
    join corpus_entries as entry on entry.item_id = wanted.item_id and entry.seq = wanted.seq
    join corpus_items as item on item.id = wanted.item_id
    join corpus_passages as passage on passage.item_id = wanted.item_id and passage.seq = wanted.seq
    where entry.passage <> all (corpus_hidden_passages())`.execute(db);
  return rows.map((row) => ({ ...passageOf(row), key: `${row.item_id}:${row.seq}`, score: 0 }));
}

/** Parses a key, `itemId:seq`. Returns null for any other text. */
function placeOf(key: string): { itemId: string; seq: number } | null {
  const colon = key.lastIndexOf(":");
  const [itemId, seq] = [key.slice(0, colon), Number(key.slice(colon + 1))];
  const isPlace = ID_PATTERN.test(itemId) && Number.isInteger(seq) && seq >= 0 && seq <= MAX_SEQ;
  return isPlace ? { itemId, seq } : null;
}
