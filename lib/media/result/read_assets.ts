/** Reads the parts of the library that are kept in memory (spec §2.1). */
import { sql } from "kysely";
import { anyOf } from "@/lib/db/mod.ts";
import type { SelectionAxis } from "../schema.ts";
import { toGalleryItem, toMediaItem } from "../view.ts";
import type { DisplayModes, StoredLink } from "./links.ts";
import type { Category } from "./match.ts";
import type { StoredPicture } from "./pictures.ts";
import { hasPicture, type MediaSource, readCategories, SHOWN } from "./read.ts";

/** The images and links of some assets. */
export interface StoredAssets {
  readonly pictures: readonly StoredPicture[];
  readonly links: readonly StoredLink[];
}

/** Reads assets by id. Assets that do not exist or have no picture are left out. */
export async function readStoredAssets(
  source: MediaSource,
  { ids, withPictures }: { readonly ids: readonly string[]; readonly withPictures: boolean },
): Promise<StoredAssets> {
  if (ids.length === 0) return { pictures: [], links: [] };
  return {
    pictures: withPictures ? await readPictures(source, ids) : [],
    links: await readLinks(source, ids),
  };
}

/** Reads images by id. Videos, and assets without a picture, are left out. */
export async function readPictures(
  { db, playerUrl }: MediaSource,
  ids: readonly string[],
): Promise<StoredPicture[]> {
  const rows = await db.selectFrom("media_assets as asset")
    .innerJoin("media_library as listed", "listed.asset_id", "asset.id")
    .select([...SHOWN, "asset.shot_group_id", "listed.gallery_order", "asset.gallery_position"])
    .where(sql<boolean>`asset.id = ${anyOf(ids)}`)
    .where("asset.type", "=", "image")
    .where(hasPicture)
    .execute();
  // One row per tag, because a few tags cover most assets. Ids contain no blanks, so a blank can separate them.
  const { rows: tags } = await sql<{ axis: SelectionAxis; ref: string; ids: string }>`
    select tag_type as axis, tag_ref as ref, string_agg(asset_id, ' ') as ids from media_tags
    where asset_id = ${anyOf(ids)} and state = 'live' and tag_type <> 'project'
    group by tag_type, tag_ref`.execute(db);
  const tagsById = new Map<string, { axis: SelectionAxis; ref: string }[]>();
  for (const { id } of rows) tagsById.set(id, []);
  for (const { axis, ref, ids } of tags) {
    const tag = { axis, ref };
    for (const id of ids.split(" ")) tagsById.get(id)?.push(tag);
  }
  return rows.map((row) => ({
    item: Object.freeze(toMediaItem(row, playerUrl)),
    shotGroupId: row.shot_group_id,
    galleryOrder: row.gallery_order,
    galleryPosition: row.gallery_position,
    tags: tagsById.get(row.id) ?? [],
  }));
}

async function readLinks(
  { db, playerUrl }: MediaSource,
  ids: readonly string[],
): Promise<StoredLink[]> {
  const rows = await db.selectFrom("media_links as link")
    .innerJoin("media_assets as asset", "asset.id", "link.asset_id")
    .select([...SHOWN, "link.owner_type", "link.owner_id", "link.position"])
    .select("link.is_primary as isPrimary")
    .where(sql<boolean>`link.asset_id = ${anyOf(ids)}`)
    .where((eb) =>
      eb.or([
        eb.and([eb("link.owner_type", "=", "system"), eb("link.slot", "=", "gallery")]),
        eb.and([eb("link.owner_type", "=", "option"), eb("link.slot", "=", "default")]),
      ])
    )
    .where(hasPicture)
    .execute();
  return rows.flatMap((row): StoredLink[] =>
    row.owner_type === "page" ? [] : [{
      owner: row.owner_type,
      ownerId: row.owner_id,
      item: Object.freeze(toGalleryItem(row, playerUrl)),
    }]
  );
}

/** Lists small enough to be read again for every version. */
export interface Lists {
  readonly categories: readonly Category[];
  readonly displayModes: DisplayModes;
}

/** Reads the categories in use and the display modes of galleries. */
export async function readLists(source: MediaSource): Promise<Lists> {
  const categories = await readCategories(source);
  const settings = await source.db.selectFrom("system_galleries")
    .select(["system_id", "display_mode"]).execute();
  return {
    categories,
    displayModes: new Map(settings.map((row) => [row.system_id, row.display_mode])),
  };
}

/**
 * Reads the next page of asset ids, ascending: of all assets, or without `withPictures` only of those linked to systems
 * or options.
 */
export async function readIds(
  { db }: MediaSource,
  { after, limit, withPictures }: {
    readonly after: string;
    readonly limit: number;
    readonly withPictures: boolean;
  },
): Promise<string[]> {
  const rows = withPictures
    ? await db.selectFrom("media_library").select("asset_id")
      .where("asset_id", ">", after).orderBy("asset_id").limit(limit).execute()
    : await db.selectFrom("media_links").select("asset_id").distinct()
      .where("owner_type", "!=", "page")
      .where("asset_id", ">", after).orderBy("asset_id").limit(limit).execute();
  return rows.map(({ asset_id }) => asset_id);
}
