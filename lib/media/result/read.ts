/** Reads what a result needs from the library, in queries with small results whatever its size (spec §2.1, §8). */
import { type ExpressionBuilder, type Kysely, sql } from "kysely";
import { anyOf, type Database } from "@/lib/db/mod.ts";
import type { Gallery, GalleryItem, MediaItem } from "../schema.ts";
import { SHOWN_COLUMNS, toGalleryItem, toMediaItem } from "../view.ts";
import { primaryOf, toGallery } from "./gallery.ts";
import { AXIS_SETS } from "./marks.ts";
import { AXES, type Category, type WantedTag } from "./match.ts";

/** The columns of an asset that are shown, qualified with its alias. */
export const SHOWN = SHOWN_COLUMNS.map((column) => `asset.${column}` as const);

/** The database to read and the base URL of the video player. */
export interface MediaSource {
  readonly db: Kysely<Database>;
  readonly playerUrl: string;
}

/** Reads the primary picture of each system, by system id. Systems without one are left out (spec §2.1). */
export async function readPrimaries(
  { db, playerUrl }: MediaSource,
): Promise<Map<string, GalleryItem>> {
  const rows = await galleryRows(db).where("asset.type", "=", "image").execute();
  const primaries = new Map<string, GalleryItem>();
  for (const [systemId, shown] of Map.groupBy(rows, (row) => row.owner_id)) {
    const primary = primaryOf(shown.map((row) => toGalleryItem(row, playerUrl)));
    if (primary !== null) primaries.set(systemId, primary);
  }
  return primaries;
}

/** Reads the gallery of a system; null when it is empty (spec §2.1). */
export async function readGallery(
  { db, playerUrl }: MediaSource,
  systemId: string,
): Promise<Gallery | null> {
  const rows = await galleryRows(db).where("link.owner_id", "=", systemId).execute();
  const setting = await db.selectFrom("system_galleries").select("display_mode")
    .where("system_id", "=", systemId).executeTakeFirst();
  return toGallery(
    rows.map((row) => toGalleryItem(row, playerUrl)),
    setting?.display_mode ?? null,
  );
}

function galleryRows(db: Kysely<Database>) {
  return db.selectFrom("media_links as link")
    .innerJoin("media_assets as asset", "asset.id", "link.asset_id")
    .select([...SHOWN, "link.owner_id", "link.position", "link.is_primary as isPrimary"])
    .where("link.owner_type", "=", "system")
    .where("link.slot", "=", "gallery")
    .where(hasPicture);
}

/** Reads the categories that are not retired and that at least one option maps to, in the vocabulary's order. */
export async function readCategories({ db }: MediaSource): Promise<Category[]> {
  return await db.selectFrom("media_categories as category")
    .innerJoin("media_category_options as meaning", "meaning.category_id", "category.id")
    .select(["category.id", "category.axis", "category.name"])
    .select(sql<string[]>`array_agg(meaning.option_id)`.as("optionIds"))
    .where("category.retired_at", "is", null)
    .groupBy("category.id")
    .orderBy("category.position").orderBy("category.id")
    .execute();
}

/** Reads the canonical pictures of options, by option id. Options without one are left out. */
export async function readOptionDefaults(
  { db, playerUrl }: MediaSource,
  optionIds: readonly string[],
): Promise<Map<string, MediaItem>> {
  if (optionIds.length === 0) return new Map();
  const rows = await db.selectFrom("media_links as link")
    .innerJoin("media_assets as asset", "asset.id", "link.asset_id")
    .select([...SHOWN, "link.owner_id"])
    .distinctOn("link.owner_id")
    .where("link.owner_type", "=", "option")
    .where("link.slot", "=", "default")
    .where("link.owner_id", "in", [...optionIds])
    .where("asset.type", "=", "image")
    .where(hasPicture)
    .orderBy("link.owner_id")
    .orderBy("link.is_primary", "desc")
    .orderBy("link.position")
    .orderBy(sql`asset.id collate "C"`)
    .execute();
  return new Map(rows.map((row) => [row.owner_id, toMediaItem(row, playerUrl)]));
}

/** One ranking of pictures by their tags. */
export interface Purpose {
  /** `suits` ranks by score and keeps one picture of each shot group; `illustrates` ranks by tier, then score. */
  readonly kind: "suits" | "illustrates";
  readonly wanted: readonly WantedTag[];
  /** How many of the best pictures to read. */
  readonly limit: number;
}

