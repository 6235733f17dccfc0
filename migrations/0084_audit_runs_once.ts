import type { Kysely } from "kysely";

/**
 * Adds whether a run of the sync has its audit entry. The entry is written when the run begins to write, so that a run
 * that is killed has one too (spec §3.3). Runs that began before this migration get theirs when they end.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("sync_runs")
    .addColumn("audited", "boolean", (column) => column.notNull().defaultTo(false))
    .execute();
}
