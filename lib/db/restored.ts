/** Cleans up after a restore of a dump from another server. */
import { sql } from "kysely";
import type { DatabaseHandle } from "./handle.ts";

/** The tables that record which transaction changed what, so that a process in memory reads only changed rows again. */
const TABLES = [
  "corpus_touched",
  "media_list_touched",
  "media_moves",
  "media_touched",
  "project_moves",
  "project_touched",
];

/** A transaction that this server has not begun yet, although its row is there. */
const OF_ANOTHER_SERVER = sql`transaction_id >= pg_snapshot_xmax(pg_current_snapshot())`;

/**
 * Deletes records of transactions of another server, which a dump brings along. This server will use their numbers
 * again: a change by such a transaction would go unnoticed, and until then every change would count as one of all rows.
 * Call it at the start, before anything follows these tables.
 */
export async function forgetOtherServers({ db }: Pick<DatabaseHandle, "db">): Promise<void> {
  const found = TABLES.map((table) =>
    sql`(select ${sql.lit(table)} as name from ${
      sql.table(table)
    } where ${OF_ANOTHER_SERVER} limit 1)`
  );
  const { rows } = await sql<{ name: string }>`${sql.join(found, sql` union all `)}`.execute(db);
  for (const { name } of rows) {
    await sql`delete from ${sql.table(name)} where ${OF_ANOTHER_SERVER}`.execute(db);
  }
}
