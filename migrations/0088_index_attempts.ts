import { type Kysely, sql } from "kysely";

/**
 * Indexes the queued leads that were attempted, which are many while the CRM is down. The latest attempt tells staff
 * what is wrong with the CRM. A submission is not attempted yet and so adds no index entry.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index crm_sync_queue_attempted on crm_sync_queue (last_attempt_at)
    where status = 'queued' and last_attempt_at is not null`.execute(db);
}
