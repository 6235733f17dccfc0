import { type Kysely, sql } from "kysely";

/**
 * What is known of pages of the CMS: a page that comes again with the same bytes, and whose rows are stored as it says,
 * need not be taken apart (spec §4.11).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createTable("sync_pages")
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("place", "integer", (column) => column.notNull())
    // Digests of its bytes, and of what its rows were read and planned by beside them.
    .addColumn("digest", "text", (column) => column.notNull())
    .addColumn("basis", "text", (column) => column.notNull())
    // Where the walk goes on after it.
    .addColumn("next_place", "integer")
    // What its rows are known by, between blanks, and a digest of them as they are stored once all is written.
    .addColumn("keys", "text", (column) => column.notNull())
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("read_at", "timestamptz", (column) => column.notNull().defaultTo(sql`now()`))
    .addPrimaryKeyConstraint("sync_pages_pkey", ["kind", "place"])
    .execute();
}
