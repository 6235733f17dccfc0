/** The words and pictures of buyer pages, kept in memory and up to date with what staff change. */
import type { Kysely } from "kysely";
import { type Database, type DatabaseHandle, follow, type Followed } from "../db/mod.ts";
import { type MediaItem, SHOWN_COLUMNS, toMediaItem } from "../media/mod.ts";
import { type FieldOf, findPage, type PageId, type SlotOf } from "./definitions.ts";

/** Channel that the triggers announce a new version on, of pages as of pictures. */
const CHANNEL = "media_changed";

/** The words and pictures of every page, as of one moment. */
export interface PageCopy {
  /** What staff have written, or the standard text. */
  text<P extends PageId>(page: P, field: FieldOf<P>): string;
  /** What stands in a slot; null where it is empty. */
  picture<P extends PageId>(page: P, slot: SlotOf<P>): MediaItem | null;
}

/**
 * Reads what staff have made of the pages, and follows it. While it cannot be read, the last copy stays.
 *
 * @throws what keeps it from being read first.
 */
export async function openPages(options: {
  readonly database: Pick<DatabaseHandle, "db" | "listen">;
  /** Address of the video host's player. */
  readonly playerUrl: string;
  /** How long a change can go unnoticed when its notification is lost. */
  readonly pollMs?: number;
  /** Told once about each distinct reason why the pages cannot be followed, until they can again. */
  readonly onError: (error: unknown) => void;
}): Promise<Followed<PageCopy>> {
  const { database: { db }, playerUrl } = options;
  let known = -1;
  return await follow<PageCopy>({
    ...options,
    channel: CHANNEL,
    subject: "the pages",
    async load(copy) {
      // The version comes first: what changes in between is read once too often, never once too few.
      const { version } = await db.selectFrom("media_version").select("version")
        .executeTakeFirstOrThrow();
      if (copy !== null && known === version) return copy;
      const read = await readCopy(db, playerUrl);
      known = version;
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
