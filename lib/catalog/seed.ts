import { sql, type Transaction } from "kysely";
import { type Database, type DatabaseHandle, LOCKS, transact } from "../db/mod.ts";
import { insertCatalog } from "./insert.ts";
import type { Catalog } from "./schema.ts";
import { isCatalogEmpty } from "./store.ts";

/**
 * Stores `catalog` in a database that has none yet, all of it or nothing, and tells whether it did.
 * Processes that start together take turns, and the later ones find it done. `also` stores what comes with
 * the catalog, in the same transaction.
 *
 * @throws the database's error when the catalog breaks a constraint.
 */
export function seedCatalog(
  { db }: Pick<DatabaseHandle, "db">,
  catalog: Catalog,
  also?: (trx: Transaction<Database>) => Promise<void>,
): Promise<boolean> {
  return transact(db, async (trx) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(LOCKS.seed)})`.execute(trx);
    if (!await isCatalogEmpty(trx)) return false;
    await insertCatalog(trx, catalog);
    await also?.(trx);
    return true;
  }, { long: true });
}
