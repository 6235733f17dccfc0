/** Caches the list of a large library in memory, so that no filter has to scan it in the database (spec §4.8). */
import { type Kysely, sql } from "kysely";
import { anyOf, countRows, type Database } from "@/lib/db/mod.ts";
import { endTurn } from "@/lib/timing/mod.ts";
import {
  EMPTY_LIST,
  type HeldList,
  joinLists,
  type ListedAsset,
  listOf,
  withTouched,
} from "./held.ts";
import type { TagType } from "./query.ts";
import { numberOfTag } from "./tag_numbers.ts";

/** Largest library, in assets, that is not cached: the database is fast enough for it. */
export const SMALL = 5_000;
/** Largest list that is cached, by its estimated memory. */
const MAX_BYTES = 120 * 2 ** 20;
/** Assets read at a time: a few milliseconds of work. */
const PAGE = 500;
/** Beyond this number of changed assets, reading the whole list again is cheaper. */
const MAX_TOUCHED = 10_000;
/** How long loading is not retried after a list was too large or failed to load. */
const PAUSE_MS = 60_000;
/** How long a library that was small is not counted again. */
const SMALL_MS = 10_000;
/** The asset id in `media_list_touched` that means every asset. */
const EVERY = "";

/** A list with everything that was committed before it was requested. */
interface CurrentList {
  readonly list: HeldList;
  /** The given search text, lower-cased by the database as {@linkcode ListedAsset.texts} are. */
  readonly folded: string;
}

interface Held {
  readonly list: HeldList;
  /** Postgres snapshot (`pg_current_snapshot`) that the list includes; later commits are read on the next request. */
  readonly seen: string;
}

/** Caches the list of one database. */
interface ListHolder {
  /**
   * Returns the up-to-date list, or null when it is not cached: the library is small or too large, or not loaded yet.
   */
  current(words: string): Promise<CurrentList | null>;
  /** Loads the list. Rejects with the database error that prevented it. */
  load(): Promise<void>;
}

const holders = new WeakMap<Kysely<Database>, ListHolder>();

/** Returns the cache of a database; null inside a transaction, which sees rows that are not committed. */
export function listHolder(db: Kysely<Database>): ListHolder | null {
  if (db.isTransaction) return null;
  return holders.getOrInsertComputed(db, () => createListHolder(db));
}

/**
 * Loads the list of a library into memory now, instead of after its first request. Does not check that the library is
 * large enough; a list beyond the memory limit is dropped without an error.
 *
 * @throws the database error that prevented it.
 */
export async function holdLibrary(db: Kysely<Database>): Promise<void> {
  await listHolder(db)?.load();
}

/**
 * Creates an empty cache. It loads in the background on the first request, if the library is larger than
 * {@linkcode SMALL}.
 */
export function createListHolder(db: Kysely<Database>, maxBytes = MAX_BYTES): ListHolder {
  let held: Held | null = null;
  let loading: Promise<void> | null = null;
  let updating: Promise<unknown> = Promise.resolve();
  let triesAgainAt = 0;

  async function load(): Promise<void> {
    held = null;
    const { seen } = await readTouched(db, { seen: null, words: "" });
    const list = await readAll(db, maxBytes);
    if (list !== null) held = { list, seen };
    triesAgainAt = list === null ? performance.now() + PAUSE_MS : 0;
  }

  function loadOnce(): Promise<void> {
    return loading ??= load().catch((error) => {
      triesAgainAt = performance.now() + PAUSE_MS;
      throw error;
    }).finally(() => loading = null);
  }

  async function current(words: string): Promise<CurrentList | null> {
    if (loading !== null || performance.now() < triesAgainAt) return null;
    if (held === null) {
      // A failed load is not reported: this request and the following ones are answered by the database.
      if (await isLarge(db)) loadOnce().catch(() => {});
      else triesAgainAt = performance.now() + SMALL_MS;
      return null;
    }
    const { seen, touched, folded } = await readTouched(db, { seen: held.seen, words });
    if (touched.length > MAX_TOUCHED || touched.includes(EVERY)) {
      loadOnce().catch(() => {});
      return null;
    }
    if (touched.length > 0) {
      const assets = await readListed(db, touched);
      held = { list: withTouched(held.list, new Set(touched), assets), seen };
    }
    if (held.list.bytes > maxBytes) {
      held = null;
      triesAgainAt = performance.now() + PAUSE_MS;
      return null;
    }
    return { list: held.list, folded };
  }

  return {
    current(words) {
      // Serialised, because each update starts from the snapshot of the one before.
      const result = updating.then(() => current(words));
      updating = result.catch(() => {});
      return result;
    },
    load: loadOnce,
  };
}

