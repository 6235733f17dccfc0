/**
 * Associates the sessions of repeated submissions with the contact of the first lead (spec §3.2, §4.4, decision 42).
 */
import type { Kysely } from "kysely";
import type { Database } from "../db/mod.ts";
import type { AssociationOutcome, Tie } from "./association.ts";

/** Dependencies of {@linkcode tieJoined}. */
interface JoinedServices {
  readonly db: Kysely<Database>;
  readonly associate: (tie: Tie) => Promise<AssociationOutcome>;
}

/**
 * Associates each waiting session of a synced lead with its contact, and removes its waiting row. A session that cannot
 * be associated yet, for example because it is not stored yet, waits for the next run.
 *
 * The leads view lists the lead once, under the session it now belongs to; if that session is gone, under each session
 * associated here.
 *
 * @throws {DatabaseError} when the database does not answer.
 */
export async function tieJoined({ db, associate }: JoinedServices): Promise<void> {
  const rows = await db.selectFrom("crm_joined_sessions as joined")
    .innerJoin("crm_sync_queue as lead", "lead.id", "joined.lead_id")
    .where("lead.status", "=", "done").where("lead.contact_id", "is not", null)
    .select(["joined.session_id", "lead.contact_id", "lead.session_id as listed", "created_at"])
    .execute();
  for (const { session_id: sessionId, contact_id: contactId, listed, created_at: sentAt } of rows) {
    if (contactId === null) continue;
    const isListed = listed === null || sessionId === listed;
    const outcome = await associate({ sessionId, source: "form", contactId, isListed, sentAt });
    if (!outcome.ok) continue;
    await db.deleteFrom("crm_joined_sessions").where("session_id", "=", sessionId).execute();
  }
}
