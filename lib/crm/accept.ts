/** A lead on its way in: stored before it is answered, once (spec §4.4). */
import { createHash, randomUUID } from "node:crypto";
import { type Kysely, sql } from "kysely";
import { type Database, DatabaseError } from "../db/mod.ts";
import { inBatches } from "../jobs/mod.ts";
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

type Acceptance = "accepted" | "repeated";

interface Dated {
  readonly lead: Submission;
  readonly now: Date;
}

/** Leads of one statement; each is some kilobytes at most. */
const MAX_BATCH = 50;

const stores = new WeakMap<Kysely<Database>, (one: Dated) => Promise<Acceptance>>();

/**
 * Stores a lead durably, unless the same address and name have come with the same session in the last ten minutes; without
 * one, unless the same has come without one. For who came with none, the session that began with the lead counts as well: it is
 * what they come with again. Leads that come while others are being stored are stored together.
 *
 * @throws {DatabaseError} when the database does not take it; then there is no lead.
 */
export async function storeLead(
  db: Kysely<Database>,
  lead: Submission,
  now: Date,
): Promise<Acceptance> {
  let store = stores.get(db);
  if (store === undefined) {
    store = inBatches<Dated, Acceptance>((batch) => storeEach(db, batch), { most: MAX_BATCH });
    stores.set(db, store);
  }
  const outcome = await store({ lead, now });
  if (outcome === "repeated" && begins(lead)) await joinLead(db, lead, now);
  return outcome;
}

/** Stores leads together; where that fails for another reason than an outage, each by itself: none suffers for another. */
async function storeEach(
  db: Kysely<Database>,
  batch: readonly Dated[],
): Promise<readonly (Acceptance | Promise<Acceptance>)[]> {
  const outcomeOf = (stored: ReadonlySet<Dated>, one: Dated) =>
    stored.has(one) ? "accepted" : "repeated";
  try {
    const stored = await storeBatch(db, batch);
    return batch.map((one) => outcomeOf(stored, one));
  } catch (error) {
    const isOutage = error instanceof DatabaseError && error.outage;
    if (isOutage || batch.length === 1) throw error;
    return batch.map(async (one) => outcomeOf(await storeBatch(db, [one]), one));
  }
}

/** Stores those that are no repetition, in one durable statement, and gives them. */
async function storeBatch(
  db: Kysely<Database>,
  batch: readonly Dated[],
): Promise<ReadonlySet<Dated>> {
  const byDigest = new Map<string, { readonly id: string; readonly one: Dated }>();
  for (const one of batch) {
    const digest = digestOf(one.lead);
    // The second of two at once is a repetition of the first.
    if (!byDigest.has(digest)) byDigest.set(digest, { id: randomUUID(), one });
  }
  const given = Array.from(byDigest, ([digest, { id, one: { lead, now } }]) => ({
    ...lead,
    id,
    digest,
    ownDigest: begins(lead) ? ownDigestOf(lead) : null,
    now,
  }));
  const { rows } = await sql<{ id: string }>`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(given)}::text::jsonb) as given(id uuid,
        digest text, "ownDigest" text, "sessionId" text, email text, "firstName" text,
        "lastName" text, payload jsonb, track text, now timestamptz)
    ), fresh as (
      insert into crm_recent_leads as recent (digest, taken_at, lead_id)
      select digest, now, id from given order by digest collate "C"
      on conflict (digest) do update set taken_at = excluded.taken_at, lead_id = excluded.lead_id
        where recent.taken_at <= excluded.taken_at - ${REPEAT_MS}::integer * interval '1 ms'
          or recent.taken_at > excluded.taken_at + ${REPEAT_MS}::integer * interval '1 ms'
      returning lead_id
    ), begun as (
      insert into crm_recent_leads (digest, taken_at, lead_id)
      select "ownDigest", now, id from given join fresh on fresh.lead_id = given.id
      where "ownDigest" is not null order by "ownDigest" collate "C"
      on conflict (digest) do nothing
    )
    insert into crm_sync_queue
      (id, session_id, email, first_name, last_name, payload, track, next_attempt_at, created_at)
    select id, "sessionId", email, "firstName", "lastName", payload, track, now, now
    from given join fresh on fresh.lead_id = given.id
    returning id`.execute(db);
  const stored = new Set(rows.map(({ id }) => id));
  const leads = [...byDigest.values()].filter(({ id }) => stored.has(id));
  return new Set(leads.map(({ one }) => one));
}

function begins({ sessionId, cameWith }: Submission): boolean {
  return sessionId !== cameWith;
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

/**
 * Says whether two submissions are one: whoever corrects a name sends another. The session's id, which nobody can guess,
 * keeps the address from being tried out. Without one two are one where all else is the same as well: who knows nothing
 * but an address takes no place of another's lead.
 */
function digestOf({ cameWith, email, firstName, lastName, payload, track }: Submission): string {
  const { completed_at: _, ...result } = payload;
  const said = JSON.stringify([firstName, lastName, cameWith ?? [result, track]]);
  return createHash("sha256").update(`${said}\n${comparableAddress(email)}`).digest("base64url");
}
