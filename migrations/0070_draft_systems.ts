import { type Kysely, sql } from "kysely";

/** A system may be kept as a draft, which staff alone see, until it is published. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("systems")
    .addColumn("draft", "boolean", (column) => column.notNull().defaultTo(sql`false`))
    .execute();
}
