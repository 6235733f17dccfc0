import { type Kysely, sql } from "kysely";

/** Adds the number of consecutive inconclusive checks of a link, and the time of the first. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("corpus_items")
    .addColumn(
      "link_failures",
      "integer",
      (column) => column.notNull().defaultTo(0).check(sql`link_failures >= 0`),
    )
    .addColumn("link_failing_since", "timestamptz")
    .execute();
  await db.schema.alterTable("corpus_items")
    .addCheckConstraint(
      "corpus_items_link_failing_check",
      sql`(link_failures > 0) = (link_failing_since is not null)`,
    )
    .execute();
}
