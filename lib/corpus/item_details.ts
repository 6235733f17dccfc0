/** Reads one item of the corpus with its passages, versions and successors. */
import { type Kysely, sql } from "kysely";
import type { Database } from "../db/mod.ts";
import type { ContentType, SourceKind } from "./import/metadata.ts";
import { countWords } from "./import/sentences.ts";
import { type ItemState, titlePatterns } from "./items.ts";
import type { LinkStatus } from "./links/finding.ts";

/** A passage of an item, with its quotation count. */
interface ItemPassage {
  readonly seq: number;
  readonly heading: string | null;
  readonly text: string;
  readonly words: number;
  /** How often it was quoted to buyers since counting began. */
  readonly quoted: number;
  /** When it was last quoted; null if never. */
  readonly lastQuotedAt: Date | null;
}

/** A reference to another item or version. */
export interface ItemMention {
  readonly id: string;
  readonly title: string;
  readonly contentType: ContentType;
  readonly version: string;
  readonly fetchedAt: Date;
  readonly state: ItemState;
}

/** An item with its source, passages and related items. */
export interface ItemDetails extends ItemMention {
  readonly sourceKey: string;
  readonly sourceKind: SourceKind;
  readonly sourceUrl: string | null;
  readonly pdpPath: string | null;
  readonly linkStatus: LinkStatus;
  readonly linkCheckedAt: Date | null;
  readonly linkNote: string | null;
  /** Time of the import. */
  readonly createdAt: Date;
  readonly passages: readonly ItemPassage[];
  /** All versions of the document including this one, latest capture first. */
  readonly versions: readonly ItemMention[];
  /** The item that superseded it. */
  readonly successor: ItemMention | null;
  /** Items of other documents that it supersedes, by title. */
  readonly supersedes: readonly ItemMention[];
}

const MENTIONED = [
  "id",
  "title",
  "content_type as contentType",
  "version",
  "fetched_at as fetchedAt",
  "state",
] as const;

/** Finds an item by id; null if there is none. */
export async function findItem(db: Kysely<Database>, id: string): Promise<ItemDetails | null> {
  const item = await db.selectFrom("corpus_items")
    .select(MENTIONED)
    .select(["source_key as sourceKey", "source_kind as sourceKind", "source_url as sourceUrl"])
    .select(["pdp_path as pdpPath", "superseded_by as supersededBy", "created_at as createdAt"])
    .select(["link_status as linkStatus", "link_checked_at as linkCheckedAt"])
    .select("link_note as linkNote")
    .where("id", "=", id).executeTakeFirst();
  if (item === undefined) return null;
  const { supersededBy, ...known } = item;
  const mentioned = db.selectFrom("corpus_items").select(MENTIONED);
  const [passages, versions, successor, supersedes] = await Promise.all([
    db.selectFrom("corpus_passages as passage")
      .leftJoin(
        "corpus_retrievals as counted",
        (join) =>
          join.onRef("counted.item_id", "=", "passage.item_id")
            .onRef("counted.seq", "=", "passage.seq"),
      )
      .select(["passage.seq", "heading", "text", "last_at as lastQuotedAt"])
      .select((eb) => eb.fn.coalesce("retrieved", eb.lit(0)).as("quoted"))
      .where("passage.item_id", "=", id).orderBy("passage.seq").execute(),
    mentioned.where("source_key", "=", item.sourceKey)
      .orderBy("fetched_at", "desc").orderBy("id").execute(),
    mentioned.where("id", "=", supersededBy ?? "").executeTakeFirst(),
    mentioned.where("superseded_by", "=", id).where("source_key", "<>", item.sourceKey)
      .orderBy("title").orderBy("id").execute(),
  ]);
  return {
    ...known,
    passages: passages.map((passage) => ({ ...passage, words: countWords(passage.text) })),
    versions,
    successor: successor ?? null,
    supersedes,
  };
}

/**
 * Lists at most `limit` candidates to supersede an item: active items of other documents whose title contains every
 * word of `text`. Those that share most systems come first, then those of the same content type, then the latest.
 */
export async function findReplacements(
  db: Kysely<Database>,
  { id, text, limit }: { readonly id: string; readonly text: string; readonly limit: number },
): Promise<ItemMention[]> {
  let found = db.selectFrom("corpus_items").select(MENTIONED).where("state", "=", "active")
    .where("source_key", "<>", sql<string>`(select source_key from corpus_items where id = ${id})`);
  for (const pattern of titlePatterns(text)) found = found.where("title", "ilike", pattern);
  const shared = sql`(
    select count(*) from corpus_item_systems as mine join corpus_item_systems as theirs
      on theirs.system_id = mine.system_id
    where mine.item_id = ${id} and theirs.item_id = corpus_items.id
  )`;
  const alike = sql`content_type = (select content_type from corpus_items where id = ${id})`;
  return await found
    .orderBy(shared, "desc").orderBy(alike, "desc").orderBy("fetched_at", "desc")
    .orderBy(sql`id collate "C"`).limit(limit).execute();
}
