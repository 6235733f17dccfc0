import { type Kysely, sql } from "kysely";

/** Creates the texts with which staff override the default texts of buyer pages (design §7). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createTable("pages")
    .addColumn(
      "id",
      "text",
      (column) => column.primaryKey().check(sql`id ~ '^[a-z0-9][a-z0-9-]{0,99}$'`),
    )
    // Texts by field name. Other fields have their default text.
    .addColumn(
      "texts",
      "jsonb",
      (column) => column.notNull().check(sql`jsonb_typeof(texts) = 'object'`),
    )
    .addColumn("created_at", "timestamptz", (column) => column.notNull().defaultTo(sql`now()`))
    .addColumn("updated_at", "timestamptz", (column) => column.notNull().defaultTo(sql`now()`))
    .execute();

  await sql`
    create trigger stamp_update before update on pages
    for each row execute function stamp_update()`.execute(db);
  await sql`
    create trigger note_media_change
    after insert or update or delete or truncate on pages
    for each statement execute function note_media_change()`.execute(db);
}
