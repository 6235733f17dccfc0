/** A lead on its way in: stored before it is answered, once (spec §4.4). */
import { createHash, randomUUID } from "node:crypto";
import { type Kysely, sql } from "kysely";
import type { Database } from "../db/mod.ts";
import type { SessionPayload } from "../session/mod.ts";
import { comparableAddress } from "./client/address.ts";

/** The same submission within this time is no other lead. */
export const REPEAT_MS = 10 * 60_000;

/** A lead to be stored. */
export interface Submission {
  readonly email: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  /** The session that the lead belongs to. */
  readonly sessionId: string | null;
  /** The session that the submission came with, if any: what comes with it again is a repetition. */
  readonly cameWith: string | null;
  readonly payload: SessionPayload;
  readonly track: string | null;
}

/**
 * Stores a lead in one statement, unless the same address has come with the same session in the last ten minutes. For
 * who came with none, the session that began with the lead counts as well: it is what they come with again.
 *
 * @throws {DatabaseError} when the database does not take it; then there is no lead.
 */
export async function storeLead(
  db: Kysely<Database>,
  lead: Submission,
  now: Date,
): Promise<"accepted" | "repeated"> {
  const until = new Date(now.getTime() - REPEAT_MS);
  const { rows } = await sql`
    with fresh as (
      insert into crm_recent_leads (digest, taken_at)
      values (${digestOf(lead)}, ${now}::timestamptz)
      on conflict (digest) do update set taken_at = excluded.taken_at
        where crm_recent_leads.taken_at <= ${until}::timestamptz
      returning digest
    ), begun as (
      insert into crm_recent_leads (digest, taken_at)
      select ${digestOf({ ...lead, cameWith: lead.sessionId })}, ${now}::timestamptz from fresh
      where ${lead.sessionId !== lead.cameWith}::boolean
      on conflict (digest) do nothing
    )
    insert into crm_sync_queue
      (id, session_id, email, first_name, last_name, payload, track, next_attempt_at, created_at)
    select ${randomUUID()}::uuid, ${lead.sessionId}::text, ${lead.email}::text,
      ${lead.firstName}::text, ${lead.lastName}::text, ${JSON.stringify(lead.payload)}::text::jsonb,
      ${lead.track}::text, ${now}::timestamptz, ${now}::timestamptz
    from fresh
    returning id`.execute(db);
  return rows.length > 0 ? "accepted" : "repeated";
}

/** Says whether two submissions are one. The session's id, which nobody can guess, keeps the address from being tried out. */
function digestOf({ cameWith, email }: Submission): string {
  return createHash("sha256").update(`${cameWith ?? ""}\n${comparableAddress(email)}`)
    .digest("base64url");
}
