import { type ColumnDefinitionBuilder, type Kysely, sql } from "kysely";

/** Creates rules with their conditions on factors and their ranked outcomes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createTable("rules")
    .addColumn(
      "id",
      "text",
      (column) => column.primaryKey().check(sql`id ~ '^[a-zA-Z0-9][a-zA-Z0-9_-]{0,99}$'`),
    )
    .addColumn("rule_set_id", "text", (column) => column.notNull().references("rule_sets.id"))
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("priority", "integer", (column) => column.notNull())
    .addColumn("enabled", "boolean", (column) => column.notNull().defaultTo(true))
    .addColumn("retired_at", "timestamptz")
    .addColumn("created_at", "timestamptz", timestamp)
    .addColumn("updated_at", "timestamptz", timestamp)
    .execute();

  await db.schema.createTable("rule_conditions")
    .addColumn("rule_id", "text", ofRule)
    .addColumn("position", "integer", (column) => column.notNull().check(sql`position >= 1`))
    .addColumn("factor_id", "text", (column) => column.notNull().references("factors.id"))
    .addColumn(
      "operator",
      "text",
      (column) => column.notNull().check(sql`operator in ('any', 'all', 'none')`),
    )
    .addPrimaryKeyConstraint("rule_conditions_pkey", ["rule_id", "position"])
    .addUniqueConstraint("rule_conditions_factor_key", ["rule_id", "position", "factor_id"])
    .execute();

  // The factor is repeated, so that two foreign keys together ensure that a condition's options belong to its factor.
  await db.schema.createTable("rule_condition_options")
    .addColumn("rule_id", "text", (column) => column.notNull())
    .addColumn("position", "integer", (column) => column.notNull())
    .addColumn("factor_id", "text", (column) => column.notNull())
    .addColumn("option_id", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("rule_condition_options_pkey", ["rule_id", "position", "option_id"])
    .addForeignKeyConstraint(
      "rule_condition_options_condition_fkey",
      ["rule_id", "position", "factor_id"],
      "rule_conditions",
      ["rule_id", "position", "factor_id"],
      (constraint) => constraint.onDelete("cascade"),
    )
    .addForeignKeyConstraint(
      "rule_condition_options_option_fkey",
      ["factor_id", "option_id"],
      "factor_options",
      ["factor_id", "id"],
    )
    .execute();

  await db.schema.createTable("rule_outcomes")
    .addColumn("rule_id", "text", ofRule)
    .addColumn("system_id", "text", (column) => column.notNull().references("systems.id"))
    .addColumn(
      "role",
      "text",
      (column) => column.notNull().check(sql`role in ('preferred', 'alternative')`),
    )
    .addColumn("rank", "integer", (column) => column.notNull().check(sql`rank >= 1`))
    .addColumn("rationale", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("rule_outcomes_pkey", ["rule_id", "system_id"])
    // Checked at the end of a statement, so that one update can reorder a rule's outcomes.
    .addUniqueConstraint("rule_outcomes_rank_key", ["rule_id", "rank"], (it) => it.deferrable())
    .execute();
}

function ofRule(column: ColumnDefinitionBuilder): ColumnDefinitionBuilder {
  return column.notNull().references("rules.id").onDelete("cascade");
}

function timestamp(column: ColumnDefinitionBuilder): ColumnDefinitionBuilder {
  return column.notNull().defaultTo(sql`now()`);
}
