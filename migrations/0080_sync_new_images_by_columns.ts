import { type Kysely, sql } from "kysely";

/** Reduces the cost of new images in a sync: plans and stores them by the hundred, in columns (spec §4.11). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await stageByColumns(db);
  await decideOfListed(db);
  await noteListed(db);
}

/** Turns compression off for texts that are written once, read once or twice, and then deleted. */
async function unpacked(db: Kysely<unknown>, table: string, columns: readonly string[]) {
  for (const column of columns) {
    await sql`
      alter table ${sql.table(table)} alter column ${sql.ref(column)} set storage external`
      .execute(db);
  }
}

/**
 * Stores planned new images as columns of CMS values, from which the database inserts them without parsing JSON again.
 * Each batch has the number of a `sync_batches` row with an empty list, so that the previous release finds no changes
 * to write there.
 */
async function stageByColumns(db: Kysely<unknown>): Promise<void> {
  await db.schema.createTable("sync_new_images")
    .addColumn("run_id", "text", (column) => column.notNull())
    .addColumn("seq", "integer", (column) => column.notNull())
    .addColumn("count", "integer", (column) => column.notNull())
    .addColumn("source_ref", sql`text[]`, (column) => column.notNull())
    .addColumn("filename", sql`text[]`, (column) => column.notNull())
    .addColumn("title", sql`text[]`, (column) => column.notNull())
    .addColumn("alt_text", sql`text[]`, (column) => column.notNull())
    .addColumn("width", sql`integer[]`, (column) => column.notNull())
    .addColumn("height", sql`integer[]`, (column) => column.notNull())
    .addColumn("remote_url", sql`text[]`, (column) => column.notNull())
    .addColumn("video_id", sql`text[]`, (column) => column.notNull())
    // The uuids of each picture, separated by commas; null for none.
    .addColumn("projects", sql`text[]`, (column) => column.notNull())
    .addColumn("products", sql`text[]`, (column) => column.notNull())
    // The keys of each picture's tags, as the plan shows them, separated by commas.
    .addColumn("shows", sql`text[]`, (column) => column.notNull())
    .addPrimaryKeyConstraint("sync_new_images_pkey", ["run_id", "seq"])
    .execute();
  await unpacked(db, "sync_new_images", [
    ...["source_ref", "filename", "title", "alt_text", "remote_url", "video_id"],
    ...["width", "height", "projects", "products", "shows"],
  ]);
  for (
    const [event, body, referencing] of [
      [
        "delete",
        sql`
          delete from sync_new_images where (run_id, seq) in (select run_id, seq from old_rows);`,
        sql`referencing old table as old_rows`,
      ],
      ["truncate", sql`truncate sync_new_images;`, sql``],
    ] as const
  ) {
    const name = sql.id(`clear_sync_new_images_on_${event}`);
    await sql`
      create function ${name}() returns trigger
      language plpgsql set search_path from current as $$
      begin ${body} return null; end $$`.execute(db);
    await sql`
      create trigger ${name} after ${sql.raw(event)} on sync_batches
      ${referencing} for each statement execute function ${name}()`.execute(db);
  }
}

/**
 * For an image inserted with its tags, the tags exist before its library row, and the row is written from them. The old
 * code searched all rows of the library for it and so became slower as the library grew.
 */
async function decideOfListed(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function list_media_tags(ids text[]) returns void
    language plpgsql set search_path from current set enable_seqscan to off set jit to off as $$
    declare
      listed_ids text[] := array(
        select asset_id from media_library where asset_id = any(ids)
        order by asset_id for no key update
      );
    begin
      if cardinality(listed_ids) = 0 then
        return;
      end if;
      update media_library as listed
      set (untagged, unreviewed, gallery_order) =
        (select found.untagged, found.unreviewed, found.gallery_order)
      from unnest(listed_ids) as changed (asset_id)
      cross join lateral (
        select
          count(*) filter (where tag.state = 'live' and tag_type <> 'project') = 0 as untagged,
          count(*) filter (where tag.state = 'proposed' and tag_type <> 'project') > 0
            as unreviewed,
          min(case when tag.state = 'live' and tag_type = 'project' then
            (select gallery_order from cms_projects where uuid = tag_ref)
          end) as gallery_order
        from media_tags as tag where tag.asset_id = changed.asset_id
      ) as found
      where listed.asset_id = changed.asset_id
        and (listed.untagged, listed.unreviewed, listed.gallery_order)
          is distinct from (found.untagged, found.unreviewed, found.gallery_order);
    end $$`.execute(db);
}

/** An asset without a library row is noted when that row is inserted. */
async function noteListed(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function follow_media_tags_on_insert() returns trigger
    language plpgsql set search_path from current set enable_seqscan to off as $$
    begin
      perform touch_media_list(array_agg(asset_id)) from media_library
      where asset_id = any(array(select distinct asset_id from new_rows)) having count(*) > 0;
      return null;
    end $$`.execute(db);
}
