import { type Kysely, sql } from "kysely";

/** Columns of `media_assets` that are visible to buyers; the reason of a failed import, for example, is not. */
const TOLD = [
  "title",
  "alt_text",
  "type",
  "original_hash",
  "width",
  "height",
  "placeholder",
  "focal_x",
  "focal_y",
  "video_id",
  "gallery_position",
  "shot_group_id",
];
const VERSIONED = [
  "media_links",
  "media_tags",
  "media_categories",
  "media_category_options",
  "system_galleries",
];

/**
 * Adds triggers that increment `media_version` once for every transaction that changes which pictures are shown or
 * where, and send the new version on the channel `media_changed`. As with `catalog_version` (0004), statements only
 * insert a note, and the version is incremented at the commit.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createTable("media_version")
    .addColumn("id", "boolean", (column) => column.primaryKey().defaultTo(true).check(sql`id`))
    .addColumn("version", "bigint", (column) => column.notNull())
    .execute();
  await sql`insert into media_version (version) values (1)`.execute(db);

  await db.schema.createTable("media_changes")
    .addColumn(
      "transaction_id",
      sql`xid8`,
      (column) => column.notNull().defaultTo(sql`pg_current_xact_id()`),
    )
    .execute();

  await sql`
    create function note_media_change() returns trigger
    language plpgsql set search_path from current as $$
    begin
      if not exists (
        select from media_changes where transaction_id = pg_current_xact_id()
      ) then
        insert into media_changes default values;
      end if;
      return null;
    end $$`.execute(db);
  await sql`
    create function move_media_version() returns trigger
    language plpgsql set search_path from current as $$
    declare
      moved bigint;
    begin
      delete from media_changes where transaction_id = pg_current_xact_id();
      if found then
        update media_version set version = version + 1 returning version into moved;
        perform pg_notify('media_changed', moved::text);
      end if;
      return null;
    end $$`.execute(db);
  await sql`
    create constraint trigger move_media_version
    after insert on media_changes deferrable initially deferred
    for each row execute function move_media_version()`.execute(db);

  for (const table of VERSIONED) {
    await sql`
      create trigger note_media_change
      after insert or update or delete or truncate on ${sql.table(table)}
      for each statement execute function note_media_change()`.execute(db);
  }
  await sql`
    create trigger note_media_change
    after insert or delete or truncate on media_assets
    for each statement execute function note_media_change()`.execute(db);
  const columnsOf = (row: string) => sql.join(TOLD.map((column) => sql.ref(`${row}.${column}`)));
  await sql`
    create trigger note_media_update after update on media_assets
    for each row when ((${columnsOf("old")}) is distinct from (${columnsOf("new")}))
    execute function note_media_change()`.execute(db);
}
