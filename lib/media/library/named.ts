/** Reads assets by id, such as those that a form names. */
import type { Kysely } from "kysely";
import { anyOf, countRows, type Database } from "@/lib/db/mod.ts";
import type { LibraryItem, MediaItem } from "../schema.ts";
import { SHOWN_COLUMNS, toMediaItem } from "../view.ts";

/** An asset as pages show it, with its file name. */
export type NamedAsset = MediaItem & Pick<LibraryItem, "filename">;

/**
 * Counts the assets that come from the CMS. The next sync creates those again if they are deleted only here (spec
 * §4.11).
 */
export async function countFromCms(
  db: Kysely<Database>,
  ids: readonly string[],
): Promise<number> {
  return await countRows(
    db.selectFrom("media_assets").where("id", "=", anyOf(ids)).where("source", "=", "cms"),
  );
}

/**
 * Reads assets in the order of `ids`; unknown ids are left out.
 *
 * @param playerUrl URL of the video host's player.
 */
export async function findNamedAssets(
  db: Kysely<Database>,
  ids: readonly string[],
  playerUrl: string,
): Promise<NamedAsset[]> {
  if (ids.length === 0) return [];
  const rows = await db.selectFrom("media_assets").select([...SHOWN_COLUMNS, "filename"])
    .where("id", "=", anyOf(ids)).execute();
  const assets = new Map(
    rows.map((
      { filename, ...shown },
    ) => [shown.id, { ...toMediaItem(shown, playerUrl), filename }]),
  );
  return ids.flatMap((id) => assets.get(id) ?? []);
}
