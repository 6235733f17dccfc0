/** Row types of the catalog room. */
import type { ColumnType, Generated } from "kysely";
import type { NullableJson, Stamp } from "./columns.ts";

/** A JSON object. Read as unknown, so that a schema must validate it. */
type Json = ColumnType<unknown, object, object>;
type NullableStamp = ColumnType<Date | null, Date | null | undefined, Date | null>;

interface Stamped {
  created_at: Stamp;
  updated_at: Stamp;
}

/** A record that is retired instead of deleted. */
interface Retirable extends Stamped {
  retired_at: NullableStamp;
}

interface BudgetTiersTable extends Stamped {
  id: string;
  label: string;
  description: string;
  ordinal: number;
}

interface AttributesTable extends Retirable {
  id: string;
  name: string;
  group_name: string;
  description: string | null;
  value_type: "enum" | "range" | "dimension";
  unit: string | null;
  position: Generated<number>;
  enabled: Generated<boolean>;
}

interface SystemsTable extends Retirable {
  id: string;
  name: string;
  tagline: string | null;
  description: string | null;
  budget_tier_id: string | null;
  position: Generated<number>;
  draft: Generated<boolean>;
}

interface AttributeValuesTable extends Stamped {
  system_id: string;
  attribute_id: string;
  value: Json;
  source: Generated<"manual" | "cms">;
  cms_synced_at: NullableStamp;
  /** Inserted as JSON text. */
  cms_raw: NullableJson;
}

interface RuleSetsTable extends Retirable {
  id: string;
  name: string;
  is_default: Generated<boolean>;
}

interface TracksTable extends Retirable {
  id: string;
  name: string;
  description: string;
  rule_set_id: string;
  position: Generated<number>;
}

interface FactorsTable extends Retirable {
  id: string;
  name: string;
  question: string;
  help: string | null;
  multiple: Generated<boolean>;
  position: Generated<number>;
}

interface FactorTracksTable {
  factor_id: string;
  track_id: string;
}

interface FactorOptionsTable extends Retirable {
  id: string;
  factor_id: string;
  label: string;
  description: string | null;
  position: Generated<number>;
}

interface OptionRequirementsTable {
  option_id: string;
  position: number;
  attribute_id: string;
  predicate: Json;
}

interface RulesTable extends Retirable {
  id: string;
  rule_set_id: string;
  name: string;
  priority: number;
  enabled: Generated<boolean>;
}

interface RuleConditionsTable {
  rule_id: string;
  position: number;
  factor_id: string;
  operator: "any" | "all" | "none";
}

interface RuleConditionOptionsTable {
  rule_id: string;
  position: number;
  factor_id: string;
  option_id: string;
}

interface RuleOutcomesTable {
  rule_id: string;
  system_id: string;
  role: "preferred" | "alternative";
  rank: number;
  rationale: string;
}

/** One row; triggers increment the version whenever a catalog table changes. */
interface CatalogVersionTable {
  id: Generated<boolean>;
  version: number;
}

/** The records that each recent version changed, written by triggers at the commit. */
interface CatalogMovesTable {
  version: number;
  /** Differs between equal versions of different histories, as after a restore. */
  token: string;
  /** Whether parts of any record may have changed, such as the order of its values. */
  everything: boolean;
  systems: string[];
  factors: string[];
  rules: string[];
}

/** The tables of the catalog room. */
export interface CatalogTables {
  budget_tiers: BudgetTiersTable;
  attributes: AttributesTable;
  systems: SystemsTable;
  attribute_values: AttributeValuesTable;
  rule_sets: RuleSetsTable;
  tracks: TracksTable;
  factors: FactorsTable;
  factor_tracks: FactorTracksTable;
  factor_options: FactorOptionsTable;
  option_requirements: OptionRequirementsTable;
  rules: RulesTable;
  rule_conditions: RuleConditionsTable;
  rule_condition_options: RuleConditionOptionsTable;
  rule_outcomes: RuleOutcomesTable;
  catalog_version: CatalogVersionTable;
  catalog_moves: CatalogMovesTable;
}
