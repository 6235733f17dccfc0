/** Writes a whole catalog at once, as the seed does. */
import { type Insertable, sql, type Transaction } from "kysely";
import { type Database, insertAll } from "../db/mod.ts";
import type { Catalog, Factor, FactorOption, Rule, System } from "./schema.ts";

/**
 * Stores every record of a catalog, retired and disabled ones included. Its `version` is ignored: triggers increase
 * the stored version as for any other write.
 *
 * @throws the database's error when a record breaks a constraint or an id is taken.
 */
export async function insertCatalog(trx: Transaction<Database>, catalog: Catalog): Promise<void> {
  await insertAll(trx, "budget_tiers", catalog.tiers);
  await insertAll(
    trx,
    "attributes",
    catalog.attributes.map(({ group, valueType, retired, ...attribute }) => ({
      ...attribute,
      group_name: group,
      value_type: valueType,
      retired_at: stamp(retired),
    })),
  );
  await insertSystems(trx, catalog.systems);
  await insertAll(
    trx,
    "rule_sets",
    catalog.ruleSets.map(({ isDefault, retired, ...ruleSet }) => ({
      ...ruleSet,
      is_default: isDefault,
      retired_at: stamp(retired),
    })),
  );
  await insertAll(
    trx,
    "tracks",
    catalog.tracks.map(({ ruleSetId, retired, ...track }) => ({
      ...track,
      rule_set_id: ruleSetId,
      retired_at: stamp(retired),
    })),
  );
  await insertFactors(trx, catalog.factors);
  await insertRules(trx, catalog.rules);
}

async function insertSystems(trx: Transaction<Database>, systems: System[]): Promise<void> {
  await insertAll(
    trx,
    "systems",
    systems.map(({ budgetTierId, retired, values: _, ...system }) => ({
      ...system,
      budget_tier_id: budgetTierId,
      retired_at: stamp(retired),
    })),
  );
  await insertAll(
    trx,
    "attribute_values",
    systems.flatMap((system) =>
      system.values.map(({ attributeId, ...cell }) => ({
        system_id: system.id,
        attribute_id: attributeId,
        ...cell,
      }))
    ),
  );
}

async function insertFactors(trx: Transaction<Database>, factors: Factor[]): Promise<void> {
  await insertAll(
    trx,
    "factors",
    factors.map(({ retired, trackIds: _tracks, options: _options, ...factor }) => ({
      ...factor,
      retired_at: stamp(retired),
    })),
  );
  await insertAll(
    trx,
    "factor_tracks",
    factors.flatMap(({ id, trackIds }) =>
      trackIds.map((trackId) => ({ factor_id: id, track_id: trackId }))
    ),
  );
  await insertAll(
    trx,
    "factor_options",
    factors.flatMap((factor) =>
      factor.options.map(({ retired, requirements: _, ...option }) => ({
        ...option,
        factor_id: factor.id,
        retired_at: stamp(retired),
      }))
    ),
  );
  await insertAll(
    trx,
    "option_requirements",
    factors.flatMap(({ options }) => options.flatMap(rows)),
  );

  function rows(option: FactorOption) {
    return option.requirements.map(({ attributeId, predicate }, index) => ({
      option_id: option.id,
      position: index + 1,
      attribute_id: attributeId,
      predicate,
    }));
  }
}

/** Returns the `rules` row of a rule, without `retired_at`. Conditions and outcomes are rows of other tables. */
export function ruleRow(
  { ruleSetId, retired: _retired, conditions: _conditions, outcomes: _outcomes, ...rule }: Rule,
): Omit<Insertable<Database["rules"]>, "retired_at"> {
  return { ...rule, rule_set_id: ruleSetId };
}

async function insertRules(trx: Transaction<Database>, rules: Rule[]): Promise<void> {
  await insertAll(
    trx,
    "rules",
    rules.map((rule) => ({ ...ruleRow(rule), retired_at: stamp(rule.retired) })),
  );
  const conditions = rules.flatMap((rule) =>
    rule.conditions.map((condition, index) => ({
      rule_id: rule.id,
      position: index + 1,
      factor_id: condition.factorId,
      operator: condition.operator,
      optionIds: condition.optionIds,
    }))
  );
  await insertAll(trx, "rule_conditions", conditions.map(({ optionIds: _, ...row }) => row));
  await insertAll(
    trx,
    "rule_condition_options",
    conditions.flatMap(({ operator: _, optionIds, ...row }) =>
      optionIds.map((optionId) => ({ ...row, option_id: optionId }))
    ),
  );
  await insertAll(
    trx,
    "rule_outcomes",
    rules.flatMap(({ id, outcomes }) =>
      outcomes.map(({ systemId, ...outcome }) => ({
        rule_id: id,
        system_id: systemId,
        ...outcome,
      }))
    ),
  );
}

function stamp(retired: boolean) {
  return retired ? sql<Date>`now()` : null;
}
