import { type Kysely, sql } from "kysely";

/** Creates settings that staff change at run time, with one row per subject. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createTable("app_settings")
    .addColumn(
      "id",
      "text",
      (column) => column.primaryKey().check(sql`id ~ '^[a-z][a-z0-9-]{0,63}$'`),
    )
    .addColumn(
      "settings",
      "jsonb",
      (column) => column.notNull().check(sql`jsonb_typeof(settings) = 'object'`),
    )
    .addColumn("created_at", "timestamptz", (column) => column.notNull().defaultTo(sql`now()`))
    .addColumn("updated_at", "timestamptz", (column) => column.notNull().defaultTo(sql`now()`))
    .execute();
  // Inserted here, so that a change always has a row to lock.
  await sql`insert into app_settings (id, settings) values ('privacy', '{}')`.execute(db);
  await sql`
    create trigger stamp_update before update on app_settings
    for each row execute function stamp_update()`.execute(db);
  await sql`
    create function announce_settings() returns trigger
    language plpgsql set search_path from current as $$
    begin
      perform pg_notify('settings_changed', '');
      return null;
    end $$`.execute(db);
  await sql`
    create trigger announce_settings after insert or update or delete or truncate on app_settings
    for each statement execute function announce_settings()`.execute(db);
}
