import { type Kysely, sql } from "kysely";

/** Creates the corpus: documents split into passages, and the systems they are about. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createTable("corpus_items")
    .addColumn(
      "id",
      "text",
      (column) => column.primaryKey().check(sql`id ~ '^[a-zA-Z0-9][a-zA-Z0-9_-]{0,99}$'`),
    )
    // Identifies a document across its versions: its source address or path.
    .addColumn("source_key", "text", (column) => column.notNull())
    .addColumn("title", "text", (column) => column.notNull())
    .addColumn(
      "content_type",
      "text",
      (column) =>
        column.notNull().check(sql`content_type in ('pdp', 'blog', 'tech-doc', 'marketing')`),
    )
    .addColumn(
      "source_kind",
      "text",
      (column) =>
        column.notNull().check(sql`source_kind in ('url', 'cms-view', 'cms-dump', 'upload')`),
    )
    .addColumn("source_url", "text")
    // The path of the product page that a pdp item was captured from (spec §2.11).
    .addColumn("pdp_path", "text")
    .addColumn("link_status", "text", (column) =>
      column.notNull().defaultTo("unchecked")
        .check(sql`link_status in ('live', 'dead', 'unchecked')`))
    .addColumn("link_checked_at", "timestamptz")
    .addColumn("link_note", "text")
    .addColumn("version", "text", (column) => column.notNull())
    .addColumn("fetched_at", "timestamptz", (column) => column.notNull())
    .addColumn("content_hash", "text", (column) => column.notNull())
    .addColumn("state", "text", (column) =>
      column.notNull().defaultTo("active")
        .check(sql`state in ('active', 'retired', 'superseded')`))
    .addColumn("superseded_by", "text")
    .addColumn("created_at", "timestamptz", (column) => column.notNull().defaultTo(sql`now()`))
    .addColumn("updated_at", "timestamptz", (column) => column.notNull().defaultTo(sql`now()`))
    .addCheckConstraint(
      "corpus_items_superseded_check",
      sql`(state = 'superseded') = (superseded_by is not null)`,
    )
    // Checked at the commit, because the old version must be superseded before the new one is inserted.
    .addForeignKeyConstraint(
      "corpus_items_superseded_by_fkey",
      ["superseded_by"],
      "corpus_items",
      ["id"],
      (constraint) => constraint.deferrable().initiallyDeferred(),
    )
    .execute();
  // At most one version of a document is current, which means active or retired.
  await db.schema.createIndex("corpus_items_one_current_key").unique()
    .on("corpus_items").column("source_key").where(sql`state`, "<>", "superseded")
    .execute();
  await db.schema.createIndex("corpus_items_key_idx")
    .on("corpus_items").column("source_key").execute();

  // No foreign key to the system, because content about it can be imported before it and outlive it.
  await db.schema.createTable("corpus_item_systems")
    .addColumn(
      "item_id",
      "text",
      (column) => column.notNull().references("corpus_items.id").onDelete("cascade"),
    )
    .addColumn("system_id", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("corpus_item_systems_pkey", ["item_id", "system_id"])
    .execute();
  await db.schema.createIndex("corpus_item_systems_system_idx")
    .on("corpus_item_systems").column("system_id").execute();

  await db.schema.createTable("corpus_passages")
    .addColumn(
      "item_id",
      "text",
      (column) => column.notNull().references("corpus_items.id").onDelete("cascade"),
    )
    .addColumn("seq", "integer", (column) => column.notNull().check(sql`seq >= 1`))
    .addColumn("heading", "text")
    .addColumn("text", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("corpus_passages_pkey", ["item_id", "seq"])
    .execute();

  await sql`
    create trigger stamp_update before update on corpus_items
    for each row execute function stamp_update()`.execute(db);
}
