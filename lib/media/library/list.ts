/** Lists of the library (spec §4.8). */
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Database } from "../../db/mod.ts";
import type { LibraryItem } from "../schema.ts";
import { SHOWN_COLUMNS, toMediaItem } from "../view.ts";
import { askList } from "./held.ts";
import { listHolder } from "./hold.ts";
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
  const { rows, total } = await heldPage(db, query) ?? await storedPage(db, query);
  const items = rows.map(({ filename, source, created_at: createdAt, linkCount, ...shown }) => ({
    ...toMediaItem(shown, playerUrl),
    filename,
    source,
    createdAt: createdAt.toISOString(),
    linkCount,
  }));
  return { items, total, limit, offset };
}

type PageRow = Awaited<ReturnType<ReturnType<typeof pageOf>["execute"]>>[number];

interface Page {
  readonly rows: readonly PageRow[];
  readonly total: number;
}

/** By the list in memory, where it is held; of the assets, those of the page alone are read. */
async function heldPage(db: Kysely<Database>, query: LibraryQuery): Promise<Page | null> {
  const current = await listHolder(db)?.current(query.q ?? "");
  if (!current) return null;
  const { ids, total } = askList(current.list, query, current.folded);
  if (ids.length === 0) return { rows: [], total };
  const rows = await shown(db).where("asset.id", "=", sql<string>`any(${ids}::text[])`).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return { rows: ids.flatMap((id) => byId.get(id) ?? []), total };
}

/** By the database. */
async function storedPage(db: Kysely<Database>, query: LibraryQuery): Promise<Page> {
  const { limit, offset } = query;
  const rows = await pageOf(db, query).execute();
  // Where the list ends here, its length is known.
  const isEnd = rows.length < limit && (rows.length > 0 || offset === 0);
  return { rows, total: isEnd ? offset + rows.length : await countLibrary(db, query) };
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
  return shown(db).innerJoin(page.as("listed"), "listed.asset_id", "asset.id").orderBy(order);
}

function shown(db: Kysely<Database>) {
  return db.selectFrom("media_assets as asset")
    .select(SHOWN_COLUMNS.map((column) => `asset.${column}` as const))
    .select(["asset.filename", "asset.source", "asset.created_at"])
    .select((eb) =>
      eb.selectFrom("media_links as link").whereRef("link.asset_id", "=", "asset.id")
        .select((count) => count.fn.countAll<number>().as("count"))
        .$asScalar().$notNull().as("linkCount")
    );
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
