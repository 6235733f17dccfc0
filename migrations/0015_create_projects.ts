import { type Kysely, sql } from "kysely";

/** Creates the installed projects of the CMS, and the products that each of them used (spec §2.13). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createTable("cms_projects")
    .addColumn("uuid", "text", (column) => column.primaryKey())
    .addColumn("tid", "integer")
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("source_synced_at", "timestamptz")
    .addColumn("slug", "text")
    .addColumn("city", "text")
    .addColumn("state", "text")
    .addColumn("lat", "double precision")
    .addColumn("lon", "double precision")
    .addColumn("architect", "text")
    .addColumn("architect_website", "text")
    .addColumn("construction_company", "text")
    .addColumn("construction_company_web", "text")
    .addColumn("design_build_firm", "text")
    // Null if the CMS has no value.
    .addColumn("featured", "boolean")
    .addColumn("gallery_order", "integer")
    .addColumn("case_study_uuid", "text")
    .addColumn("hero_image_uuid", "text")
    .addColumn("published", "boolean", (column) => column.notNull().defaultTo(false))
    .addColumn("created_at", "timestamptz", (column) => column.notNull().defaultTo(sql`now()`))
    .addColumn("updated_at", "timestamptz", (column) => column.notNull().defaultTo(sql`now()`))
    .execute();

  await db.schema.createTable("cms_project_products")
    .addColumn(
      "project_uuid",
      "text",
      (column) => column.notNull().references("cms_projects.uuid").onDelete("cascade"),
    )
    .addColumn("product_uuid", "text", (column) => column.notNull())
    .addColumn("product_name", "text")
    .addColumn("product_tid", "integer")
    .addPrimaryKeyConstraint("cms_project_products_pkey", ["project_uuid", "product_uuid"])
    .execute();
  await db.schema.createIndex("cms_project_products_product_idx")
    .on("cms_project_products").column("product_uuid").execute();

  await sql`
    create trigger stamp_update before update on cms_projects
    for each row execute function stamp_update()`.execute(db);
}
