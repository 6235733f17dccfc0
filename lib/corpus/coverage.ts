/** Counts the items and passages of the corpus, in total and for each system. */
import { type Kysely, sql } from "kysely";
import type { Database } from "../db/mod.ts";
import type { ContentType } from "./import/metadata.ts";

/** The quotable material about one system. */
export interface SystemCoverage {
  /** Active items about it. */
  readonly items: number;
  /** Passages of those items. */
  readonly passages: number;
  /** The passages by content type; types without items are left out. */
  readonly byType: Readonly<Partial<Record<ContentType, number>>>;
}

/** A system with fewer passages has too little evidence to show beside a recommendation. */
export const ENOUGH_PASSAGES = 2;

/** Returns the coverage by system id. Systems without an active item are absent. */
export async function systemCoverage(
  db: Kysely<Database>,
): Promise<ReadonlyMap<string, SystemCoverage>> {
  const rows = await coverageQuery(db).execute();
  const bySystem = Map.groupBy(rows, ({ systemId }) => systemId);
  return new Map(Array.from(bySystem, ([systemId, kinds]) => [systemId, {
    items: kinds.reduce((sum, { items }) => sum + items, 0),
    passages: kinds.reduce((sum, { passages }) => sum + passages, 0),
    byType: Object.fromEntries(kinds.map(({ type, passages }) => [type, passages])),
  }]));
}

/**
 * Returns the query of the coverage, by system and content type. It counts the passages of an item once, however many
 * systems the item is about.
 */
export function coverageQuery(db: Kysely<Database>) {
  const passages = db.selectFrom("corpus_passages").groupBy("item_id")
    .select(({ fn }) => ["item_id" as const, fn.countAll<number>().as("count")]).as("passages");
  return db.selectFrom("corpus_item_systems as about")
    .innerJoin("corpus_items as item", "item.id", "about.item_id")
    .leftJoin(passages, (join) => join.onRef("passages.item_id", "=", "item.id"))
    .where("item.state", "=", "active")
    .groupBy(["about.system_id", "item.content_type"])
    .select(["about.system_id as systemId", "item.content_type as type"])
    .select((eb) => eb.fn.countAll<number>().as("items"))
    .select(sql<number>`coalesce(sum(passages.count), 0)::integer`.as("passages"))
    .orderBy("about.system_id");
}

/** The number of items in each state. */
export interface CorpusSize {
  readonly active: number;
  readonly retired: number;
  readonly superseded: number;
  /** Passages of active items. */
  readonly passages: number;
}

/** Counts the items of the corpus by state, and the passages of active items. */
export async function corpusSize(db: Kysely<Database>): Promise<CorpusSize> {
  const items = db.selectFrom("corpus_items");
  return await db.selectNoFrom((eb) => [
    items.where("state", "=", "active").select(eb.fn.countAll<number>().as("count"))
      .$asScalar().$notNull().as("active"),
    items.where("state", "=", "retired").select(eb.fn.countAll<number>().as("count"))
      .$asScalar().$notNull().as("retired"),
    items.where("state", "=", "superseded").select(eb.fn.countAll<number>().as("count"))
      .$asScalar().$notNull().as("superseded"),
    db.selectFrom("corpus_passages as passage")
      .innerJoin("corpus_items as item", "item.id", "passage.item_id")
      .where("item.state", "=", "active").select(eb.fn.countAll<number>().as("count"))
      .$asScalar().$notNull().as("passages"),
  ]).executeTakeFirstOrThrow();
}
