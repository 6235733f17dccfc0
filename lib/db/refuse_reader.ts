import { sql } from "kysely";
import { DatabaseError } from "./error.ts";
import type { DatabaseHandle } from "./handle.ts";

/**
 * Refuses a user who may read everything but write nothing: the service would start, and lose the first lead (spec §3.1).
 * A command that only reads needs no more.
 *
 * @throws {DatabaseError} `rights_missing`.
 */
export async function refuseReader({ db }: Pick<DatabaseHandle, "db">): Promise<void> {
  const { rows: [lacking] } = await sql<{ name: string }>`
    select relname as name from pg_class
    where oid in (to_regclass('crm_sync_queue'), to_regclass('analytics_events'), to_regclass('audit_log'))
      and not has_table_privilege(oid, 'insert')
    limit 1`.execute(db);
  if (lacking === undefined) return;
  throw new DatabaseError(
    "rights_missing",
    "Cannot use the database that DATABASE_URL names: its user may not write to the table " +
      `${lacking.name}. Let it own the tables, or grant it select, insert, update and delete on all`,
  );
}
