/** What a process keeps of the library in memory, and how it keeps up with it (spec §2.1, §8). */
import { type DatabaseHandle, follow, type Followed, transact } from "../../db/mod.ts";
import { type Meanings, toMeanings } from "./wanted.ts";
import { type Links, noLinks, withLinks } from "./links.ts";
import { noPictures, type Pictures, withChanges } from "./pictures.ts";
import type { MediaSource } from "./read.ts";
import { type Lists, readAssets, readIds, readLists, type StoredAssets } from "./read_assets.ts";

/** The library as of one version; never changed. */
export interface IndexedMedia {
  /** Moves with every committed change of what is shown. */
  readonly version: number;
  readonly links: Links;
  readonly meanings: Meanings;
  /** Null where they would take more memory than there may be, so that the database has to be asked. */
  readonly pictures: Pictures | null;
  /** Where `pictures` is null: from which version on it is worth to try again. */
  readonly triesAgainAt: number;
}

/** What is followed, and within which bounds. */
export interface MediaIndexOptions {
  readonly database: Pick<DatabaseHandle, "db" | "listen">;
  /** Where videos are played. */
  readonly playerUrl: string;
  /**
   * How much memory the pictures may take, by estimate. 100,000 assets with five tags each and texts of a hundred
   * letters take half of what is usual.
   */
  readonly maxBytes?: number | undefined;
  /** How long a change can go unnoticed when its notification is lost. */
  readonly pollMs?: number | undefined;
  /** Told once about each distinct reason why the library cannot be followed, until it can again. */
  readonly onError: (error: unknown) => void;
  /** Told when the pictures take more memory than they may. */
  readonly onTooLarge: (size: { readonly assets: number; readonly maxBytes: number }) => void;
}

/** Channel that the triggers of migrations 0017 and 0020 announce a new version on. */
const CHANNEL = "media_changed";
const MAX_BYTES = 120 * 2 ** 20;
/** The least that an asset takes, so that a library which is far too large is not read at all. */
const LEAST_BYTES = 400;
/** After how many versions a library that was too large may have become small enough. */
const RETRY_AFTER_VERSIONS = 1_000;
/** Assets that are read at once: a few milliseconds' work. */
const PAGE = 500;
/** Assets of which it is cheaper to read all. */
const MAX_TOUCHED = 20_000;
/** Stands for every asset in `media_touched`. */
const EVERY = "";

/**
 * Loads the library and follows it. A change costs the reading of the assets that it touched, by what migration 0020
 * notes of each version, and one pass over the ordinals. While the library cannot be read, the last index stays.
 *
 * The pictures are held within `maxBytes`, 120 MB unless told; above that they are left to the database, which
 * `onTooLarge` is told. What is linked to systems and options is always held: people have placed it by hand.
 *
 * @throws what keeps the library from being loaded first.
 */
export function openMediaIndex(options: MediaIndexOptions): Promise<Followed<IndexedMedia>> {
  const { database, playerUrl, maxBytes = MAX_BYTES, onTooLarge } = options;
  const source = { db: database.db, playerUrl };
  return follow({
    loadTimeoutMs: 60_000,
    ...options,
    channel: CHANNEL,
    subject: "the media library",
    load: (known) => load({ source, maxBytes, onTooLarge }, known),
  });
}

interface Loading {
  readonly source: MediaSource;
  readonly maxBytes: number;
  readonly onTooLarge: MediaIndexOptions["onTooLarge"];
}

/**
 * Brings an index up to date. Many assets are read page by page, outside of a transaction; what changed meanwhile is
 * read again after them, and the last few in one snapshot with the version that they are of.
 */
async function load(loading: Loading, known: IndexedMedia | null): Promise<IndexedMedia> {
  const { source } = loading;
  let version = await readVersion(source);
  if (known?.version === version) return known;
  let draft = known && !(known.pictures === null && version >= known.triesAgainAt)
    ? known
    : await loadAll(loading, version);
  for (;;) {
    const step = await readStep(source, draft);
    if (step.kind === "lost") {
      version = await readVersion(source);
      draft = await loadAll(loading, version);
      continue;
    }
    draft = { ...draft, version: step.version };
    if (step.kind === "last") {
      const { touched, lists, assets } = step;
      return bounded(loading, apply(draft, { touched: new Set(touched), assets, lists }));
    }
    const withPictures = draft.pictures !== null;
    for (let start = 0; start < step.touched.length; start += PAGE) {
      const ids = step.touched.slice(start, start + PAGE);
      const assets = await readAssets(source, { ids, withPictures });
      draft = apply(draft, { touched: new Set(ids), assets });
      await pause();
    }
  }
}

