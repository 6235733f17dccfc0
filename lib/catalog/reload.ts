/** Reads again what has changed in the stored catalog since it was last read. */
import type { Kysely, Selectable, Transaction } from "kysely";
import { anyOf, type Database, transact } from "../db/mod.ts";
import type { Catalog } from "./schema.ts";
import { byPosition, byPriority } from "./snapshot.ts";
import { loadFactors, loadRules, loadSystems, readCatalog, readLists } from "./store.ts";

/** A catalog as it was read. */
export interface ReadCatalog {
  readonly catalog: Catalog;
  /** Identifies its version; null when the database has forgotten what that version changed. */
  readonly token: string | null;
}

/**
 * Reads the stored catalog in one repeatable-read transaction, as `loadCatalog` does. Of a `known` catalog it keeps the
 * systems, factors and rules that have not changed since, and reads only the others. It reads everything when
 * the order of attributes or tracks may have changed, and when the database does not know what has changed: after more
 * than 1,000 versions, after a restore, or when the version was moved by hand.
 *
 * @throws {CatalogRecordError} when a stored value or predicate does not match its schema.
 */
export function reloadCatalog(
  db: Kysely<Database>,
  known: ReadCatalog | null,
): Promise<ReadCatalog> {
  return transact(db, async (trx) => {
    const { version, token } = await readCatalogState(trx);
    const later = known && await movesSince(trx, known);
    const isRecorded = later?.length === version - (known?.catalog.version ?? 0);
    if (!known || !later || !isRecorded || later.some(({ everything }) => everything)) {
      return { catalog: await readCatalog(trx), token };
    }
    return { catalog: await readChanged(trx, known.catalog, { version, later }), token };
  }, { readOnly: true, isolation: "repeatable read" });
}

/** Reads the version of the stored catalog and its token; see {@linkcode ReadCatalog}. */
export async function readCatalogState(
  db: Kysely<Database>,
): Promise<{ readonly version: number; readonly token: string | null }> {
  return await db.selectFrom("catalog_version as current")
    .leftJoin("catalog_moves as move", "move.version", "current.version")
    .select(["current.version", "move.token"]).executeTakeFirstOrThrow();
}

type Move = Selectable<Database["catalog_moves"]>;

/** Returns the recorded versions after a known one, in order; null if the known one is not of the same history. */
async function movesSince(
  trx: Transaction<Database>,
  { catalog, token }: ReadCatalog,
): Promise<readonly Move[] | null> {
  const [first, ...later] = await trx.selectFrom("catalog_moves").selectAll()
    .where("version", ">=", catalog.version).orderBy("version").execute();
  return first !== undefined && first.token === token ? later : null;
}

async function readChanged(
  trx: Transaction<Database>,
  known: Catalog,
  { version, later }: { version: number; later: readonly Move[] },
): Promise<Catalog> {
  const systemIds = later.flatMap(({ systems }) => systems);
  const factorIds = later.flatMap(({ factors }) => factors);
  const ruleIds = [
    ...later.flatMap(({ rules }) => rules),
    ...await rulesOn(trx, factorIds),
  ];
  return {
    version,
    ...await readLists(trx),
    systems: systemIds.length === 0
      ? known.systems
      : merge(known.systems, systemIds, await loadSystems(trx, systemIds)).sort(byPosition),
    factors: factorIds.length === 0 ? known.factors : await loadFactors(trx),
    rules: ruleIds.length === 0
      ? known.rules
      : merge(known.rules, ruleIds, await loadRules(trx, ruleIds)).sort(byPriority),
  };
}

/** Returns the rules with conditions on factors: their options are in the order of the factor's. */
async function rulesOn(
  trx: Transaction<Database>,
  factorIds: readonly string[],
): Promise<string[]> {
  if (factorIds.length === 0) return [];
  const rows = await trx.selectFrom("rule_conditions").select("rule_id").distinct()
    .where("factor_id", "=", anyOf(factorIds)).execute();
  return rows.map(({ rule_id }) => rule_id);
}

function merge<T extends { id: string }>(
  known: readonly T[],
  changedIds: readonly string[],
  changed: readonly T[],
): T[] {
  const replaced = new Set(changedIds);
  return [...known.filter(({ id }) => !replaced.has(id)), ...changed];
}
