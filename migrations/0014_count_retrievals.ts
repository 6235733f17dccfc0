import { type Kysely, sql } from "kysely";

/**
 * Creates counts of how often each passage was quoted to a buyer. Buyers never see them, so they do not change the
 * corpus version. A passage that was never quoted has no row.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createTable("corpus_retrievals")
    .addColumn("item_id", "text", (column) => column.notNull())
    .addColumn("seq", "integer", (column) => column.notNull())
    .addColumn("retrieved", "integer", (column) => column.notNull().check(sql`retrieved >= 1`))
    .addColumn("last_at", "timestamptz", (column) => column.notNull())
    .addPrimaryKeyConstraint("corpus_retrievals_pkey", ["item_id", "seq"])
    .addForeignKeyConstraint(
      "corpus_retrievals_passage_fkey",
      ["item_id", "seq"],
      "corpus_passages",
      ["item_id", "seq"],
      (constraint) => constraint.onDelete("cascade"),
    )
    .execute();
}