/** What is there at a version, give or take what changes while it is read. */
async function loadAll(loading: Loading, version: number): Promise<IndexedMedia> {
  const { source, maxBytes } = loading;
  const { count } = await source.db.selectFrom("media_library")
    .select((eb) => eb.fn.countAll<number>().as("count")).executeTakeFirstOrThrow();
  const nothing = { version, links: noLinks(), meanings: toMeanings([]), triesAgainAt: Infinity };
  let draft: IndexedMedia = { ...nothing, pictures: noPictures() };
  if (count * LEAST_BYTES > maxBytes) draft = tooLarge(loading, draft, count);
  const none = new Set<string>();
  for (let after = "";;) {
    const withPictures = draft.pictures !== null;
    const ids = await readIds(source, { after, limit: PAGE, withPictures });
    const last = ids.at(-1);
    if (last === undefined) return draft;
    const assets = await readAssets(source, { ids, withPictures });
    draft = bounded(loading, apply(draft, { touched: none, assets }), count);
    after = last;
    await pause();
  }
}

type Step =
  /** What was changed is forgotten, or it is nearly everything. */
  | { readonly kind: "lost" }
  /** More than can be read at once. */
  | { readonly kind: "many"; readonly version: number; readonly touched: readonly string[] }
  | {
    readonly kind: "last";
    readonly version: number;
    readonly touched: readonly string[];
    readonly assets: StoredAssets;
    readonly lists: Lists;
  };

/** What has changed since a version, all as of one snapshot. */
async function readStep({ db, playerUrl }: MediaSource, draft: IndexedMedia): Promise<Step> {
  return await transact(db, async (trx): Promise<Step> => {
    const source = { db: trx, playerUrl };
    const version = await readVersion(source);
    const { moves } = await trx.selectFrom("media_moves")
      .select((eb) => eb.fn.countAll<number>().as("moves"))
      .where("version", ">", draft.version).executeTakeFirstOrThrow();
    if (moves !== version - draft.version) return { kind: "lost" };
    const rows = await trx.selectFrom("media_touched").select("asset_id").distinct()
      .where("transaction_id", "in", (eb) =>
        eb.selectFrom("media_moves").select("transaction_id")
          .where("version", ">", draft.version))
      .limit(MAX_TOUCHED + 1).execute();
    const touched = rows.map(({ asset_id }) => asset_id);
    if (touched.length > MAX_TOUCHED || touched.includes(EVERY)) return { kind: "lost" };
    if (touched.length > PAGE) return { kind: "many", version, touched };
    return {
      kind: "last",
      version,
      touched,
      assets: await readAssets(source, { ids: touched, withPictures: draft.pictures !== null }),
      lists: await readLists(source),
    };
  }, { isolation: "repeatable read", readOnly: true });
}

function apply(
  before: IndexedMedia,
  { touched, assets, lists }: {
    readonly touched: ReadonlySet<string>;
    readonly assets: StoredAssets;
    /** The ones before where they were not read. */
    readonly lists?: Lists;
  },
): IndexedMedia {
  return {
    ...before,
    links: withLinks(before.links, {
      touched,
      stored: assets.links,
      displayModes: lists?.displayModes ?? null,
    }),
    meanings: lists ? toMeanings(lists.categories) : before.meanings,
    pictures: before.pictures && withChanges(before.pictures, { touched, stored: assets.pictures }),
  };
}

/** The same, without its pictures where they are too large. */
function bounded(loading: Loading, index: IndexedMedia, assets = 0): IndexedMedia {
  const { pictures } = index;
  if (pictures === null || pictures.bytes <= loading.maxBytes) return index;
  return tooLarge(loading, index, Math.max(assets, pictures.items.length));
}

function tooLarge(
  { maxBytes, onTooLarge }: Loading,
  index: IndexedMedia,
  assets: number,
): IndexedMedia {
  onTooLarge({ assets, maxBytes });
  return { ...index, pictures: null, triesAgainAt: index.version + RETRY_AFTER_VERSIONS };
}

/** The version that a source is at. */
export async function readVersion({ db }: Pick<MediaSource, "db">): Promise<number> {
  const { version } = await db.selectFrom("media_version").select("version")
    .executeTakeFirstOrThrow();
  return version;
}

/** Lets whatever else waits have its turn. */
function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}
