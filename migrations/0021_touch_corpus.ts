import { type Kysely, sql } from "kysely";

/**
 * Records the last transaction that changed each document, its passages or its systems, so that a process with the
 * corpus in memory reloads only the changed documents. The empty id stands for all documents.
 *
 * A reader stores its `pg_current_snapshot()` and later finds the new changes by the transactions that are not visible
 * in that snapshot. Deleted documents keep their row.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createTable("corpus_touched")
    .addColumn("item_id", sql`text collate "C"`, (column) => column.primaryKey())
    .addColumn("transaction_id", sql`xid8`, (column) => column.notNull())
    .execute();
  await db.schema.createIndex("corpus_touched_transaction_idx")
    .on("corpus_touched").column("transaction_id").execute();

  // Rows are locked in one order, so that concurrent writers cannot deadlock.
  await sql`
    create function touch_corpus(ids text[]) returns void
    language sql set search_path from current as $$
      insert into corpus_touched (item_id, transaction_id)
      select id, pg_current_xact_id() from (select distinct unnest(ids) as id) as touched
      order by id collate "C"
      on conflict (item_id) do update set transaction_id = excluded.transaction_id
      where corpus_touched.transaction_id <> excluded.transaction_id
    $$`.execute(db);

  const ROWS = {
    insert: { rows: sql`new table as new_rows`, from: "new_rows" },
    delete: { rows: sql`old table as old_rows`, from: "old_rows" },
    update: { rows: sql`old table as old_rows new table as new_rows`, from: "both" },
  } as const;
  for (
    const [table, column] of [
      ["corpus_items", "id"],
      ["corpus_passages", "item_id"],
      ["corpus_item_systems", "item_id"],
    ] as const
  ) {
    for (const event of ["insert", "update", "delete"] as const) {
      const { rows, from } = ROWS[event];
      const id = sql.ref(column);
      const ids = from === "both"
        ? sql`(select ${id} from old_rows union select ${id} from new_rows) as touched`
        : sql`${sql.table(from)}`;
      const name = sql.id(`touch_${table}_on_${event}`);
      await sql`
        create function ${name}() returns trigger language plpgsql set search_path from current as $$
        begin
          perform touch_corpus(array_agg(${id})) from ${ids} having count(*) > 0;
          return null;
        end $$`.execute(db);
      await sql`
        create trigger touch_${sql.raw(event)} after ${sql.raw(event)} on ${sql.table(table)}
        referencing ${rows} for each statement execute function ${name}()`.execute(db);
    }
    const name = sql.id(`touch_${table}_on_truncate`);
    await sql`
      create function ${name}() returns trigger language plpgsql set search_path from current as $$
      begin perform touch_corpus(array['']); return null; end $$`.execute(db);
    await sql`
      create trigger touch_truncate after truncate on ${sql.table(table)}
      for each statement execute function ${name}()`.execute(db);
  }
}
