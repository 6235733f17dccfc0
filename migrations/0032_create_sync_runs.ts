import { type Kysely, sql } from "kysely";

/**
 * Creates the runs of the CMS sync: their reports, planned changes, and the claim of the active run (spec §3.3, §4.11).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const list = sql`'[]'::jsonb`;
  await db.schema.createTable("sync_runs")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn(
      "kind",
      "text",
      (column) => column.notNull().check(sql`kind in ('attributes', 'projects', 'images')`),
    )
    .addColumn("state", "text", (column) =>
      column.notNull().defaultTo("reading").check(sql`
        state in ('reading', 'incomplete', 'ready', 'applying', 'stopped', 'done', 'abandoned')`))
    .addColumn("started_by", "text", (column) => column.notNull())
    .addColumn("applied_by", "text")
    .addColumn("started_at", "timestamptz", (column) => column.notNull())
    .addColumn("ended_at", "timestamptz")
    // The number of pages read.
    .addColumn("pages", "integer", (column) => column.notNull().defaultTo(0))
    // The state from which an unfinished walk continues.
    .addColumn("gathered", "jsonb")
    // Digests of the plan's inputs other than the rows of the CMS, and of the plan itself.
    .addColumn("basis", "text")
    .addColumn("plan_hash", "text")
    .addColumn("counts", "jsonb", (column) => column.notNull())
    .addColumn("unmapped_terms", "jsonb", (column) => column.notNull().defaultTo(list))
    .addColumn("unmapped_fields", "jsonb", (column) => column.notNull().defaultTo(list))
    .addColumn("warnings", "jsonb", (column) => column.notNull().defaultTo(list))
    .addColumn("errors", "jsonb", (column) => column.notNull().defaultTo(list))
    // The number of planned changes, and how many of them are written.
    .addColumn("planned", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("written", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema.createIndex("sync_runs_started_idx")
    .on("sync_runs").columns(["started_at desc", "id"]).execute();

  await db.schema.createTable("sync_changes")
    .addColumn(
      "run_id",
      "text",
      (column) => column.notNull().references("sync_runs.id").onDelete("cascade"),
    )
    // The position in the order of writing, from 1.
    .addColumn("seq", "integer", (column) => column.notNull())
    .addColumn("key", "text", (column) => column.notNull())
    .addColumn("label", "text", (column) => column.notNull())
    .addColumn("action", "text", (column) => column.notNull())
    .addColumn("before", "jsonb")
    .addColumn("after", "jsonb", (column) => column.notNull())
    // The data of the CMS that the change results from.
    .addColumn("source", "jsonb", (column) => column.notNull())
    .addPrimaryKeyConstraint("sync_changes_pkey", ["run_id", "seq"])
    .execute();

  // A single row, because one sync runs at a time over all processes.
  await db.schema.createTable("sync_claim")
    .addColumn("id", "boolean", (column) => column.primaryKey().defaultTo(true).check(sql`id`))
    .addColumn("run_id", "text")
    .addColumn("kind", "text")
    .addColumn("holder", "text")
    .addColumn("since", "timestamptz")
    .addColumn("until", "timestamptz")
    // The token of the running step; null between two steps of a run.
    .addColumn("token", "text")
    .execute();
  await sql`insert into sync_claim default values`.execute(db);
}
