import { type Kysely, sql } from "kysely";

/**
 * Indexes events by the time when they happened, which figures and exports filter by. Replaces the index by the time
 * when they were recorded, which no query uses.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex("analytics_events_at_id_key")
    .on("analytics_events").columns(["at", "id"]).unique().execute();
  await sql`drop index analytics_events_created_at_id_key`.execute(db);
}
