/** Builds and stores documents and passages for tests. */
import type { InsertObject, Kysely } from "kysely";
import type { QuotablePassage } from "@/lib/corpus/mod.ts";
import type { Database } from "@/lib/db/mod.ts";

/** Builds a retrieved passage; by default of an article about Heron. */
export function aPassage(text: string, over: Partial<QuotablePassage> = {}): QuotablePassage {
  return {
    itemId: `item-of-${text.length}-${text.slice(0, 20)}`,
    seq: 1,
    title: "A day with Heron",
    heading: null,
    text,
    contentType: "blog",
    sourceKind: "url",
    sourceUrl: null,
    linkStatus: "unchecked",
    version: "0123456789ab",
    fetchedAt: new Date("2026-03-04T12:00:00Z"),
    systemIds: ["heron"],
    ...over,
  };
}

/** The fields of a stored document; by default it is a live blog article about Heron. */
interface StoredItem {
  systemIds?: string[];
  texts?: string[];
  heading?: string | null;
  row?: Partial<InsertObject<Database, "corpus_items">>;
}

/** Stores a document with its passages, numbered from 1. */
export async function storeItem(
  db: Kysely<Database>,
  id: string,
  { systemIds = ["heron"], texts = [`Passage of ${id}`], heading = null, row }: StoredItem = {},
): Promise<void> {
  await db.insertInto("corpus_items").values({
    id,
    source_key: id,
    title: `Title of ${id}`,
    content_type: "blog",
    source_kind: "url",
    source_url: `https://news.example/${id}`,
    pdp_path: null,
    link_status: "live",
    link_note: null,
    version: "0123456789ab",
    fetched_at: new Date("2026-03-04T12:00:00Z"),
    content_hash: id,
    superseded_by: null,
    ...row,
  }).execute();
  if (systemIds.length > 0) {
    await db.insertInto("corpus_item_systems")
      .values(systemIds.map((systemId) => ({ item_id: id, system_id: systemId }))).execute();
  }
  if (texts.length > 0) {
    await db.insertInto("corpus_passages")
      .values(texts.map((text, index) => ({ item_id: id, seq: index + 1, heading, text })))
      .execute();
  }
}
