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
 * Ties the sessions that have joined a lead to its contact, and forgets that they wait. Before the lead has landed it does
 * nothing: whoever lands it asks again. The lead is listed once, with the session that it came with first, or that it has
 * passed to since.
 *
 * @param which the lead, or one of the sessions that may have joined one.
 * @throws {DatabaseError} when the database does not answer.
 */
export async function tieJoined(
  { db, associate }: JoinedServices,
  which: { readonly leadId: string } | { readonly sessionId: string },
): Promise<void> {
  const waiting = db.selectFrom("crm_joined_sessions as joined")
    .innerJoin("crm_sync_queue as lead", "lead.id", "joined.lead_id")
    .where("lead.status", "=", "done").where("lead.contact_id", "is not", null);
  const chosen = "leadId" in which
    ? waiting.where("joined.lead_id", "=", which.leadId)
    : waiting.where("joined.session_id", "=", which.sessionId);
  const rows = await chosen
    .select(["joined.session_id", "lead.contact_id", "lead.session_id as listed", "created_at"])
    .execute();
  for (const { session_id: sessionId, contact_id: contactId, listed, created_at: sentAt } of rows) {
    if (contactId === null) continue;
    const isListed = sessionId === listed;
    const outcome = await associate({ sessionId, source: "form", contactId, isListed, sentAt });
    if (!outcome.ok && outcome.reason === "unavailable") continue;
    await db.deleteFrom("crm_joined_sessions").where("session_id", "=", sessionId).execute();
  }
}
