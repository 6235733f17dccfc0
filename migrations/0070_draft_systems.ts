import { type Kysely, sql } from "kysely";

/** Adds draft systems, which only staff see until they are published. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("systems")
    .addColumn("draft", "boolean", (column) => column.notNull().defaultTo(sql`false`))
    .execute();
}
