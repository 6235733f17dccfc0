import { type Kysely, sql } from "kysely";

/**
 * Indexes waiting leads by their address: before a lead changes a contact, a later lead of the address is looked for,
 * whose values stay (spec §4.4). After an outage of the CRM, many wait.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index crm_sync_queue_waiting on crm_sync_queue (lower(email), created_at)
    where status = 'queued'`.execute(db);
}
