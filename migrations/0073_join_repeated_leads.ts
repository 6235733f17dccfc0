import { type Kysely, sql } from "kysely";

/**
 * Creates the sessions of repeated leads. A double click starts two sessions, and the browser keeps the cookie of
 * either. So the session of the repeated lead waits here for its association with the contact of the first lead.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("crm_recent_leads").addColumn("lead_id", "uuid").execute();
  await db.schema.createTable("crm_joined_sessions")
    .addColumn("session_id", "text", (column) => column.primaryKey())
    .addColumn(
      "lead_id",
      "uuid",
      (column) => column.notNull().references("crm_sync_queue.id").onDelete("cascade"),
    )
    .execute();
  await sql`create index crm_joined_sessions_lead on crm_joined_sessions (lead_id)`.execute(db);
}
