import { type Kysely, sql } from "kysely";

/**
 * Creates kept overrides: the CMS value at the time when staff decided to keep their own value. When the CMS value
 * changes, staff are asked again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createTable("cms_kept_overrides")
    .addColumn("system_id", "text", (column) => column.notNull())
    .addColumn("attribute_id", "text", (column) => column.notNull())
    .addColumn("cms_raw", "jsonb", (column) => column.notNull())
    .addColumn("kept_by", "text", (column) => column.notNull())
    .addColumn("kept_at", "timestamptz", (column) => column.notNull().defaultTo(sql`now()`))
    .addPrimaryKeyConstraint("cms_kept_overrides_pkey", ["system_id", "attribute_id"])
    .addForeignKeyConstraint(
      "cms_kept_overrides_value_fkey",
      ["system_id", "attribute_id"],
      "attribute_values",
      ["system_id", "attribute_id"],
      (constraint) => constraint.onDelete("cascade"),
    )
    .execute();
}
