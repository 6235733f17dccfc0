/** Keeps an in-memory index of the media library up to date in each process (spec §2.1, §8). */
import { countRows, follow, type Followed, type FollowerOptions, transact } from "@/lib/db/mod.ts";
import { endTurn } from "@/lib/timing/mod.ts";
import { type Meanings, toMeanings } from "./wanted.ts";
import { type Links, noLinks, withLinks } from "./links.ts";
import { noPictures, type Pictures, withChanges } from "./pictures.ts";
import type { MediaSource } from "./read.ts";
import {
  type Lists,
  readIds,
  readLists,
  readStoredAssets,
  type StoredAssets,
} from "./read_assets.ts";

/** The library as of one version; immutable. */
export interface IndexedMedia {
  /** Increases with every committed change to what is shown. */
  readonly version: number;
  readonly links: Links;
  readonly meanings: Meanings;
  /** Null when they would exceed `maxBytes`. Results are then read from the database. */
  readonly pictures: Pictures | null;
  /** The version from which loading the pictures is retried; used only while `pictures` is null. */
  readonly triesAgainAt: number;
}

/** Options of {@linkcode openMediaIndex}. */
export interface MediaIndexOptions extends FollowerOptions {
  /** Base URL of the video player. */
  readonly playerUrl: string;
  /**
   * Maximum estimated memory of the pictures in bytes; 120 MiB by default. 100,000 assets with five tags each and texts
   * of a hundred letters take half of the default.
   */
  readonly maxBytes?: number | undefined;
  /** Called when the pictures exceed `maxBytes`. */
  readonly onTooLarge: (size: { readonly assets: number; readonly maxBytes: number }) => void;
}

/** Notification channel on which the triggers of migrations 0017 and 0020 announce a new version. */
const CHANNEL = "media_changed";
const MAX_BYTES = 120 * 2 ** 20;
/** Minimum memory of an asset in bytes. A library that exceeds the limit even at this size is not read at all. */
const LEAST_BYTES = 400;
/** Number of versions after which a library that was too large is tried again, because it may have shrunk. */
const RETRY_AFTER_VERSIONS = 1_000;
/** Number of assets read at once, which takes a few milliseconds. */
const PAGE = 500;
/** Above this number of changed assets, a full reload is cheaper. */
const MAX_TOUCHED = 20_000;
/** The `asset_id` in `media_touched` that means every asset. */
const EVERY = "";

/**
 * Loads the library and follows its changes. A change costs one read of the changed assets, which migration 0020 records
 * for each version, and one pass over the ordinals. While the library cannot be read, the last index stays.
 *
 * When the pictures exceed `maxBytes`, they are dropped from memory, results read them from the database, and
 * `onTooLarge` is called. Links to systems and options are always kept, because staff place them by hand.
 *
 * @throws the error of the first load.
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
 * Brings an index up to date. Large changes are read page by page, outside of a transaction, and assets that change
 * meanwhile are read again. The last {@linkcode PAGE} or fewer assets are read in one snapshot together with their version.
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
      const assets = await readStoredAssets(source, { ids, withPictures });
      draft = apply(draft, { touched: new Set(ids), assets });
      await endTurn();
    }
  }
}

/**
 * Reads the whole library, or only its links when it is too large. Changes committed after `version` may be included or
 * not, so the caller reads them again.
 */
async function loadAll(loading: Loading, version: number): Promise<IndexedMedia> {
  const { source, maxBytes } = loading;
  const count = await countRows(source.db.selectFrom("media_library"));
  const nothing = { version, links: noLinks(), meanings: toMeanings([]), triesAgainAt: Infinity };
  let draft: IndexedMedia = { ...nothing, pictures: noPictures() };
  if (count * LEAST_BYTES > maxBytes) draft = tooLarge(loading, draft, count);
  const none = new Set<string>();
  for (let after = "";;) {
    const withPictures = draft.pictures !== null;
    const ids = await readIds(source, { after, limit: PAGE, withPictures });
    const last = ids.at(-1);
    if (last === undefined) return draft;
    const assets = await readStoredAssets(source, { ids, withPictures });
    draft = bounded(loading, apply(draft, { touched: none, assets }), count);
    after = last;
    await endTurn();
  }
}

type Step =
  /** The record of changes is incomplete, or too much has changed: reload everything. */
  | { readonly kind: "lost" }
  /** More changed assets than one page. */
  | { readonly kind: "many"; readonly version: number; readonly touched: readonly string[] }
  /** At most one page of changed assets, already read. */
  | {
    readonly kind: "last";
    readonly version: number;
    readonly touched: readonly string[];
    readonly assets: StoredAssets;
    readonly lists: Lists;
  };

/** Reads in one snapshot what has changed since the version of `draft`. */
async function readStep({ db, playerUrl }: MediaSource, draft: IndexedMedia): Promise<Step> {
  return await transact(db, async (trx): Promise<Step> => {
    const source = { db: trx, playerUrl };
    const version = await readVersion(source);
    const moves = await countRows(
      trx.selectFrom("media_moves").where("version", ">", draft.version),
    );
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
      assets: await readStoredAssets(source, {
        ids: touched,
        withPictures: draft.pictures !== null,
      }),
      lists: await readLists(source),
    };
  }, { isolation: "repeatable read", readOnly: true });
}

function apply(
  before: IndexedMedia,
  { touched, assets, lists }: {
    readonly touched: ReadonlySet<string>;
    readonly assets: StoredAssets;
    /** The previous ones are kept when absent. */
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

/** Drops the pictures of an index when they exceed the memory limit. */
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

/** Reads the current version of the library. */
export async function readVersion({ db }: Pick<MediaSource, "db">): Promise<number> {
  const { version } = await db.selectFrom("media_version").select("version")
    .executeTakeFirstOrThrow();
  return version;
}
