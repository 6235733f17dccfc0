/** The content of buyer pages, cached in memory and updated when staff change it. */
import type { Kysely } from "kysely";
import { type Database, follow, type Followed, type FollowerOptions } from "../db/mod.ts";
import { type MediaItem, SHOWN_COLUMNS, toMediaItem } from "../media/mod.ts";
import { type FieldOf, findPage, type PageId, type SlotOf } from "./definitions.ts";

/** Notification channel of page changes and media changes. */
const CHANNEL = "media_changed";

/** The content of all pages at one moment. */
export interface PageCopy {
  /** Returns the text of a field: the changed one, or the default. */
  text<P extends PageId>(page: P, field: FieldOf<P>): string;
  /** Returns the picture in a slot; null when it is empty. */
  picture<P extends PageId>(page: P, slot: SlotOf<P>): MediaItem | null;
}

interface PagesOptions extends FollowerOptions {
  /** URL of the video host's player. */
  readonly playerUrl: string;
}

/**
 * Loads the pages and keeps them up to date. While they cannot be read, the last copy stays in effect.
 *
 * @throws when the first read fails.
 */
export async function openPages(options: PagesOptions): Promise<Followed<PageCopy>> {
  const { database: { db }, playerUrl } = options;
  // By copy, because the copy of a load that took too long is discarded, and its version must be too.
  const versions = new WeakMap<PageCopy, number>();
  return await follow<PageCopy>({
    ...options,
    channel: CHANNEL,
    subject: "the pages",
    async load(copy) {
      // The version is read first, so that a change in between causes one extra read rather than a missed one.
      const { version } = await db.selectFrom("media_version").select("version")
        .executeTakeFirstOrThrow();
      if (copy !== null && versions.get(copy) === version) return copy;
      const read = await readCopy(db, playerUrl);
      versions.set(read, version);
      return read;
    },
  });
}

async function readCopy(db: Kysely<Database>, playerUrl: string): Promise<PageCopy> {
  const rows = await db.selectFrom("pages").select(["id", "texts"]).execute();
  const links = await db.selectFrom("media_links as link")
    .innerJoin("media_assets as asset", "asset.id", "link.asset_id")
    .select(["link.owner_id", "link.slot"])
    .select(SHOWN_COLUMNS.map((column) => `asset.${column}` as const))
    .where("link.owner_type", "=", "page")
    .orderBy("link.position", "desc").orderBy("link.asset_id", "desc").execute();
  const texts = new Map(rows.map(({ id, texts }) => [id, texts]));
  const pictures = new Map(
    links.map((link) => [`${link.owner_id} ${link.slot}`, toMediaItem(link, playerUrl)]),
  );
  return {
    text: (page, field) =>
      texts.get(page)?.[field] ?? findPage(page)?.fields[field]?.standard ?? "",
    picture: (page, slot) => pictures.get(`${page} ${slot}`) ?? null,
  };
}