const SCORES = AXIS_SETS.map(({ score }) => score);
const TIERS = AXIS_SETS.map(({ tier }) => ["exact", "system", "context"].indexOf(tier));

/**
 * Finds the ids of the best images for each purpose. A choice among them has the same outcome as a choice among the whole
 * library without the images that show only hidden systems. The database ranks them, so that a large library costs no
 * more memory than a small one.
 */
export async function findCandidates(
  { db }: Pick<MediaSource, "db">,
  purposes: readonly Purpose[],
  hiddenSystemIds: readonly string[],
): Promise<string[]> {
  const tags = purposes.flatMap(({ wanted }, purpose) =>
    wanted.map(({ axis, ref }) => ({ purpose, axis, ref, bit: 1 << AXES.indexOf(axis) }))
  );
  const { rows } = await sql<{ asset_id: string }>`
    with wanted as (
      select * from unnest(
        ${tags.map(({ purpose }) => purpose)}::integer[], ${tags.map(({ axis }) => axis)}::text[],
        ${tags.map(({ ref }) => ref)}::text[], ${tags.map(({ bit }) => bit)}::integer[]
      ) as wanted (purpose, tag_type, tag_ref, bit)
    ), chosen as (
      select * from unnest(
        ${purposes.map((_, purpose) => purpose)}::integer[],
        ${purposes.map(({ kind }) => kind === "suits")}::boolean[],
        ${purposes.map(({ limit }) => limit)}::integer[]
      ) as chosen (purpose, suits, most)
    ), hidden as (
      -- Looked up by tag, because most libraries have few images of hidden systems.
      select asset_id from media_tags as one
      where tag_type = 'system' and state = 'live' and tag_ref = ${anyOf(hiddenSystemIds)}
        and not exists (
          select from media_tags as other
          where other.asset_id = one.asset_id and tag_type = 'system' and state = 'live'
            and tag_ref <> all(${[...hiddenSystemIds]}::text[])
        )
    ), matched as (
      select purpose, asset_id, bit_or(bit) as axes
      from wanted join media_tags using (tag_type, tag_ref)
      where state = 'live'
      group by purpose, asset_id
    ), scored as (
      select purpose, asset_id, most, shot_group_id, asset.gallery_position,
        suits and shot_group_id is not null as of_group,
        case when suits then 0 else (${TIERS}::integer[])[axes + 1] end as tier,
        (${SCORES}::integer[])[axes + 1] as score
      from matched join chosen using (purpose) join (
        -- Scan the whole table, because an index look-up for each of many assets takes longer.
        select id, shot_group_id, gallery_position from media_assets
        where type = 'image' and (original_hash is not null or remote_url is not null)
        offset 0
      ) as asset on asset.id = asset_id
      where asset_id not in (select asset_id from hidden)
    ), classes as (
      -- Count the images certain to come before each score: a score behind enough others needs no sorting.
      select purpose, tier, score, sum(count(*) filter (where not of_group)) over (
          partition by purpose order by tier, score desc
          rows between unbounded preceding and 1 preceding
        ) as before
      from scored group by purpose, tier, score
    ), ranked as (
      select purpose, asset_id, most, row_number() over (
          partition by purpose, of_group, case when of_group then shot_group_id else asset_id end
          order by score desc, gallery_order, gallery_position, asset_id collate "C"
        ) as place_in_group,
        tier, score, gallery_order, gallery_position
      from scored join classes using (purpose, tier, score)
        join (select asset_id, gallery_order from media_library) as listed using (asset_id)
      where before is null or before < most
    ), placed as (
      select asset_id, most, row_number() over (
          partition by purpose
          order by tier, score desc, gallery_order, gallery_position, asset_id collate "C"
        ) as place
      from ranked where place_in_group = 1
    )
    select distinct asset_id from placed where place <= most`.execute(db);
  return rows.map((row) => row.asset_id);
}

/** Condition that an asset has a picture to show: its original is stored, or it has a remote URL to fetch it from. */
export function hasPicture(
  eb: ExpressionBuilder<{ asset: Database["media_assets"] }, "asset">,
): ReturnType<typeof eb.or> {
  return eb.or([eb("asset.original_hash", "is not", null), eb("asset.remote_url", "is not", null)]);
}
