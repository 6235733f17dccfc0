import { type Kysely, sql } from "kysely";

/**
 * Creates the gaps of the corpus that staff have noted, in their own words. They contain no text of buyers, which must
 * be deleted with the session.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createTable("corpus_gaps")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn(
      "topic",
      "text",
      (column) => column.notNull().check(sql`char_length(topic) between 1 and 200`),
    )
    .addColumn("noted_at", "timestamptz", (column) => column.notNull())
    .addColumn("closed_at", "timestamptz")
    .execute();
  // One open gap per topic, regardless of case.
  await sql`create unique index corpus_gaps_open_topic_key on corpus_gaps (lower(topic))
    where closed_at is null`.execute(db);
}
