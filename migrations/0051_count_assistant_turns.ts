import { type Kysely, sql } from "kysely";

/**
 * Creates counts of the assistant's turns by outcome and UTC day. They contain no visitor, question or time of day, so
 * they need no consent.
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
