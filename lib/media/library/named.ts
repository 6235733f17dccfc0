/** Assets that somebody has named, such as those of a form. */
import { type Kysely, sql } from "kysely";
import type { Database } from "../../db/mod.ts";
import type { LibraryItem, MediaItem } from "../schema.ts";
import { SHOWN_COLUMNS, toMediaItem } from "../view.ts";

/** An asset as it is shown and called. */
export type NamedAsset = MediaItem & Pick<LibraryItem, "filename">;

/** How many of some assets come from the CMS, whose sync brings back what is deleted here alone (spec §4.11). */
export async function countFromCms(
  db: Kysely<Database>,
  ids: readonly string[],
): Promise<number> {
  const { count } = await db.selectFrom("media_assets")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("id", "=", sql<string>`any(${ids}::text[])`).where("source", "=", "cms")
    .executeTakeFirstOrThrow();
  return count;
}

/**
 * Reads assets in the order in which they are named; those that are not there are left out.
 *
 * @param playerUrl address of the video host's player.
 */
export async function findNamedAssets(
  db: Kysely<Database>,
  ids: readonly string[],
  playerUrl: string,
): Promise<NamedAsset[]> {
  if (ids.length === 0) return [];
  const rows = await db.selectFrom("media_assets").select([...SHOWN_COLUMNS, "filename"])
    .where("id", "=", sql<string>`any(${ids}::text[])`).execute();
  const assets = new Map(
    rows.map((
      { filename, ...shown },
    ) => [shown.id, { ...toMediaItem(shown, playerUrl), filename }]),
  );
  return ids.flatMap((id) => assets.get(id) ?? []);
}
