import { type ColumnDefinitionBuilder, type CreateTableBuilder, type Kysely, sql } from "kysely";

/** Creates pictures and videos with their tags and usages (spec §2.12). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createAssets(db);
  await createUses(db);
  await createVocabulary(db);
  for (const table of ["media_assets", "media_categories", "shot_groups", "system_galleries"]) {
    await sql`
      create trigger stamp_update before update on ${sql.table(table)}
      for each row execute function stamp_update()`.execute(db);
  }
}

async function createAssets(db: Kysely<unknown>): Promise<void> {
  // Groups of shots of one scene, of which a page shows one.
  await stamped(db.schema.createTable("shot_groups"))
    .addColumn("id", "text", (column) => column.primaryKey().check(ID))
    .addColumn("name", "text", (column) => column.notNull())
    .execute();

  await stamped(db.schema.createTable("media_assets"))
    .addColumn("id", "text", (column) => column.primaryKey().check(ID))
    .addColumn("filename", "text", (column) => column.notNull())
    .addColumn("title", "text")
    // Null until staff have written one.
    .addColumn("alt_text", "text")
    .addColumn(
      "type",
      "text",
      (column) => column.notNull().check(sql`type in ('image', 'video')`),
    )
    .addColumn(
      "source",
      "text",
      (column) => column.notNull().defaultTo("manual").check(sql`source in ('manual', 'cms')`),
    )
    // The id in the CMS, by which a sync finds it again (spec §4.11).
    .addColumn("source_ref", "text", (column) => column.unique())
    // The stored original. All null until a remote original has been imported.
    .addColumn("mime", "text")
    .addColumn("bytes", "integer")
    .addColumn("original_hash", "text")
    // Hash of the uploaded file, so that the same file is recognised.
    .addColumn("upload_hash", "text", (column) => column.unique())
    // Can be known before the original is stored.
    .addColumn("width", "integer", (column) => column.check(sql`width > 0`))
    .addColumn("height", "integer", (column) => column.check(sql`height > 0`))
    .addColumn(
      "placeholder",
      "text",
      (column) => column.check(sql`placeholder ~ '^#[0-9a-f]{6}$'`),
    )
    .addColumn(
      "focal_x",
      "double precision",
      (column) => column.notNull().defaultTo(0.5).check(sql`focal_x between 0 and 1`),
    )
    .addColumn(
      "focal_y",
      "double precision",
      (column) => column.notNull().defaultTo(0.5).check(sql`focal_y between 0 and 1`),
    )
    .addColumn("remote_url", "text")
    // The reason and the time of the last failed import.
    .addColumn("import_error", "text")
    .addColumn("import_failed_at", "timestamptz")
    // The id at the video host. The asset's picture is the still.
    .addColumn("video_id", "text")
    .addColumn("gallery_position", "integer")
    .addColumn(
      "shot_group_id",
      "text",
      (column) => column.references("shot_groups.id").onDelete("set null"),
    )
    .addColumn("uploaded_by", "text")
    .addCheckConstraint(
      "media_assets_original_check",
      sql`(original_hash is null) = (mime is null) and (original_hash is null) = (bytes is null)
        and (original_hash is null or (width is not null and height is not null))`,
    )
    .addCheckConstraint(
      "media_assets_video_check",
      sql`(type = 'video') = (video_id is not null)`,
    )
    .execute();

  await db.schema.createIndex("media_assets_group_idx").on("media_assets").column("shot_group_id")
    .where(sql`shot_group_id`, "is not", null).execute();
  await db.schema.createIndex("media_assets_without_alt_idx").on("media_assets")
    .columns(["created_at", "id"]).where(sql`alt_text`, "is", null).execute();

  // In chunks, so that an original is never completely in memory when it is written or read.
  await db.schema.createTable("media_blobs")
    .addColumn("asset_id", "text", references("media_assets.id"))
    .addColumn("seq", "integer", (column) => column.notNull().check(sql`seq >= 0`))
    .addColumn("bytes", "bytea", (column) => column.notNull())
    .addPrimaryKeyConstraint("media_blobs_pkey", ["asset_id", "seq"])
    .execute();
}

async function createUses(db: Kysely<unknown>): Promise<void> {
  await db.schema.createTable("media_links")
    .addColumn("asset_id", "text", references("media_assets.id"))
    .addColumn(
      "owner_type",
      "text",
      (column) => column.notNull().check(sql`owner_type in ('system', 'option', 'page')`),
    )
    .addColumn("owner_id", "text", (column) => column.notNull())
    .addColumn("slot", "text", (column) => column.notNull())
    .addColumn("position", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("is_primary", "boolean", (column) => column.notNull().defaultTo(false))
    .addPrimaryKeyConstraint("media_links_pkey", ["owner_type", "owner_id", "slot", "asset_id"])
    .execute();
  await db.schema.createIndex("media_links_one_primary_key").unique()
    .on("media_links").columns(["owner_type", "owner_id", "slot"]).where(sql`is_primary`, "=", true)
    .execute();
  await db.schema.createIndex("media_links_asset_idx")
    .on("media_links").column("asset_id").execute();

  await stamped(db.schema.createTable("system_galleries"))
    .addColumn(
      "system_id",
      "text",
      (column) => column.primaryKey().references("systems.id").onDelete("cascade"),
    )
    .addColumn(
      "display_mode",
      "text",
      (column) =>
        column.notNull().defaultTo("grid").check(sql`display_mode in ('grid', 'slideshow')`),
    )
    .execute();
}

async function createVocabulary(db: Kysely<unknown>): Promise<void> {
  await stamped(db.schema.createTable("media_categories"))
    .addColumn("id", "text", (column) => column.primaryKey().check(ID))
    .addColumn(
      "axis",
      "text",
      (column) => column.notNull().check(sql`axis in ('application', 'geography', 'attribute')`),
    )
    .addColumn("name", "text", (column) => column.notNull())
    // Synonyms that are searched in file names and texts to propose the tag.
    .addColumn("words", sql`text[]`, (column) => column.notNull().defaultTo(sql`'{}'`))
    .addColumn("position", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("retired_at", "timestamptz")
    .execute();
  await sql`
    create unique index media_categories_name_key
    on media_categories (axis, lower(name)) where retired_at is null`.execute(db);
  // The answers of buyers that select the pictures of a category.
  await db.schema.createTable("media_category_options")
    .addColumn("category_id", "text", references("media_categories.id"))
    .addColumn("option_id", "text", references("factor_options.id"))
    .addPrimaryKeyConstraint("media_category_options_pkey", ["category_id", "option_id"])
    .execute();

  // `tag_ref` is a system, a project's uuid, an option (factor), or a category on its axis. No foreign key, because a
  // picture can be synced before the record that it shows.
  await db.schema.createTable("media_tags")
    .addColumn("asset_id", "text", references("media_assets.id"))
    .addColumn("tag_type", "text", (column) =>
      column.notNull().check(
        sql`tag_type in ('system', 'project', 'factor', 'application', 'geography', 'attribute')`,
      ))
    .addColumn("tag_ref", "text", (column) => column.notNull())
    // Rejected proposals are kept, so that they are not proposed again.
    .addColumn(
      "state",
      "text",
      (column) =>
        column.notNull().defaultTo("live").check(sql`state in ('live', 'proposed', 'rejected')`),
    )
    .addColumn("confidence", "real", (column) => column.check(sql`confidence between 0 and 1`))
    .addColumn(
      "source",
      "text",
      (column) =>
        column.notNull().defaultTo("manual").check(sql`source in ('manual', 'cms', 'proposer')`),
    )
    .addColumn("created_at", "timestamptz", (column) => column.notNull().defaultTo(sql`now()`))
    .addPrimaryKeyConstraint("media_tags_pkey", ["asset_id", "tag_type", "tag_ref"])
    .addCheckConstraint(
      "media_tags_proposed_check",
      sql`state <> 'proposed' or confidence is not null`,
    )
    .execute();
}

const ID = sql`id ~ '^[a-zA-Z0-9][a-zA-Z0-9_-]{0,99}$'`;

/** Adds a column that references another record, with `on delete cascade`. */
function references(target: "media_assets.id" | "media_categories.id" | "factor_options.id") {
  return (column: ColumnDefinitionBuilder) =>
    column.notNull().references(target).onDelete("cascade");
}

function stamped<T extends string>(table: CreateTableBuilder<T>): CreateTableBuilder<T> {
  return table
    .addColumn("created_at", "timestamptz", (column) => column.notNull().defaultTo(sql`now()`))
    .addColumn("updated_at", "timestamptz", (column) => column.notNull().defaultTo(sql`now()`));
}
