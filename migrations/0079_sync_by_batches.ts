import { type Kysely, sql } from "kysely";

/** Stores the CMS sync in batches: it reads, plans and stores many rows at a time (spec §4.11). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await knowPages(db);
  await storeBatches(db);
}

/** Caches pages of the CMS: a page with unchanged bytes whose rows are stored unchanged need not be parsed again. */
async function knowPages(db: Kysely<unknown>): Promise<void> {
  await db.schema.createTable("sync_pages")
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("place", "integer", (column) => column.notNull())
    // Digests of its bytes, and of the other inputs that its rows were parsed and planned with.
    .addColumn("digest", "text", (column) => column.notNull())
    .addColumn("basis", "text", (column) => column.notNull())
    // The next page of the walk.
    .addColumn("next_place", "integer")
    // The keys of its rows, separated by spaces, and a digest of their stored state after everything is written.
    .addColumn("keys", "text", (column) => column.notNull())
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("read_at", "timestamptz", (column) => column.notNull().defaultTo(sql`now()`))
    .addPrimaryKeyConstraint("sync_pages_pkey", ["kind", "place"])
    .execute();
}

/** Stores planned changes in batches of hundreds: a row per change cost more than the rest of planning. */
async function storeBatches(db: Kysely<unknown>): Promise<void> {
  await db.schema.createTable("sync_batches")
    .addColumn("run_id", "text", (column) => column.notNull())
    // The number of its first change. The others are consecutive.
    .addColumn("seq", "integer", (column) => column.notNull())
    .addColumn("count", "integer", (column) => column.notNull())
    // A JSON list, as uncompressed text, because it is written once, read once or twice, and then deleted.
    .addColumn("changes", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("sync_batches_pkey", ["run_id", "seq"])
    .execute();
  await sql`alter table sync_batches alter column changes set storage external`.execute(db);
  await sql`
    insert into sync_batches (run_id, seq, count, changes)
    select run_id, min(seq), count(*), json_agg(json_build_object('key', key, 'label', label,
      'action', action, 'before', before, 'after', after, 'source', source) order by seq)
    from sync_changes join sync_runs as run on run.id = run_id
    where run.state not in ('reading', 'incomplete')
      or seq <= coalesce((run.gathered->>'planned')::integer, 0)
    group by run_id, (seq - 1) / 500`.execute(db);
  // The previous release finds no changes in a plan of this one, and would mark it as done.
  await sql`
    alter table sync_runs add constraint sync_runs_done_is_written
    check (state <> 'done' or written >= planned) not valid`.execute(db);
  // The table of single changes stays for the previous release, whose processes use it during a rolling restart.
  for (
    const [event, body, referencing] of [
      [
        "delete",
        sql`delete from sync_batches where run_id in (select id from old_rows);`,
        sql`referencing old table as old_rows`,
      ],
      ["truncate", sql`truncate sync_batches;`, sql``],
    ] as const
  ) {
    const name = sql.id(`clear_sync_batches_on_${event}`);
    await sql`
      create function ${name}() returns trigger
      language plpgsql set search_path from current as $$
      begin ${body} return null; end $$`.execute(db);
    await sql`
      create trigger ${name} after ${sql.raw(event)} on sync_runs
      ${referencing} for each statement execute function ${name}()`.execute(db);
  }
}
