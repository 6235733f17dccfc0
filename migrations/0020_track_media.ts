import { type Kysely, sql } from "kysely";

/**
 * Columns of `media_assets` that are visible to buyers, including the remote URL, without which there is no picture.
 */
const TOLD = [
  "title",
  "alt_text",
  "type",
  "original_hash",
  "remote_url",
  "width",
  "height",
  "placeholder",
  "focal_x",
  "focal_y",
  "video_id",
  "gallery_position",
  "shot_group_id",
];
/** Number of recent versions whose changes are recorded. */
const KEPT_VERSIONS = 1_000;

/**
 * Records which assets each version of the media library changed, so that a process with the library in memory reloads
 * only those. `media_touched` lists the assets that a transaction changed (the empty id stands for all); `media_moves`
 * has the transaction of each recent version. Changes of the projects' gallery order and of the remote URL now also
 * increment the version.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTables(db);
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
          delete from media_moves where version <= moved - ${sql.lit(KEPT_VERSIONS)}
          returning transaction_id
        )
        delete from media_touched where transaction_id in (select transaction_id from forgotten);
        perform pg_notify('media_changed', moved::text);
      end if;
      return null;
    end $$`.execute(db);

  await sql`drop trigger note_media_update on media_assets`.execute(db);
  const columnsOf = (row: string) => sql.join(TOLD.map((column) => sql.ref(`${row}.${column}`)));
  await sql`
    create trigger note_media_update after update on media_assets
    for each row when ((${columnsOf("old")}) is distinct from (${columnsOf("new")}))
    execute function note_media_change()`.execute(db);

  const told = sql.join(TOLD.map((column) => sql.ref(column)));
  await touch(db, {
    table: "media_assets",
    on: ["insert", "update", "delete", "truncate"],
    assetsIn: (rows) => sql`select id as asset_id, ${told} from ${sql.table(rows)}`,
  });
  await touch(db, {
    table: "media_tags",
    on: ["insert", "update", "delete", "truncate"],
    // Only the gallery order of a project matters.
    assetsIn: (rows) =>
      sql`
        select asset_id, tag_type, tag_ref from ${sql.table(rows)}
        where state = 'live' and tag_type <> 'project'`,
  });
  await touch(db, {
    table: "media_links",
    on: ["insert", "update", "delete", "truncate"],
    assetsIn: (rows) =>
      sql`
        select asset_id, owner_type, owner_id, slot, position, is_primary from ${sql.table(rows)}
        where owner_type <> 'page'`,
  });
  // Only the gallery order, because the other columns derive from rows that are tracked above.
  await touch(db, {
    table: "media_library",
    on: ["update"],
    assetsIn: (rows) => sql`select asset_id, gallery_order from ${sql.table(rows)}`,
    note: true,
  });
}

async function createTables(db: Kysely<unknown>): Promise<void> {
  await db.schema.createTable("media_moves")
    .addColumn("version", "bigint", (column) => column.primaryKey())
    .addColumn("transaction_id", sql`xid8`, (column) => column.notNull())
    .execute();
  await db.schema.createTable("media_touched")
    .addColumn(
      "transaction_id",
      sql`xid8`,
      (column) => column.notNull().defaultTo(sql`pg_current_xact_id()`),
    )
    .addColumn("asset_id", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("media_touched_pkey", ["transaction_id", "asset_id"])
    .execute();
}

interface Touching {
  readonly table: string;
  readonly on: readonly ("insert" | "update" | "delete" | "truncate")[];
  /** Expression of the relevant data of the rows, by asset. */
  readonly assetsIn: (rows: "old_rows" | "new_rows") => ReturnType<typeof sql>;
  /** Whether the trigger must increment the version, because no other trigger does. */
  readonly note?: boolean;
}

async function touch(
  db: Kysely<unknown>,
  { table, on, assetsIn, note = false }: Touching,
): Promise<void> {
  const [before, after] = [assetsIn("old_rows"), assetsIn("new_rows")];
  const kinds = {
    insert: { referencing: "referencing new table as new_rows", changed: after },
    update: {
      referencing: "referencing old table as old_rows new table as new_rows",
      changed: sql`(${before} except ${after}) union all (${after} except ${before})`,
    },
    delete: { referencing: "referencing old table as old_rows", changed: before },
    truncate: { referencing: "", changed: sql`select '' as asset_id` },
  };
  for (const event of on) {
    const { referencing, changed } = kinds[event];
    const name = sql.id(`touch_${table}_on_${event}`);
    const noted = note
      ? sql`
        if found and not exists (
          select from media_changes where transaction_id = pg_current_xact_id()
        ) then
          insert into media_changes default values;
        end if;`
      : sql``;
    await sql`
      create function ${name}() returns trigger
      language plpgsql set search_path from current as $$
      begin
        insert into media_touched (asset_id)
        select distinct asset_id from (${changed}) as changed on conflict do nothing;
        ${noted}
        return null;
      end $$`.execute(db);
    await sql`
      create trigger ${sql.id(`touch_media_on_${event}`)} after ${sql.raw(event)}
      on ${sql.table(table)} ${sql.raw(referencing)}
      for each statement execute function ${name}()`.execute(db);
  }
}
