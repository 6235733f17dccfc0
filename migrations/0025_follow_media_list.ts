import { type Kysely, sql } from "kysely";

/**
 * Records the last transaction that changed the list data of each asset (its row of `media_library` and its tags), so
 * that a process with the list in memory reloads only the changed assets. The empty id stands for all assets.
 *
 * A reader stores its `pg_current_snapshot()` and later finds the new changes by the transactions that are not visible
 * in that snapshot. Deleted assets keep their row.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createTable("media_list_touched")
    .addColumn("asset_id", sql`text collate "C"`, (column) => column.primaryKey())
    .addColumn("transaction_id", sql`xid8`, (column) => column.notNull())
    .execute();
  await db.schema.createIndex("media_list_touched_transaction_idx")
    .on("media_list_touched").column("transaction_id").execute();

  // Writers of tags or facts have already locked the library row of the asset, so none waits here.
  await sql`
    create function touch_media_list(ids text[]) returns void
    language sql set search_path from current as $$
      insert into media_list_touched (asset_id, transaction_id)
      select id, pg_current_xact_id() from (select distinct unnest(ids) as id) as touched
      order by id collate "C"
      on conflict (asset_id) do update set transaction_id = excluded.transaction_id
      where media_list_touched.transaction_id <> excluded.transaction_id
    $$`.execute(db);

  for (const table of ["media_library", "media_tags"]) {
    for (const event of ["insert", "update", "delete"] as const) {
      const [rows, referencing] = ROWS[event];
      const name = sql.id(`follow_${table}_on_${event}`);
      await sql`
        create function ${name}() returns trigger
        language plpgsql set search_path from current as $$
        begin
          perform touch_media_list(array_agg(asset_id)) from ${rows} having count(*) > 0;
          return null;
        end $$`.execute(db);
      // Named so that it fires after the triggers that maintain the library, because triggers fire in the order of
      // names.
      await sql`
        create trigger ${sql.id(`note_list_${event}`)} after ${sql.raw(event)} on ${
        sql.table(table)
      }
        referencing ${referencing} for each statement execute function ${name}()`.execute(db);
    }
    const name = sql.id(`follow_${table}_on_truncate`);
    await sql`
      create function ${name}() returns trigger
      language plpgsql set search_path from current as $$
      begin perform touch_media_list(array['']); return null; end $$`.execute(db);
    await sql`
      create trigger note_list_truncate after truncate on ${sql.table(table)}
      for each statement execute function ${name}()`.execute(db);
  }
}

const ROWS = {
  insert: [sql`new_rows`, sql`new table as new_rows`],
  delete: [sql`old_rows`, sql`old table as old_rows`],
  update: [
    sql`(select asset_id from old_rows union select asset_id from new_rows) as changed`,
    sql`old table as old_rows new table as new_rows`,
  ],
} as const;
