import { type Kysely, sql } from "kysely";

/**
 * Figures and exports are about when something happened. When it was recorded, which the index until now was by, is by
 * the database's clock and asked for by nobody.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex("analytics_events_at_id_key")
    .on("analytics_events").columns(["at", "id"]).unique().execute();
  await sql`drop index analytics_events_created_at_id_key`.execute(db);
}
