/** Stores scenarios in the database. */
import { type Kysely, type SelectQueryBuilder, sql, type Transaction } from "kysely";
import { z } from "zod";
import type { Entity } from "@/lib/records/mod.ts";
import { type Catalog, seedCatalog } from "@/lib/catalog/mod.ts";
import { type Database, type DatabaseHandle, readRow } from "@/lib/db/mod.ts";
import type { Scenario } from "./scenario.ts";

/** Reads every scenario, ordered by name and then id. */
export async function listScenarios(db: Kysely<Database>): Promise<Scenario[]> {
  const rows = await scenarioRows(db).orderBy(sql`lower(name)`).orderBy(sql`id collate "C"`)
    .execute();
  return rows.map(rowToScenario);
}

/**
 * Stores a catalog and its scenarios in one transaction if the database has no catalog yet, and returns whether it did.
 * Stored scenarios with the same ids are left alone. `also` runs in the same transaction, to store the records that
 * belong with the catalog.
 *
 * @throws the database's error when the catalog breaks a constraint.
 */
export function seedWithScenarios(
  database: Pick<DatabaseHandle, "db">,
  { catalog, scenarios, also }: {
    catalog: Catalog;
    scenarios: readonly Scenario[];
    also?: (trx: Transaction<Database>) => Promise<void>;
  },
): Promise<boolean> {
  return seedCatalog(database, catalog, async (trx) => {
    await insertScenarios(trx, scenarios);
    await also?.(trx);
  });
}

async function insertScenarios(
  trx: Transaction<Database>,
  scenarios: readonly Scenario[],
): Promise<void> {
  if (scenarios.length === 0) return;
  await trx.insertInto("scenarios").values(scenarios.map(scenarioToRow))
    .onConflict((conflict) => conflict.column("id").doNothing()).execute();
}

/** Scenarios as staff edit them. They can be deleted, because no record refers to them. */
export const scenarioEntity: Entity<Scenario> = {
  type: "scenario",
  async read(trx, id, { lock }) {
    const row = await readRow(scenarioRows(trx).where("id", "=", id), { lock });
    return row ? rowToScenario(row) : null;
  },
  async insert(trx, scenario) {
    await trx.insertInto("scenarios").values(scenarioToRow(scenario)).execute();
  },
  async update(trx, scenario) {
    const { id, ...row } = scenarioToRow(scenario);
    await trx.updateTable("scenarios").set(row).where("id", "=", id).execute();
  },
  async remove(trx, { id }) {
    await trx.deleteFrom("scenarios").where("id", "=", id).execute();
  },
};

function scenarioRows(db: Kysely<Database>) {
  return db.selectFrom("scenarios").select([
    "id",
    "name",
    "track_id as trackId",
    "option_ids as optionIds",
    "expected_system_id as expectedSystemId",
  ]);
}

type ScenarioRow = ReturnType<typeof scenarioRows> extends SelectQueryBuilder<
  infer _Database,
  infer _Table,
  infer Row
> ? Row
  : never;

const OptionIds = z.array(z.string());

function rowToScenario({ optionIds, ...row }: ScenarioRow): Scenario {
  return { ...row, optionIds: OptionIds.parse(optionIds) };
}

function scenarioToRow({ id, name, trackId, optionIds, expectedSystemId }: Scenario) {
  return {
    id,
    name,
    track_id: trackId,
    option_ids: JSON.stringify(optionIds),
    expected_system_id: expectedSystemId,
  };
}
