import { type Kysely, sql } from "kysely";

/** What a new picture of a sync costs: it is planned, stored and noted by the hundred (spec §4.11). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await stageByColumns(db);
  await noteByStatement(db);
  await noteListByStatement(db);
  await decideOfListed(db);
}

/** Texts that are written once, read once or twice, and deleted are not worth packing. */
async function unpacked(db: Kysely<unknown>, table: string, columns: readonly string[]) {
  for (const column of columns) {
    await sql`
      alter table ${sql.table(table)} alter column ${sql.ref(column)} set storage external`
      .execute(db);
  }
}

/**
 * Planned pictures that are new, a column each of what the CMS says: the database writes them from here, and nothing
 * of them has to be taken apart again. Their numbers are those of a row of `sync_batches` whose list is empty, so the
 * release before sees that it has no changes to write there.
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
    // Of each picture its uuids, between commas; null for none.
    .addColumn("projects", sql`text[]`, (column) => column.notNull())
    .addColumn("products", sql`text[]`, (column) => column.notNull())
    // What a plan says that it shows, between commas.
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

/** What of a row says to buyers which assets changed, by table. */
const TOLD: readonly (readonly [table: string, rows: (rows: string) => string])[] = [
  [
    "media_assets",
    (rows) =>
      `select id as asset_id, title, alt_text, type, original_hash, remote_url, width, height,
        placeholder, focal_x, focal_y, video_id, gallery_position, shot_group_id from ${rows}`,
  ],
  [
    "media_tags",
    (rows) =>
      `select asset_id, tag_type, tag_ref from ${rows}
        where state = 'live' and tag_type <> 'project'`,
  ],
  [
    "media_links",
    (rows) =>
      `select asset_id, owner_type, owner_id, slot, position, is_primary from ${rows}
        where owner_type <> 'page'`,
  ],
];

/** A statement leaves one note of all assets that it touched; a row for each cost as much as a row of the library. */
async function noteByStatement(db: Kysely<unknown>): Promise<void> {
  await db.schema.createTable("media_notes")
    .addColumn(
      "transaction_id",
      sql`xid8`,
      (column) => column.notNull().defaultTo(sql`pg_current_xact_id()`),
    )
    .addColumn("asset_ids", sql`text[]`, (column) => column.notNull())
    .execute();
  await unpacked(db, "media_notes", ["asset_ids"]);
  await db.schema.createIndex("media_notes_transaction_idx")
    .on("media_notes").column("transaction_id").execute();
  await sql`
    insert into media_notes (transaction_id, asset_ids)
    select transaction_id, array_agg(asset_id) from media_touched group by transaction_id`
    .execute(db);
  await sql`drop table media_touched`.execute(db);
  // By the name and the columns by which readers know it.
  await sql`
    create view media_touched as
    select transaction_id, unnest(asset_ids) as asset_id from media_notes`.execute(db);
  await sql`
    create or replace function move_media_version() returns trigger
    language plpgsql set search_path from current as $$
    declare
      moved bigint;
    begin
      delete from media_changes where transaction_id = pg_current_xact_id();
      if found then
        update media_version set version = version + 1 returning version into moved;
        insert into media_moves (version, transaction_id) values (moved, pg_current_xact_id());
        with forgotten as (
          delete from media_moves where version <= moved - 1000
          returning transaction_id
        )
        delete from media_notes where transaction_id in (select transaction_id from forgotten);
        perform pg_notify('media_changed', moved::text);
      end if;
      return null;
    end $$`.execute(db);
  for (const [table, rowsIn] of TOLD) {
    const [before, after] = [rowsIn("old_rows"), rowsIn("new_rows")];
    await noteFrom(db, `touch_${table}_on_insert`, after);
    await noteFrom(db, `touch_${table}_on_delete`, before);
    await noteFrom(
      db,
      `touch_${table}_on_update`,
      `(${before} except ${after}) union all (${after} except ${before})`,
    );
    await noteFrom(db, `touch_${table}_on_truncate`, "select '' as asset_id");
  }
  const order = (rows: string) => `select asset_id, gallery_order from ${rows}`;
  await noteFrom(
    db,
    "touch_media_library_on_update",
    `(${order("old_rows")} except ${order("new_rows")})
      union all (${order("new_rows")} except ${order("old_rows")})`,
    `if found and not exists (
      select from media_changes where transaction_id = pg_current_xact_id()
    ) then
      insert into media_changes default values;
    end if;`,
  );
}

async function noteFrom(
  db: Kysely<unknown>,
  name: string,
  changed: string,
  noted = "",
): Promise<void> {
  await sql`
    create or replace function ${sql.id(name)}() returns trigger
    language plpgsql set search_path from current as $$
    begin
      insert into media_notes (asset_ids)
      select array_agg(asset_id) from (
        select distinct asset_id from (${sql.raw(changed)}) as changed
      ) as touched having count(*) > 0;
      ${sql.raw(noted)}
      return null;
    end $$`.execute(db);
}

/**
 * What comes into the lists of the library is noted by the statement as well; an asset comes once, so there are never more notes
 * than there were assets. What changes in them keeps its row for each asset.
 */
async function noteListByStatement(db: Kysely<unknown>): Promise<void> {
  await sql`alter table media_list_touched rename to media_list_changed`.execute(db);
  await db.schema.createTable("media_list_added")
    .addColumn(
      "transaction_id",
      sql`xid8`,
      (column) => column.notNull().defaultTo(sql`pg_current_xact_id()`),
    )
    .addColumn("asset_ids", sql`text[]`, (column) => column.notNull())
    .execute();
  await unpacked(db, "media_list_added", ["asset_ids"]);
  await db.schema.createIndex("media_list_added_transaction_idx")
    .on("media_list_added").column("transaction_id").execute();
  await sql`
    create view media_list_touched as
    select asset_id, transaction_id from media_list_changed
    union all
    select unnest(asset_ids) collate "C", transaction_id from media_list_added`.execute(db);
  await sql`
    create or replace function touch_media_list(ids text[]) returns void
    language plpgsql set search_path from current set enable_seqscan to off as $$
    begin
      insert into media_list_changed (asset_id, transaction_id)
      select id, pg_current_xact_id() from (select distinct unnest(ids) as id) as touched
      where not exists (
        select from media_list_changed as noted
        where noted.asset_id = touched.id collate "C"
          and noted.transaction_id = pg_current_xact_id()
      )
      order by id collate "C"
      on conflict (asset_id) do update set transaction_id = excluded.transaction_id
      where media_list_changed.transaction_id <> excluded.transaction_id;
    end $$`.execute(db);
  await sql`
    create or replace function follow_media_library_on_insert() returns trigger
    language plpgsql set search_path from current as $$
    begin
      insert into media_list_added (asset_ids)
      select array_agg(asset_id) from new_rows having count(*) > 0;
      return null;
    end $$`.execute(db);
  // An asset that is not in the library yet is noted when it comes there.
  await sql`
    create or replace function follow_media_tags_on_insert() returns trigger
    language plpgsql set search_path from current set enable_seqscan to off as $$
    begin
      perform touch_media_list(array_agg(asset_id)) from media_library
      where asset_id = any(array(select distinct asset_id from new_rows)) having count(*) > 0;
      return null;
    end $$`.execute(db);
}

/**
 * The tags of a picture that comes with them are there before its row of the library, which is written by them. Looked for
 * among all rows of the library, as many as it has, it took ever longer.
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
