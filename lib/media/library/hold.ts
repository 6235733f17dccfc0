/** Keeps the list of a large library in memory, so that no filter has to walk it in the database (spec §4.8). */
import { type Kysely, sql } from "kysely";
import type { Database } from "../../db/mod.ts";
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

/** Libraries up to this size are listed by the database, which is quick enough then. */
export const SMALL = 5_000;
/** Memory for a list, beyond which the database lists. */
const MAX_BYTES = 120 * 2 ** 20;
/** Assets that are read at a time: a few milliseconds' work. */
const PAGE = 500;
/** Changed assets of which it is cheaper to read all. */
const MAX_TOUCHED = 10_000;
/** How long nothing is tried after a list was too large, or could not be read. */
const PAUSE_MS = 60_000;
/** Stands for every asset in `media_list_touched`. */
const EVERY = "";

/** A list with all that was committed before it was asked for. */
export interface CurrentList {
  readonly list: HeldList;
  /** The words that were given, folded as texts of the list are. */
  readonly folded: string;
}

interface Held {
  readonly list: HeldList;
  /** What the list has seen, and so what came after it. */
  readonly seen: string;
}

/** Keeps one database's list. */
export interface ListHolder {
  /** The list as of now; null where it is not held, because it is small, too large, or not read yet. */
  current(words: string): Promise<CurrentList | null>;
  /** Reads the list, and waits for it. Rejects with what kept it from being read. */
  load(): Promise<void>;
}

const holders = new WeakMap<Kysely<Database>, ListHolder>();

/** The holder of a database; of a transaction there is none, for it would see other rows than everybody. */
export function listHolder(db: Kysely<Database>): ListHolder | null {
  if (db.isTransaction) return null;
  const holder = holders.get(db) ?? createListHolder(db);
  holders.set(db, holder);
  return holder;
}

/**
 * Reads the list of a library into memory at once, instead of when it is first wanted.
 *
 * @throws what keeps it from being read.
 */
export async function holdLibrary(db: Kysely<Database>): Promise<void> {
  await listHolder(db)?.load();
}

/** Makes a holder, which reads the list when it is first wanted and there is enough of it. */
export function createListHolder(db: Kysely<Database>, maxBytes = MAX_BYTES): ListHolder {
  let held: Held | null = null;
  let loading: Promise<void> | null = null;
  let updating: Promise<unknown> = Promise.resolve();
  let triesAgainAt = 0;

  async function load(): Promise<void> {
    held = null;
    const { seen } = await readTouched(db, { seen: null, words: "" });
    const list = await readAll(db, maxBytes);
    if (list === null) triesAgainAt = performance.now() + PAUSE_MS;
    else held = { list, seen };
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
      // Whoever asks has the database's answer, or its error; a failure here only means that others do as well.
      if (await isLarge(db)) loadOnce().catch(() => {});
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
      // One after the other: each has to go on from what the one before has seen.
      const asked = updating.then(() => current(words));
      updating = asked.catch(() => {});
      return asked;
    },
    load: loadOnce,
  };
}

async function isLarge(db: Kysely<Database>): Promise<boolean> {
  const some = db.selectFrom("media_library").select(sql.lit(1).as("one")).limit(SMALL + 1);
  const { count } = await db.selectFrom(some.as("some"))
    .select((eb) => eb.fn.countAll<number>().as("count")).executeTakeFirstOrThrow();
  return count > SMALL;
}

/** What was committed since a snapshot; nothing for none. */
async function readTouched(
  db: Kysely<Database>,
  { seen, words }: { readonly seen: string | null; readonly words: string },
): Promise<{ seen: string; touched: string[]; folded: string }> {
  // Compared with the snapshot's own value, so that the index finds what came after it.
  const { rows: [row] } = await sql<{ seen: string; touched: string[]; folded: string }>`
    select pg_current_snapshot()::text as seen, lower(${words}::text) as folded, array(
      select asset_id from media_list_touched
      where transaction_id >= pg_snapshot_xmin(${seen}::text::pg_snapshot)
        and not pg_visible_in_snapshot(transaction_id, ${seen}::text::pg_snapshot)
    ) as touched`.execute(db);
  if (row === undefined) throw new Error("Cannot tell what of the library has changed");
  return row;
}

/** Reads page by page, so that others get their turn; null where it becomes too large. */
async function readAll(db: Kysely<Database>, maxBytes: number): Promise<HeldList | null> {
  // Sorted runs of falling size, so that the work of joining them is spread over the pages.
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
    await new Promise((resolve) => setTimeout(resolve, 0));
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

/** Reads some assets; those that are not there are left out. */
async function readListed(db: Kysely<Database>, ids: readonly string[]): Promise<ListedAsset[]> {
  const { rows } = await sql<Omit<ListedAsset, "tags"> & { types: TagType[]; refs: string[] }>`
    select asset_id as id, texts, (extract(epoch from created_at) * 1000000)::float8 as "createdAt",
      source, type, used, untagged, unreviewed, grouped, gallery_order as "galleryOrder",
      gallery_position as "galleryPosition", coalesce(types, '{}') as types,
      coalesce(refs, '{}') as refs
    from media_library left join lateral (
      select array_agg(tag_type) as types, array_agg(tag_ref) as refs from media_tags
      where media_tags.asset_id = media_library.asset_id and state = 'live'
    ) as tags on true
    where asset_id = any(${ids}::text[])`.execute(db);
  return rows.map(({ types, refs, ...row }) => ({
    ...row,
    tags: types.map((type, place) => numberOfTag({ type, ref: refs[place] ?? "" })),
  }));
}
