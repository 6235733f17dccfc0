import { type Kysely, sql } from "kysely";

/**
 * How turns of the assistant ended, by day in UTC: counts without a visitor, a question or a time of day, so they are
 * kept whatever the visitor agreed to.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createTable("assistant_turns")
    .addColumn("day", "date", (column) => column.notNull())
    .addColumn(
      "outcome",
      "text",
      (column) => column.notNull().check(sql`outcome ~ '^[a-z][a-z_]{0,39}$'`),
    )
    .addColumn("turns", "integer", (column) => column.notNull().check(sql`turns >= 1`))
    .addPrimaryKeyConstraint("assistant_turns_pkey", ["day", "outcome"])
    .execute();
}
