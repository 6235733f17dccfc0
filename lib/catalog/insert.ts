/** Writes a whole catalog at once, as the seed does. */
import type { Transaction } from "kysely";
import { type Database, insertAll } from "../db/mod.ts";
import {
  attributeRow,
  conditionOptionRows,
  conditionRows,
  factorRow,
  factorTrackRows,
  newRow,
  optionRow,
  outcomeRows,
  requirementRows,
  ruleRow,
  ruleSetRow,
  systemRow,
  trackRow,
} from "./rows.ts";
import type { Catalog } from "./schema.ts";

/**
 * Stores every record of a catalog, retired and disabled ones included. Its `version` is ignored: triggers increase
 * the stored version as for any other write.
 *
 * @throws the database's error when a record breaks a constraint or an id is taken.
 */
export async function insertCatalog(
  trx: Transaction<Database>,
  { tiers, attributes, systems, ruleSets, tracks, factors, rules }: Catalog,
): Promise<void> {
  await insertAll(trx, "budget_tiers", tiers);
  await insertAll(trx, "attributes", attributes.map((it) => newRow(it, attributeRow(it))));
  await insertAll(trx, "systems", systems.map((it) => newRow(it, systemRow(it))));
  const values = systems.flatMap(({ id, values }) =>
    values.map(({ attributeId, value, source }) => ({
      system_id: id,
      attribute_id: attributeId,
      value,
      source,
    }))
  );
  await insertAll(trx, "attribute_values", values);
  await insertAll(trx, "rule_sets", ruleSets.map((it) => newRow(it, ruleSetRow(it))));
  await insertAll(trx, "tracks", tracks.map((it) => newRow(it, trackRow(it))));
  await insertAll(trx, "factors", factors.map((it) => newRow(it, factorRow(it))));
  await insertAll(trx, "factor_tracks", factors.flatMap(factorTrackRows));
  const options = factors.flatMap(({ id, options }) =>
    options.map((it) => newRow(it, { factor_id: id, ...optionRow(it) }))
  );
  await insertAll(trx, "factor_options", options);
  const requirements = factors.flatMap(({ options }) => options.flatMap(requirementRows));
  await insertAll(trx, "option_requirements", requirements);
  await insertAll(trx, "rules", rules.map((it) => newRow(it, ruleRow(it))));
  await insertAll(trx, "rule_conditions", rules.flatMap(conditionRows));
  await insertAll(trx, "rule_condition_options", rules.flatMap(conditionOptionRows));
  await insertAll(trx, "rule_outcomes", rules.flatMap(outcomeRows));
}
