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
 * Stores a lead in one durable statement, unless the same address has come with the same session in the last ten minutes. For
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
  const id = randomUUID();
  const begins = lead.sessionId !== lead.cameWith;
  const begun = begins
    ? sql`, begun as (
      insert into crm_recent_leads (digest, taken_at, lead_id)
      select ${ownDigestOf(lead)}, ${now}::timestamptz, ${id}::uuid from fresh
      on conflict (digest) do nothing
    )`
    : sql``;
  const { rows } = await sql`
    with fresh as (
      insert into crm_recent_leads (digest, taken_at, lead_id)
      values (${digestOf(lead)}, ${now}::timestamptz, ${id}::uuid)
      on conflict (digest) do update set taken_at = excluded.taken_at, lead_id = excluded.lead_id
        where crm_recent_leads.taken_at <= ${until}::timestamptz
      returning digest
    )${begun}
    insert into crm_sync_queue
      (id, session_id, email, first_name, last_name, payload, track, next_attempt_at, created_at)
    select ${id}::uuid, ${lead.sessionId}::text, ${lead.email}::text,
      ${lead.firstName}::text, ${lead.lastName}::text, ${JSON.stringify(lead.payload)}::text::jsonb,
      ${lead.track}::text, ${now}::timestamptz, ${now}::timestamptz
    from fresh
    returning id`.execute(db);
  if (rows.length > 0) return "accepted";
  if (begins) await joinLead(db, lead, now);
  return "repeated";
}

/** The session of a repetition joins the lead that was there first; what comes with it is a repetition as well. */
async function joinLead(db: Kysely<Database>, lead: Submission, now: Date): Promise<void> {
  await sql`
    with known as (
      select queue.id from crm_recent_leads as recent
      join crm_sync_queue as queue on queue.id = recent.lead_id
      where recent.digest = ${digestOf(lead)}
    ), begun as (
      insert into crm_recent_leads (digest, taken_at, lead_id)
      select ${ownDigestOf(lead)}, ${now}::timestamptz, id from known
      on conflict (digest) do nothing
    )
    insert into crm_joined_sessions (session_id, lead_id)
    select ${lead.sessionId}::text, id from known
    on conflict (session_id) do nothing`.execute(db);
}

/** That of the submission when it comes again with the session that it began. */
function ownDigestOf(lead: Submission): string {
  return digestOf({ ...lead, cameWith: lead.sessionId });
}

/** Says whether two submissions are one. The session's id, which nobody can guess, keeps the address from being tried out. */
function digestOf({ cameWith, email }: Submission): string {
  return createHash("sha256").update(`${cameWith ?? ""}\n${comparableAddress(email)}`)
    .digest("base64url");
}
