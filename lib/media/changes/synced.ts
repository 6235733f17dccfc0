/** Reads and writes assets for the CMS sync (spec §4.11). */
import { type Kysely, type RawBuilder, sql, type Transaction } from "kysely";
import { anyOf, type Database, rowText, sqlDigestOfRows } from "@/lib/db/mod.ts";
import { waitForProjects } from "./asset.ts";
import { lockAssets } from "./links.ts";

/** A tag from the CMS. */
export interface SyncedTag {
  readonly type: "system" | "project";
  readonly ref: string;
}

/** The fields of a stored asset that the sync compares and writes. */
export interface SyncedImage {
  readonly id: string;
  /** Uuid of the CMS's media item. */
  readonly sourceRef: string;
  /** The sync leaves `manual` assets alone, even with a `sourceRef` of the CMS. */
  readonly source: "manual" | "cms";
  readonly title: string | null;
  readonly altText: string | null;
  /** The CMS's texts at the last write by the sync; a `title` or `altText` that differs was edited by staff. */
  readonly cmsTitle: string | null;
  readonly cmsAltText: string | null;
  readonly remoteUrl: string | null;
  readonly videoId: string | null;
  /**
   * Its live and rejected system and project tags, each as `<type> <ref>`, sorted. The sync does not add these again.
   */
  readonly settled: readonly string[];
}

/** An asset for the sync to insert or update. */
export interface SyncedImageWrite extends Omit<SyncedImage, "source" | "settled"> {
  readonly isNew: boolean;
  readonly filename: string;
  readonly width: number | null;
  readonly height: number | null;
  readonly remoteUrl: string;
  /** Tags to add. */
  readonly tags: readonly SyncedTag[];
}

/** Prefix of a synced asset's id; the CMS's uuid follows. */
export const NEW_ID = "cms-";

/** Reads the assets stored for some CMS uuids, as a map by uuid; a uuid without an asset is left out. */
export async function readSyncedImages(
  db: Kysely<Database>,
  sourceRefs: readonly string[],
): Promise<ReadonlyMap<string, SyncedImage>> {
  const { rows } = await sql<Omit<SyncedImage, "settled"> & { settled: string | null }>`
    select id, source, title, alt_text as "altText", cms_title as "cmsTitle",
      cms_alt_text as "cmsAltText", source_ref as "sourceRef", remote_url as "remoteUrl",
      video_id as "videoId", (
        select string_agg(tag_type || ' ' || tag_ref, ${BETWEEN})
        from media_tags
        where asset_id = media_assets.id and tag_type in ('system', 'project')
          and state <> 'proposed'
      ) as settled
    from media_assets where source_ref = ${anyOf(sourceRefs)}`.execute(db);
  return new Map(
    rows.map((row) => [
      row.sourceRef,
      { ...row, settled: row.settled?.split(BETWEEN).sort() ?? [] },
    ]),
  );
}

/** Separates tags in a digest; no system id and no uuid contains it. */
const BETWEEN = "\x01";

/** The fields that {@linkcode digestOfSyncedImages} covers. */
type SyncedImageFacts = Pick<
  SyncedImage,
  "sourceRef" | "title" | "altText" | "remoteUrl" | "videoId" | "settled"
>;

/** Formats an asset as the row text that {@linkcode digestOfSyncedImages} hashes in the database. */
export function syncedImageText(image: SyncedImageFacts): string {
  const { sourceRef, title, altText, remoteUrl, videoId, settled } = image;
  const tags = settled.length === 0 ? null : settled.join(BETWEEN);
  return rowText([sourceRef, title, altText, remoteUrl, videoId, tags]);
}

/**
 * Builds the SQL of a digest of the stored assets of some CMS uuids, ordered by uuid. Assets with the source `manual`
 * are left out.
 */
export function digestOfSyncedImages(sourceRefs: RawBuilder<string[]>): RawBuilder<string | null> {
  const facts = sql`source_ref, title, alt_text, remote_url, video_id, (
    select string_agg(tag_type || ' ' || tag_ref, ${BETWEEN}
      order by (tag_type || ' ' || tag_ref) collate "C")
    from media_tags
    where asset_id = media_assets.id and tag_type in ('system', 'project') and state <> 'proposed'
  )`;
  return sql`(
    select ${sqlDigestOfRows(facts, sql`source_ref`)} from media_assets
    where source_ref = any(${sourceRefs}) and source = 'cms')`;
}

/**
 * Reads the assets stored for some CMS uuids as {@linkcode readSyncedImages} does, after locking them ordered by id.
 */
export async function lockSyncedImages(
  trx: Transaction<Database>,
  sourceRefs: readonly string[],
): Promise<ReadonlyMap<string, SyncedImage>> {
  const rows = await trx.selectFrom("media_assets").select("id")
    .where("source_ref", "=", anyOf(sourceRefs)).execute();
  if (rows.length === 0) return new Map();
  await lockAssets(trx, rows.map(({ id }) => id));
  return await readSyncedImages(trx, sourceRefs);
}

/** Whether the CMS has a new file for an asset, so that the imported original is stale. */
const IS_REPLACED = sql`asset.remote_url <> new."remoteUrl"`;
/** The columns that describe the imported original, or the failed import. */
const OF_ORIGINAL = [
  "mime",
  "bytes",
  "original_hash",
  "upload_hash",
  "placeholder",
  "import_error",
  "import_failed_at",
] as const;

function clearIfReplaced(column: typeof OF_ORIGINAL[number]) {
  const name = sql.ref(column);
  return sql`${name} = case when ${IS_REPLACED} then null else asset.${name} end`;
}

