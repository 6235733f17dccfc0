import { type ColumnDefinitionBuilder, type Kysely, sql } from "kysely";

/** Creates rule sets, tracks, and factors with their options and requirements. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createTable("rule_sets")
    .addColumn("id", "text", identifier)
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("is_default", "boolean", (column) => column.notNull().defaultTo(false))
    .addColumn("retired_at", "timestamptz")
    .addColumn("created_at", "timestamptz", timestamp)
    .addColumn("updated_at", "timestamptz", timestamp)
    .addCheckConstraint(
      "rule_sets_default_is_live_check",
      sql`not (is_default and retired_at is not null)`,
    )
    .execute();
  await db.schema.createIndex("rule_sets_one_default_key").unique()
    .on("rule_sets").column("is_default").where(sql`is_default`, "is", true)
    .execute();

  await db.schema.createTable("tracks")
    .addColumn("id", "text", identifier)
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("description", "text", (column) => column.notNull())
    .addColumn("rule_set_id", "text", (column) => column.notNull().references("rule_sets.id"))
    .addColumn("position", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("retired_at", "timestamptz")
    .addColumn("created_at", "timestamptz", timestamp)
    .addColumn("updated_at", "timestamptz", timestamp)
    .execute();

  await db.schema.createTable("factors")
    .addColumn("id", "text", identifier)
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("question", "text", (column) => column.notNull())
    .addColumn("help", "text")
    .addColumn("multiple", "boolean", (column) => column.notNull().defaultTo(false))
    .addColumn("position", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("retired_at", "timestamptz")
    .addColumn("created_at", "timestamptz", timestamp)
    .addColumn("updated_at", "timestamptz", timestamp)
    .execute();

  // A factor without a row is asked on every track. Deleting a track must not widen a factor that way
  // in silence, so the reference to the track does not cascade.
  await db.schema.createTable("factor_tracks")
    .addColumn(
      "factor_id",
      "text",
      (column) => column.notNull().references("factors.id").onDelete("cascade"),
    )
    .addColumn("track_id", "text", (column) => column.notNull().references("tracks.id"))
    .addPrimaryKeyConstraint("factor_tracks_pkey", ["factor_id", "track_id"])
    .execute();

  await db.schema.createTable("factor_options")
    .addColumn("id", "text", identifier)
    .addColumn(
      "factor_id",
      "text",
      (column) => column.notNull().references("factors.id").onDelete("cascade"),
    )
    .addColumn("label", "text", (column) => column.notNull())
    .addColumn("description", "text")
    .addColumn("position", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("retired_at", "timestamptz")
    .addColumn("created_at", "timestamptz", timestamp)
    .addColumn("updated_at", "timestamptz", timestamp)
    .addUniqueConstraint("factor_options_factor_id_id_key", ["factor_id", "id"])
    .execute();

  await db.schema.createTable("option_requirements")
    .addColumn(
      "option_id",
      "text",
      (column) => column.notNull().references("factor_options.id").onDelete("cascade"),
    )
    .addColumn("position", "integer", (column) => column.notNull().check(sql`position >= 1`))
    .addColumn("attribute_id", "text", (column) => column.notNull().references("attributes.id"))
    .addColumn("predicate", "jsonb", (column) =>
      column.notNull().check(sql`
        coalesce(predicate ->> 'kind', '') in ('includes', 'covers', 'at-least', 'at-most')`))
    .addPrimaryKeyConstraint("option_requirements_pkey", ["option_id", "position"])
    .execute();
}

function identifier(column: ColumnDefinitionBuilder): ColumnDefinitionBuilder {
  return column.primaryKey().check(sql`id ~ '^[a-zA-Z0-9][a-zA-Z0-9_-]{0,99}$'`);
}

function timestamp(column: ColumnDefinitionBuilder): ColumnDefinitionBuilder {
  return column.notNull().defaultTo(sql`now()`);
}