async function isLarge(db: Kysely<Database>): Promise<boolean> {
  const some = db.selectFrom("media_library").select(sql.lit(1).as("one")).limit(SMALL + 1);
  return await countRows(db.selectFrom(some.as("some"))) > SMALL;
}

/**
 * Reads the ids of the assets that changed after the snapshot `seen` (none for null), together with the snapshot now,
 * and lower-cases `words`.
 */
async function readTouched(
  db: Kysely<Database>,
  { seen, words }: { readonly seen: string | null; readonly words: string },
): Promise<{ seen: string; touched: string[]; folded: string }> {
  // The range condition on the snapshot's xmin is there for the index; visibility alone would scan the table.
  const { rows: [row] } = await sql<{ seen: string; touched: string[]; folded: string }>`
    select pg_current_snapshot()::text as seen, lower(${words}::text) as folded, array(
      select asset_id from media_list_touched
      where transaction_id >= pg_snapshot_xmin(${seen}::text::pg_snapshot)
        and not pg_visible_in_snapshot(transaction_id, ${seen}::text::pg_snapshot)
    ) as touched`.execute(db);
  if (row === undefined) {
    throw new Error("Cannot read the changed assets: the query returned no row");
  }
  return row;
}

/** Reads the library page by page, yielding to the event loop between pages; null when the list exceeds `maxBytes`. */
async function readAll(db: Kysely<Database>, maxBytes: number): Promise<HeldList | null> {
  // Sorted runs of decreasing size, as in a merge sort, so that merging is spread over the pages.
  const runs: HeldList[] = [];
  let bytes = 0;
  for (let after = "";;) {
    const { rows } = await sql<{ asset_id: string }>`
      select asset_id from media_library where asset_id > ${after} order by asset_id limit ${PAGE}`
      .execute(db);
    const last = rows.at(-1);
    if (last === undefined) break;
    after = last.asset_id;
    const run = listOf(await readListed(db, rows.map(({ asset_id }) => asset_id)));
    bytes += run.bytes;
    if (bytes > maxBytes) return null;
    runs.push(run);
    while (runs.length > 1 && sizeOf(runs.at(-2)) <= 2 * sizeOf(runs.at(-1))) joinLast(runs);
    await endTurn();
  }
  while (runs.length > 1) joinLast(runs);
  return runs[0] ?? EMPTY_LIST;
}

function sizeOf(list: HeldList | undefined): number {
  return list?.orders.oldest.length ?? 0;
}

function joinLast(runs: HeldList[]): void {
  const [one, other] = runs.splice(-2);
  if (one && other) runs.push(joinLists(one, other));
}

/** Reads some assets by id; unknown ids are left out. */
async function readListed(db: Kysely<Database>, ids: readonly string[]): Promise<ListedAsset[]> {
  const { rows } = await sql<Omit<ListedAsset, "tags"> & { types: TagType[]; refs: string[] }>`
    select asset_id as id, texts,
      (extract(epoch from media_library.created_at) * 1000000)::float8 as "createdAt",
      media_library.source, media_library.type, used, untagged, unreviewed, grouped,
      alt_text is null as undescribed, gallery_order as "galleryOrder",
      media_library.gallery_position as "galleryPosition", coalesce(types, '{}') as types,
      coalesce(refs, '{}') as refs
    from media_library join media_assets on media_assets.id = asset_id
    left join lateral (
      select array_agg(tag_type) as types, array_agg(tag_ref) as refs from media_tags
      where media_tags.asset_id = media_library.asset_id and state = 'live'
    ) as tags on true
    where asset_id = ${anyOf(ids)}`.execute(db);
  return rows.map(({ types, refs, ...row }) => ({
    ...row,
    tags: types.map((type, place) => numberOfTag({ type, ref: refs[place] ?? "" })),
  }));
}
