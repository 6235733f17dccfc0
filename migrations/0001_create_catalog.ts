import { type ColumnDefinitionBuilder, type Kysely, sql } from "kysely";

/** Creates budget tiers, attributes, and systems with their typed attribute values. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createTable("budget_tiers")
    .addColumn("id", "text", identifier)
    .addColumn("label", "text", (column) => column.notNull())
    .addColumn("description", "text", (column) => column.notNull())
    .addColumn("ordinal", "integer", (column) => column.notNull().check(sql`ordinal >= 1`))
    .addColumn("created_at", "timestamptz", timestamp)
    .addColumn("updated_at", "timestamptz", timestamp)
    // Checked at the end of a statement, so that one update can move several steps of the ladder.
    .addUniqueConstraint("budget_tiers_ordinal_key", ["ordinal"], (it) => it.deferrable())
    .execute();

  await db.schema.createTable("attributes")
    .addColumn("id", "text", identifier)
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("group_name", "text", (column) => column.notNull())
    .addColumn("description", "text")
    .addColumn(
      "value_type",
      "text",
      (column) => column.notNull().check(sql`value_type in ('enum', 'range', 'dimension')`),
    )
    .addColumn("unit", "text")
    .addColumn("position", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("enabled", "boolean", (column) => column.notNull().defaultTo(true))
    .addColumn("retired_at", "timestamptz")
    .addColumn("created_at", "timestamptz", timestamp)
    .addColumn("updated_at", "timestamptz", timestamp)
    .execute();

  await db.schema.createTable("systems")
    .addColumn("id", "text", identifier)
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("tagline", "text")
    .addColumn("description", "text")
    .addColumn("budget_tier_id", "text", (column) => column.references("budget_tiers.id"))
    .addColumn("position", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("retired_at", "timestamptz")
    .addColumn("created_at", "timestamptz", timestamp)
    .addColumn("updated_at", "timestamptz", timestamp)
    .execute();

  await db.schema.createTable("attribute_values")
    .addColumn(
      "system_id",
      "text",
      (column) => column.notNull().references("systems.id").onDelete("cascade"),
    )
    .addColumn("attribute_id", "text", (column) => column.notNull().references("attributes.id"))
    .addColumn("value", "jsonb", (column) =>
      column.notNull().check(sql`
        coalesce(value ->> 'type', '')
          in ('enum', 'range', 'dimension', 'untested', 'na', 'none', 'empty')`))
    .addColumn(
      "source",
      "text",
      (column) => column.notNull().defaultTo("manual").check(sql`source in ('manual', 'cms')`),
    )
    .addColumn("cms_synced_at", "timestamptz")
    .addColumn("cms_raw", "jsonb")
    .addColumn("created_at", "timestamptz", timestamp)
    .addColumn("updated_at", "timestamptz", timestamp)
    .addPrimaryKeyConstraint("attribute_values_pkey", ["system_id", "attribute_id"])
    .execute();
}

function identifier(column: ColumnDefinitionBuilder): ColumnDefinitionBuilder {
  return column.primaryKey().check(sql`id ~ '^[a-zA-Z0-9][a-zA-Z0-9_-]{0,99}$'`);
}

function timestamp(column: ColumnDefinitionBuilder): ColumnDefinitionBuilder {
  return column.notNull().defaultTo(sql`now()`);
}
