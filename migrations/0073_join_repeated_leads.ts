import { type Kysely, sql } from "kysely";

/**
 * Of two clicks the browser keeps the cookie of one answer, and it is not for us to say which. So each begins a session,
 * and a session whose lead was there already waits here to be tied to the contact of that lead.
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
