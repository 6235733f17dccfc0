import { type Kysely, sql } from "kysely";

/** Creates the staff members with their roles. The configuration names the first administrators. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createTable("admin_users")
    .addColumn("email", "text", (column) =>
      column.primaryKey().check(sql`
        email = lower(email) and length(email) <= 254 and email ~ '^[^@[:space:]]+@[^@[:space:]]+$'`))
    .addColumn(
      "role",
      "text",
      (column) => column.notNull().check(sql`role in ('admin', 'editor', 'auditor')`),
    )
    .addColumn("retired_at", "timestamptz")
    .addColumn("created_at", "timestamptz", (column) => column.notNull().defaultTo(sql`now()`))
    .addColumn("updated_at", "timestamptz", (column) => column.notNull().defaultTo(sql`now()`))
    .execute();
  await sql`
    create trigger stamp_update before update on admin_users
    for each row execute function stamp_update()`.execute(db);
}
