import { type Kysely, sql } from "kysely";

/**
 * Creates the events of buyers who consented to measurement: bounded columns and no free text. `session_ref` is a
 * digest of the session id, because the id itself gives access to the session; it is set to null when the session is
 * deleted.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createTable("analytics_events")
    .addColumn("id", "bigint", (column) => column.primaryKey().generatedAlwaysAsIdentity())
    .addColumn(
      "kind",
      "text",
      (column) => column.notNull().check(sql`kind ~ '^[a-z][a-z_]{0,39}$'`),
    )
    .addColumn("ref", "text", (column) => column.check(sql`ref ~ ${sql.lit(ID)}`))
    .addColumn("track", "text", (column) => column.check(sql`track ~ ${sql.lit(ID)}`))
    .addColumn(
      "session_ref",
      "text",
      (column) => column.check(sql`session_ref ~ '^[A-Za-z0-9_-]{22}$'`),
    )
    .addColumn("at", "timestamptz", (column) => column.notNull())
    .addColumn("created_at", "timestamptz", (column) => column.notNull().defaultTo(sql`now()`))
    .execute();

  // Exports page by time, with the id as tie-break.
  await db.schema.createIndex("analytics_events_created_at_id_key")
    .on("analytics_events").columns(["created_at", "id"]).unique().execute();
  await db.schema.createIndex("analytics_events_session_ref_idx")
    .on("analytics_events").column("session_ref").where(sql`session_ref`, "is not", null).execute();
}

const ID = "^[a-zA-Z0-9][a-zA-Z0-9_-]{0,99}$";
