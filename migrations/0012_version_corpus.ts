import { type Kysely, sql } from "kysely";

/** Columns of `corpus_items` that are visible to buyers; the time of the last link check is not. */
const TOLD = [
  "title",
  "content_type",
  "source_kind",
  "source_url",
  "pdp_path",
  "link_status",
  "version",
  "fetched_at",
  "state",
];

/**
 * Adds triggers that increment `corpus_version` once for every transaction that changes quotable content, and send the
 * new version on the channel `corpus_changed`. As with `catalog_version` (0004), statements only insert a note, and the
 * version is incremented at the commit.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createTable("corpus_version")
    .addColumn("id", "boolean", (column) => column.primaryKey().defaultTo(true).check(sql`id`))
    .addColumn("version", "bigint", (column) => column.notNull())
    .execute();
  await sql`insert into corpus_version (version) values (1)`.execute(db);

  await db.schema.createTable("corpus_changes")
    .addColumn(
      "transaction_id",
      sql`xid8`,
      (column) => column.notNull().defaultTo(sql`pg_current_xact_id()`),
    )
    .execute();

  await sql`
    create function note_corpus_change() returns trigger
    language plpgsql set search_path from current as $$
    begin
      if not exists (
        select from corpus_changes where transaction_id = pg_current_xact_id()
      ) then
        insert into corpus_changes default values;
      end if;
      return null;
    end $$`.execute(db);
  await sql`
    create function move_corpus_version() returns trigger
    language plpgsql set search_path from current as $$
    declare
      moved bigint;
    begin
      delete from corpus_changes where transaction_id = pg_current_xact_id();
      if found then
        update corpus_version set version = version + 1 returning version into moved;
        perform pg_notify('corpus_changed', moved::text);
      end if;
      return null;
    end $$`.execute(db);
  await sql`
    create constraint trigger move_corpus_version
    after insert on corpus_changes deferrable initially deferred
    for each row execute function move_corpus_version()`.execute(db);

  for (const table of ["corpus_item_systems", "corpus_passages"]) {
    await sql`
      create trigger note_corpus_change
      after insert or update or delete or truncate on ${sql.table(table)}
      for each statement execute function note_corpus_change()`.execute(db);
  }
  await sql`
    create trigger note_corpus_change
    after insert or delete or truncate on corpus_items
    for each statement execute function note_corpus_change()`.execute(db);
  const columnsOf = (row: string) => sql.join(TOLD.map((column) => sql.ref(`${row}.${column}`)));
  await sql`
    create trigger note_corpus_update after update on corpus_items
    for each row when ((${columnsOf("old")}) is distinct from (${columnsOf("new")}))
    execute function note_corpus_change()`.execute(db);
}
