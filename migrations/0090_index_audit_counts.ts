import { type Kysely, sql } from "kysely";

/**
 * Indexes what the filters of the audit log compare, so that the entries of two filters are counted in the index. The
 * entries themselves hold whole records, and a log of a million of them is a gigabyte to read.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index audit_log_filters_idx on audit_log (action, entity_type, actor, at, seq)`
    .execute(db);
}
