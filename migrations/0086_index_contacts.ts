import { type Kysely, sql } from "kysely";

/**
 * Indexes leads by their contact in the CRM: before each attempt a later lead of the contact is looked for, whose
 * values stay (spec §4.4).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index crm_sync_queue_contact on crm_sync_queue (contact_id, created_at)
    where contact_id is not null`.execute(db);
}
