/** Sessions of repeated submissions: each is tied to the contact of the lead that was there first (spec §3.2, §4.4). */
import type { Kysely } from "kysely";
import type { Database } from "../db/mod.ts";
import type { AssociationOutcome, Tie } from "./association.ts";

/** What tying works with. */
export interface JoinedServices {
  readonly db: Kysely<Database>;
  readonly associate: (tie: Tie) => Promise<AssociationOutcome>;
}

/**
 * Ties every session that has joined a lead which has landed to its contact, and forgets that it waits. What cannot be tied
 * now, also because the session is still on its way into the store, waits for the next run. The lead is listed once, with
 * the session that it came with first, or that it has passed to since; with each where the first has gone unseen.
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
