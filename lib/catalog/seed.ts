import { sql, type Transaction } from "kysely";
import { type Database, type DatabaseHandle, LOCKS, transact } from "../db/mod.ts";
import { insertCatalog } from "./insert.ts";
import type { Catalog } from "./schema.ts";
import { isCatalogEmpty } from "./store.ts";

/**
 * Stores `catalog` in one transaction if the database has no catalog yet, and returns whether it did. An advisory lock
 * serialises processes that start together, so only the first of them seeds. `also` runs in the same transaction, to
 * store the records that belong with the catalog.
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
