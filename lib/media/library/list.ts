/** Queries of the library: one page of assets and the total (spec §4.8). */
import { type Kysely, type RawBuilder, sql } from "kysely";
import { anyOf, countRows, type Database } from "@/lib/db/mod.ts";
import type { LibraryItem } from "../schema.ts";
import { SHOWN_COLUMNS, toMediaItem } from "../view.ts";
import { askList } from "./held.ts";
import { listHolder } from "./hold.ts";
import { matching } from "./matching.ts";
import type { LibraryFilter, LibraryQuery, LibrarySort } from "./query.ts";

/** One page of a query's matches. */
export interface LibraryPage {
  readonly items: readonly LibraryItem[];
  /** Number of all matches. */
  readonly total: number;
  readonly limit: number;
  readonly offset: number;
}

/**
 * Returns one page of the assets that match a query. The search and the order by name ignore case: both compare texts
 * as the database's `lower` gives them, and names sort by code point. Uses the list in memory when it is loaded
 * ({@linkcode holdLibrary}), else the database.
 *
 * @param playerUrl URL of the video host's player.
 */
export async function queryLibrary(
  db: Kysely<Database>,
  query: LibraryQuery,
  playerUrl: string,
): Promise<LibraryPage> {
  const { limit, offset } = query;
  const { rows, total } = await heldPage(db, query) ?? await storedPage(db, query);
  return { items: rows.map((row) => toItem(row, playerUrl)), total, limit, offset };
}

function toItem(
  { filename, source, created_at: createdAt, linkCount, ...shown }: PageRow,
  playerUrl: string,
): LibraryItem {
  return {
    ...toMediaItem(shown, playerUrl),
    filename,
    source,
    createdAt: createdAt.toISOString(),
    linkCount,
  };
}

/** Most assets in a file of the library. */
export const MOST_IN_FILE = 100_000;

/** Most assets of a file that are held in memory at a time, apart from their ids. */
const FILE_BATCH = 500;

/**
 * Yields the first {@linkcode MOST_IN_FILE} assets that match a query, in its order and in batches; its page is
 * ignored. The assets are selected at the start, so that a change during the download neither repeats nor skips any
 * but those that are deleted.
 *
 * @param playerUrl as for {@linkcode queryLibrary}.
 */
export async function* exportLibrary(
  db: Kysely<Database>,
  query: LibraryQuery,
  playerUrl: string,
): AsyncGenerator<LibraryItem[]> {
  const all = { ...query, limit: MOST_IN_FILE, offset: 0 };
  const ids = (await heldIds(db, all))?.ids ??
    (await orderedIds(db, all).clearSelect().select("listed.asset_id as id").execute())
      .map(({ id }) => id);
  for (let start = 0; start < ids.length; start += FILE_BATCH) {
    const rows = await rowsOf(db, ids.slice(start, start + FILE_BATCH));
    yield rows.map((row) => toItem(row, playerUrl));
  }
}

type PageRow = Awaited<ReturnType<ReturnType<typeof pageQuery>["execute"]>>[number];

interface Page {
  readonly rows: readonly PageRow[];
  readonly total: number;
}

/** Finds the ids of a page in the list in memory; null when the list is not loaded. */
async function heldIds(db: Kysely<Database>, query: LibraryQuery) {
  const current = await listHolder(db)?.current(query.q ?? "");
  return current ? askList(current.list, query, current.folded) : null;
}

async function heldPage(db: Kysely<Database>, query: LibraryQuery): Promise<Page | null> {
  const held = await heldIds(db, query);
  return held && { rows: await rowsOf(db, held.ids), total: held.total };
}

/** Reads assets in the order of their ids; an id without one is left out. */
async function rowsOf(db: Kysely<Database>, ids: readonly string[]): Promise<PageRow[]> {
  if (ids.length === 0) return [];
  const rows = await shown(db).where("asset.id", "=", anyOf(ids)).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

async function storedPage(db: Kysely<Database>, query: LibraryQuery): Promise<Page> {
  const { limit, offset } = query;
  const rows = await pageQuery(db, query).execute();
  // The last page gives the total without a count.
  const isEnd = rows.length < limit && (rows.length > 0 || offset === 0);
  return { rows, total: isEnd ? offset + rows.length : await countLibrary(db, query) };
}

/** Counts the assets that match a filter, in the database; equals the total of {@linkcode queryLibrary}. */
export async function countLibrary(db: Kysely<Database>, filter: LibraryFilter): Promise<number> {
  return await countRows(matching(db, filter));
}

/** Returns the ids of the assets that match a filter: at most `limit`, in no particular order. */
export async function matchingIds(
  db: Kysely<Database>,
  filter: LibraryFilter,
  { limit }: { readonly limit: number },
): Promise<string[]> {
  const rows = await matching(db, filter).select("listed.asset_id as id").limit(limit).execute();
  return rows.map(({ id }) => id);
}

/** Builds the query of one page: it orders `media_library` alone, and joins only the page's ids with the assets. */
export function pageQuery(db: Kysely<Database>, query: LibraryQuery) {
  return shown(db)
    .innerJoin(orderedIds(db, query).as("listed"), "listed.asset_id", "asset.id")
    .orderBy(ORDERS[query.sort]);
}

/** Builds the query of the ids of one page, with the columns that order them. */
function orderedIds(db: Kysely<Database>, query: LibraryQuery) {
  return matching(db, query)
    .select([
      "listed.asset_id",
      "listed.created_at",
      "listed.name",
      "listed.gallery_order",
      "listed.gallery_position",
    ])
    .orderBy(ORDERS[query.sort])
    .limit(query.limit)
    .offset(query.offset);
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

/** Postgres puts nulls last in ascending orders, as the gallery order needs (spec §4.8). */
const ORDERS: Readonly<Record<LibrarySort, RawBuilder<unknown>>> = {
  newest: sql`listed.created_at desc, listed.asset_id collate "C" desc`,
  oldest: sql`listed.created_at, listed.asset_id collate "C"`,
  "name-asc": sql`listed.name, listed.asset_id collate "C"`,
  "name-desc": sql`listed.name desc, listed.asset_id collate "C" desc`,
  gallery: sql`listed.gallery_order, listed.gallery_position, listed.created_at,
    listed.asset_id collate "C"`,
};
