/**
 * The rows of catalog records: for each kind the columns that a reader selects, and those that a writer sets, which
 * `newRow` and `changedRow` complete. Shared by the seed, the changes of staff, and reading.
 */
import { type RawBuilder, sql } from "kysely";
import type { Attribute, Factor, FactorOption, Rule, RuleSet, System, Track } from "./schema.ts";

/** Whether a record is retired, in a `select`. */
export const retired = sql<boolean>`retired_at is not null`.as("retired");

/** Returns the whole row of a new record. */
export function newRow<Row extends object>(
  record: { readonly id: string; readonly retired: boolean },
  row: Row,
): Row & { id: string; retired_at: RawBuilder<Date> | null } {
  return { id: record.id, ...row, retired_at: record.retired ? sql<Date>`now()` : null };
}

/** Returns what an update of a record sets. A record that is already retired keeps its timestamp. */
export function changedRow<Row extends object>(
  record: { readonly retired: boolean },
  row: Row,
): Row & { retired_at: RawBuilder<Date> | null } {
  return { ...row, retired_at: record.retired ? sql<Date>`coalesce(retired_at, now())` : null };
}

export const ATTRIBUTE_COLUMNS = [
  "id",
  "name",
  "group_name as group",
  "description",
  "value_type as valueType",
  "unit",
  "position",
  "enabled",
] as const;

/** Returns the columns of an attribute. */
export function attributeRow(
  { name, group, description, valueType, unit, position, enabled }: Attribute,
) {
  return {
    name,
    group_name: group,
    description,
    value_type: valueType,
    unit,
    position,
    enabled,
  };
}

export const SYSTEM_COLUMNS = [
  "id",
  "name",
  "tagline",
  "description",
  "budget_tier_id as budgetTierId",
  "position",
  "draft",
] as const;

/** Returns the columns of a system. */
export function systemRow(
  { name, tagline, description, budgetTierId, position, draft = false }: Omit<System, "values">,
) {
  return { name, tagline, description, budget_tier_id: budgetTierId, position, draft };
}

export const RULE_SET_COLUMNS = ["id", "name", "is_default as isDefault"] as const;

/** Returns the columns of a rule set. */
export function ruleSetRow({ name, isDefault }: RuleSet) {
  return { name, is_default: isDefault };
}

export const TRACK_COLUMNS = [
  "id",
  "name",
  "description",
  "rule_set_id as ruleSetId",
  "position",
] as const;

/** Returns the columns of a track. */
export function trackRow({ name, description, ruleSetId, position }: Track) {
  return { name, description, rule_set_id: ruleSetId, position };
}

export const FACTOR_COLUMNS = ["id", "name", "question", "help", "multiple", "position"] as const;

/** Returns the columns of a factor. */
export function factorRow(
  { name, question, help, multiple, position }: Omit<Factor, "options">,
) {
  return { name, question, help, multiple, position };
}

/** Returns the rows of the tracks that ask a factor. */
export function factorTrackRows({ id, trackIds }: Omit<Factor, "options">) {
  return trackIds.map((trackId) => ({ factor_id: id, track_id: trackId }));
}

export const OPTION_COLUMNS = [
  "id",
  "factor_id as factorId",
  "label",
  "description",
  "position",
] as const;

/** Returns the columns of an option, without that of its factor, which never changes. */
export function optionRow({ label, description, position }: FactorOption) {
  return { label, description, position };
}

/** Returns the rows of the requirements of an option. */
export function requirementRows({ id, requirements }: FactorOption) {
  return requirements.map(({ attributeId, predicate }, index) => ({
    option_id: id,
    position: index + 1,
    attribute_id: attributeId,
    predicate,
  }));
}

export const RULE_COLUMNS = [
  "id",
  "rule_set_id as ruleSetId",
  "name",
  "priority",
  "enabled",
] as const;

/** Returns the columns of a rule. */
export function ruleRow({ ruleSetId, name, priority, enabled }: Rule) {
  return { rule_set_id: ruleSetId, name, priority, enabled };
}

/** Returns the rows of the conditions of a rule, without their options. */
export function conditionRows({ id, conditions }: Rule) {
  return conditions.map(({ factorId, operator }, index) => ({
    rule_id: id,
    position: index + 1,
    factor_id: factorId,
    operator,
  }));
}

/** Returns the rows of the options that the conditions of a rule name. */
export function conditionOptionRows({ id, conditions }: Rule) {
  return conditions.flatMap(({ factorId, optionIds }, index) =>
    optionIds.map((optionId) => ({
      rule_id: id,
      position: index + 1,
      factor_id: factorId,
      option_id: optionId,
    }))
  );
}

/** Returns the rows of the outcomes of a rule. */
export function outcomeRows({ id, outcomes }: Rule) {
  return outcomes.map(({ systemId, role, rank, rationale }) => ({
    rule_id: id,
    system_id: systemId,
    role,
    rank,
    rationale,
  }));
}
