import type { InsertObject, Transaction } from "kysely";
import type { Database } from "./tables/mod.ts";

/** Rows of one statement, far below the 65,535 parameters that Postgres allows. */
const BATCH = 1_000;

/** Inserts any number of rows into a table, in several statements where there are many. */
export async function insertAll<Table extends keyof Database & string>(
  trx: Transaction<Database>,
  table: Table,
  rows: readonly InsertObject<Database, Table>[],
): Promise<void> {
  for (let start = 0; start < rows.length; start += BATCH) {
    await trx.insertInto(table).values(rows.slice(start, start + BATCH)).execute();
  }
}
