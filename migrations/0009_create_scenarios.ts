import { type Kysely, sql } from "kysely";

/** Creates scenarios: answer sets with the expected lead pick, which staff use as regression tests of the rules. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createTable("scenarios")
    .addColumn(
      "id",
      "text",
      (column) => column.primaryKey().check(sql`id ~ '^[a-zA-Z0-9][a-zA-Z0-9_-]{0,99}$'`),
    )
    .addColumn("name", "text", (column) => column.notNull())
    // No foreign keys to track, options and system, because a scenario outlives them and then reports that.
    .addColumn("track_id", "text")
    .addColumn(
      "option_ids",
      "jsonb",
      (column) => column.notNull().check(sql`jsonb_typeof(option_ids) = 'array'`),
    )
    // Null if no recommendation is expected.
    .addColumn("expected_system_id", "text")
    .addColumn("created_at", "timestamptz", (column) => column.notNull().defaultTo(sql`now()`))
    .addColumn("updated_at", "timestamptz", (column) => column.notNull().defaultTo(sql`now()`))
    .execute();
  await sql`
    create trigger stamp_update before update on scenarios
    for each row execute function stamp_update()`.execute(db);
}