/**
 * Inserts and updates assets with their tags. Deletes the original of an asset whose remote URL changed, so that it
 * is imported again on its next use. Adds tags or makes proposed ones live; live and rejected tags stay (spec §4.11:
 * additive). The stored assets must be locked.
 */
export async function writeSyncedImages(
  trx: Transaction<Database>,
  writes: readonly SyncedImageWrite[],
  at: Date,
): Promise<void> {
  const projects = writes.flatMap(({ tags }) =>
    tags.filter(({ type }) => type === "project").map(({ ref }) => ref)
  );
  await waitForProjects(trx, projects);
  const fresh = writes.filter(({ isNew }) => isNew);
  if (fresh.length > 0) {
    // One statement for assets and tags, so that the triggers write each row of `media_library` once.
    await sql`
      with asset as (
        insert into media_assets (id, filename, title, alt_text, cms_title, cms_alt_text, type,
          source, source_ref, width, height, remote_url, video_id, created_at)
        select id, filename, title, "altText", "cmsTitle", "cmsAltText", 'image', 'cms',
          "sourceRef", width, height, "remoteUrl", "videoId", ${at}
        from ${rowsOf(fresh)} order by id collate "C"
      )
      insert into media_tags (asset_id, tag_type, tag_ref, state, source)
      select asset_id, tag_type, tag_ref, 'live', 'cms' from ${tagsOf(fresh)}`.execute(trx);
  }
  const stored = writes.filter(({ isNew }) => !isNew);
  if (stored.length > 0) {
    await sql`
      delete from media_blobs as blob using media_assets as asset, ${rowsOf(stored)}
      where asset.id = new.id and blob.asset_id = asset.id and ${IS_REPLACED}`.execute(trx);
    await sql`
      update media_assets as asset set
        title = new.title, alt_text = new."altText",
        cms_title = coalesce(new."cmsTitle", asset.cms_title),
        cms_alt_text = coalesce(new."cmsAltText", asset.cms_alt_text),
        video_id = new."videoId", remote_url = new."remoteUrl",
        width = case when ${IS_REPLACED} then new.width else asset.width end,
        height = case when ${IS_REPLACED} then new.height else asset.height end,
        ${sql.join(OF_ORIGINAL.map(clearIfReplaced))}
      from ${rowsOf(stored)}
      where asset.id = new.id`.execute(trx);
  }
  if (stored.every(({ tags }) => tags.length === 0)) return;
  await sql`
    insert into media_tags as tag (asset_id, tag_type, tag_ref, state, source)
    select asset_id, tag_type, tag_ref, 'live', 'cms' from ${tagsOf(stored)}
    order by asset_id collate "C", tag_type, tag_ref collate "C"
    on conflict (asset_id, tag_type, tag_ref) do update
    set state = 'live', source = 'cms', confidence = null
    where tag.state = 'proposed'`.execute(trx);
}

/**
 * Inserts new assets, with their tags, from rows that the database has already. Writes nothing and returns false if
 * one of them is stored already or repeated.
 *
 * @param options `rows` is the SQL of a `from` item named `new`, with the columns `source_ref`, `filename`, `title`,
 * `alt_text`, `width`, `height`, `remote_url`, `video_id`, and `projects` and `products` (uuids separated by commas);
 * `at` is the time of creation.
 */
export async function writeNewImages(
  trx: Transaction<Database>,
  { rows, at }: { readonly rows: RawBuilder<unknown>; readonly at: Date },
): Promise<boolean> {
  const { rows: [found] } = await sql<{ known: boolean; repeated: boolean }>`
    select exists (
      select from media_assets where source_ref = any(array(select new.source_ref from ${rows}))
    ) as known,
    (select count(*) > count(distinct new.source_ref) from ${rows}) as repeated`.execute(trx);
  if (found?.known || found?.repeated) return false;
  await sql`
    select wait_for_projects(array(
      select distinct unnest(string_to_array(new.projects, ',')) from ${rows}))`.execute(trx);
  // One statement for assets and tags, so that the triggers write each row of `media_library` once.
  await sql`
    with new as materialized (
      select ${NEW_ID} || new.source_ref as id, new.* from ${rows}
    ), asset as (
      insert into media_assets (id, filename, title, alt_text, cms_title, cms_alt_text, type, source,
        source_ref, width, height, remote_url, video_id, created_at)
      select id, filename, title, alt_text, title, alt_text, 'image', 'cms', source_ref, width,
        height, remote_url, video_id, ${at}
      from new order by id collate "C"
    )
    insert into media_tags (asset_id, tag_type, tag_ref, state, source)
    select id, 'project', uuid, 'live', 'cms'
    from new cross join unnest(string_to_array(projects, ',')) as shown(uuid)
    where exists (select from cms_projects where cms_projects.uuid = shown.uuid)
    union all
    select id, 'system', system_id, 'live', 'cms'
    from new cross join unnest(string_to_array(products, ',')) as shown(uuid)
    join cms_product_systems as product on product.product_uuid = shown.uuid`.execute(trx);
  return true;
}

function rowsOf(writes: readonly SyncedImageWrite[]) {
  const rows = writes.map(({ tags: _, ...write }) => write);
  return sql`json_to_recordset(${JSON.stringify(rows)}::text::json) as new(
    id text, filename text, title text, "altText" text, "cmsTitle" text, "cmsAltText" text,
    width integer, height integer, "sourceRef" text, "remoteUrl" text, "videoId" text)`;
}

function tagsOf(writes: readonly SyncedImageWrite[]) {
  const rows = writes.flatMap(({ id, tags }) =>
    tags.map(({ type, ref }) => ({ asset_id: id, tag_type: type, tag_ref: ref }))
  );
  return sql`json_to_recordset(${JSON.stringify(rows)}::text::json)
    as new(asset_id text, tag_type text, tag_ref text)`;
}
