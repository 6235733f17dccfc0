import { type Kysely, sql } from "kysely";

/** A sync reads and plans many rows at a time, and is stored as many at a time (spec §4.11). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await knowPages(db);
  await storeBatches(db);
}

/**
 * What is known of pages of the CMS: one that comes again with the same bytes, and whose rows are stored as it says, need
 * not be taken apart.
 */
async function knowPages(db: Kysely<unknown>): Promise<void> {
  await db.schema.createTable("sync_pages")
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("place", "integer", (column) => column.notNull())
    // Digests of its bytes, and of what its rows were read and planned by beside them.
    .addColumn("digest", "text", (column) => column.notNull())
    .addColumn("basis", "text", (column) => column.notNull())
    // Where the walk goes on after it.
    .addColumn("next_place", "integer")
    // What its rows are known by, between blanks, and a digest of them as they are stored once all is written.
    .addColumn("keys", "text", (column) => column.notNull())
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("read_at", "timestamptz", (column) => column.notNull().defaultTo(sql`now()`))
    .addPrimaryKeyConstraint("sync_pages_pkey", ["kind", "place"])
    .execute();
}

/** Changes are planned and read again by the hundred; a row for each cost more than all the rest of planning it. */
async function storeBatches(db: Kysely<unknown>): Promise<void> {
  await db.schema.createTable("sync_batches")
    .addColumn("run_id", "text", (column) => column.notNull())
    // Of its first change; the others follow.
    .addColumn("seq", "integer", (column) => column.notNull())
    .addColumn("count", "integer", (column) => column.notNull())
    // A JSON list. As text, and never packed: it is written once, read once or twice, and deleted.
    .addColumn("changes", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("sync_changes_pkey1", ["run_id", "seq"])
    .execute();
  await sql`alter table sync_batches alter column changes set storage external`.execute(db);
  await sql`
    insert into sync_batches (run_id, seq, count, changes)
    select run_id, min(seq), count(*), json_agg(json_build_object('key', key, 'label', label,
      'action', action, 'before', before, 'after', after, 'source', source) order by seq)
    from sync_changes group by run_id, (seq - 1) / 500`.execute(db);
  // What deletes them with their run knows the table by its name.
  await db.schema.dropTable("sync_changes").execute();
  await sql`alter table sync_batches rename to sync_changes`.execute(db);
  await sql`alter index sync_changes_pkey1 rename to sync_changes_pkey`.execute(db);
}
