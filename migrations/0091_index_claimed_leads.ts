import { type Kysely, sql } from "kysely";

/**
 * Indexes the few leads that are being sent, because each claim of a lead asks for their addresses. After an outage of the
 * CRM, many others wait.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index crm_sync_queue_claimed on crm_sync_queue (claimed_until)
    where status = 'queued' and claimed_until is not null`.execute(db);
}
