import { type Kysely, sql } from "kysely";

/**
 * Creates the mappings of CMS terms to systems and of CMS fields to attributes (spec §2.4). A database that already has
 * systems and attributes gets the mappings that a new one is seeded with.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createTable("cms_system_mappings")
    .addColumn(
      "system_id",
      "text",
      (column) => column.primaryKey().references("systems.id").onDelete("cascade"),
    )
    // The join key to the CMS.
    .addColumn(
      "cms_term_name",
      "text",
      (column) => column.notNull().check(sql`cms_term_name <> ''`),
    )
    // Null until the first sync that finds the term.
    .addColumn("cms_term_id", "integer")
    .addColumn("cms_term_uuid", "text")
    .addColumn("created_at", "timestamptz", (column) => column.notNull().defaultTo(sql`now()`))
    .addColumn("updated_at", "timestamptz", (column) => column.notNull().defaultTo(sql`now()`))
    .addUniqueConstraint("cms_system_mappings_term_name_key", ["cms_term_name"])
    .addUniqueConstraint("cms_system_mappings_term_uuid_key", ["cms_term_uuid"])
    .execute();
  await db.schema.createTable("cms_attribute_mappings")
    .addColumn(
      "attribute_id",
      "text",
      (column) => column.primaryKey().references("attributes.id").onDelete("cascade"),
    )
    .addColumn(
      "cms_field",
      "text",
      (column) => column.notNull().check(sql`cms_field ~ '^[a-z][a-z0-9_]{0,63}$'`),
    )
    // The vocabulary that the field refers to, or null for a field with a plain value.
    .addColumn(
      "cms_vocabulary",
      "text",
      (column) => column.check(sql`cms_vocabulary ~ '^[a-z][a-z0-9_]{0,63}$'`),
    )
    .addColumn("created_at", "timestamptz", (column) => column.notNull().defaultTo(sql`now()`))
    .addColumn("updated_at", "timestamptz", (column) => column.notNull().defaultTo(sql`now()`))
    .addUniqueConstraint("cms_attribute_mappings_field_key", ["cms_field"])
    .execute();
  for (const table of ["cms_system_mappings", "cms_attribute_mappings"]) {
    await sql`
      create trigger stamp_update before update on ${sql.table(table)}
      for each row execute function stamp_update()`.execute(db);
  }
  await mapWhatIsThere(db);
}

const FIELDS: readonly (readonly [attribute: string, field: string, vocabulary: string | null])[] =
  [
    ["operation-type", "field_operation_type", "operation_types"],
    ["material", "field_material", "materials"],
    ["stc", "field_stc_rating", null],
    ["panel-width", "field_panel_width", null],
    ["panel-height", "field_panel_height", null],
    ["opening-width", "field_opening_width", null],
    ["sill-types", "field_sill_types", "sill_types"],
    ["fire-rating", "field_fire_rating", null],
  ];

async function mapWhatIsThere(db: Kysely<unknown>): Promise<void> {
  await sql`
    insert into cms_system_mappings (system_id, cms_term_name, cms_term_uuid)
    select system.id, system.name, product.uuid
    from (
      select id, btrim(name) as name from systems
      where retired_at is null and btrim(name) <> ''
    ) as system
    left join (
      select product_name, min(product_uuid) as uuid from cms_project_products
      group by product_name having count(distinct product_uuid) = 1
    ) as product on product.product_name = system.name
    on conflict do nothing`.execute(db);
  for (const [attribute, field, vocabulary] of FIELDS) {
    await sql`
      insert into cms_attribute_mappings (attribute_id, cms_field, cms_vocabulary)
      select id, ${sql.lit(field)}, ${sql.lit(vocabulary)} from attributes
      where id = ${sql.lit(attribute)}`.execute(db);
  }
}
