/** Lists of the library (spec §4.8). */
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Database } from "../../db/mod.ts";
import type { LibraryItem } from "../schema.ts";
import { SHOWN_COLUMNS, toMediaItem } from "../view.ts";
import { matching } from "./matching.ts";
import type { LibraryFilter, LibraryQuery, LibrarySort } from "./query.ts";

/** One part of a list, and how long the whole is. */
export interface LibraryPage {
  readonly items: readonly LibraryItem[];
  readonly total: number;
  readonly limit: number;
  readonly offset: number;
}

/**
 * The assets that a query asks for. Upper and lower case are the same to a search and to the order by name, letter by letter as
 * the database folds them; letters are in the order of their codes.
 *
 * @param playerUrl address of the video host's player.
 */
export async function queryLibrary(
  db: Kysely<Database>,
  query: LibraryQuery,
  playerUrl: string,
): Promise<LibraryPage> {
  const { limit, offset } = query;
  const rows = await pageOf(db, query).execute();
  // Where the list ends here, its length is known.
  const isEnd = rows.length < limit && (rows.length > 0 || offset === 0);
  const total = isEnd ? offset + rows.length : await countLibrary(db, query);
  const items = rows.map(({ filename, source, created_at: createdAt, linkCount, ...shown }) => ({
    ...toMediaItem(shown, playerUrl),
    filename,
    source,
    createdAt: createdAt.toISOString(),
    linkCount,
  }));
  return { items, total, limit, offset };
}

/** How many assets a filter lets through; the total of {@linkcode queryLibrary}. */
export async function countLibrary(db: Kysely<Database>, filter: LibraryFilter): Promise<number> {
  const { count } = await matching(db, filter)
    .select((eb) => eb.fn.countAll<number>().as("count")).executeTakeFirstOrThrow();
  return count;
}

/** Finds the page by the list alone, and reads of the assets only those on it. */
export function pageOf(db: Kysely<Database>, query: LibraryQuery) {
  const order = ORDERS[query.sort];
  const page = matching(db, query)
    .select([
      "listed.asset_id",
      "listed.created_at",
      "listed.name",
      "listed.gallery_order",
      "listed.gallery_position",
    ])
    .orderBy(order)
    .limit(query.limit)
    .offset(query.offset);
  return db.selectFrom(page.as("listed"))
    .innerJoin("media_assets as asset", "asset.id", "listed.asset_id")
    .select(SHOWN_COLUMNS.map((column) => `asset.${column}` as const))
    .select(["asset.filename", "asset.source", "asset.created_at"])
    .select((eb) =>
      eb.selectFrom("media_links as link").whereRef("link.asset_id", "=", "asset.id")
        .select((count) => count.fn.countAll<number>().as("count"))
        .$asScalar().$notNull().as("linkCount")
    )
    .orderBy(order);
}

/** Ascending orders have what is null last. */
const ORDERS: Readonly<Record<LibrarySort, RawBuilder<unknown>>> = {
  newest: sql`listed.created_at desc, listed.asset_id collate "C" desc`,
  oldest: sql`listed.created_at, listed.asset_id collate "C"`,
  "name-asc": sql`listed.name, listed.asset_id collate "C"`,
  "name-desc": sql`listed.name desc, listed.asset_id collate "C" desc`,
  gallery: sql`listed.gallery_order, listed.gallery_position, listed.created_at,
    listed.asset_id collate "C"`,
};
