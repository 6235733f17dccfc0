/** Stores a lead durably, once, before its request is answered (spec §4.4). */
import { createHash, randomUUID } from "node:crypto";
import { type Kysely, sql } from "kysely";
import { type Database, withShortLimits } from "../db/mod.ts";
import { inBatches } from "../jobs/mod.ts";
import { isOutage } from "../kv/mod.ts";
import type { SessionPayload } from "../session/mod.ts";
import { comparableAddress } from "./client/address.ts";

/** A repeated submission within this time joins the first lead (decision 42). */
export const REPEAT_MS = 10 * 60_000;

/** A lead to store. */
export interface Submission {
  readonly email: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  /** The session that the lead belongs to. */
  readonly sessionId: string | null;
  /** The session that the request already had, if any. Repetitions are recognised by it. */
  readonly cameWith: string | null;
  readonly payload: SessionPayload;
  readonly track: string | null;
}

type Acceptance = "accepted" | "repeated";

interface Dated {
  readonly lead: Submission;
  readonly now: Date;
}

/** Leads stored by one statement; each is a few kilobytes at most. */
const MAX_BATCH = 50;

const stores = new WeakMap<Kysely<Database>, (one: Dated) => Promise<Acceptance>>();

/**
 * Stores a lead durably. Leads that arrive while others are being stored are batched into one statement (decision 30).
 *
 * Returns `repeated` when the lead repeats one of the last ten minutes: with a session, the same address and name from
 * that session; without one, a submission that is identical in full (decision 42). A lead that was abandoned is not
 * repeated but sent again. A session that began with the first lead counts as its session from then on.
 *
 * @throws {DatabaseError} when the lead could not be stored.
 */
export async function storeLead(
  db: Kysely<Database>,
  lead: Submission,
  now: Date,
): Promise<Acceptance> {
  const store = stores.getOrInsertComputed(
    db,
    () => inBatches<Dated, Acceptance>((batch) => storeEach(db, batch), { most: MAX_BATCH }),
  );
  const outcome = await store({ lead, now });
  if (outcome === "repeated" && beginsSession(lead)) {
    await withShortLimits(() => joinLead(db, lead, now));
  }
  return outcome;
}

/**
 * Stores a batch. If it fails for any reason but an outage, stores each lead by itself, so that one bad lead cannot
 * lose the others.
 */
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
    if (isOutage(error) || batch.length === 1) throw error;
    return batch.map(async (one) => outcomeOf(await storeBatch(db, [one]), one));
  }
}

/** Stores the leads that are not repetitions, in one durable statement, and returns them. */
async function storeBatch(
  db: Kysely<Database>,
  batch: readonly Dated[],
): Promise<ReadonlySet<Dated>> {
  const byDigest = new Map<string, { readonly id: string; readonly one: Dated }>();
  for (const one of batch) {
    const digest = digestOf(one.lead);
    // `on conflict` cannot see a duplicate within its own statement, so the second of two is left out here.
    if (!byDigest.has(digest)) byDigest.set(digest, { id: randomUUID(), one });
  }
  const given = Array.from(byDigest, ([digest, { id, one: { lead, now } }]) => ({
    ...lead,
    id,
    digest,
    ownDigest: beginsSession(lead) ? ownDigestOf(lead) : null,
    now,
  }));
  const storing = sql<{ id: string }>`
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
          or exists (select from crm_sync_queue as lead
            where lead.id = recent.lead_id and lead.status = 'abandoned')
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
    returning id`;
  const { rows } = await withShortLimits(() => storing.execute(db));
  const stored = new Set(rows.map(({ id }) => id));
  const leads = [...byDigest.values()].filter(({ id }) => stored.has(id));
  return new Set(leads.map(({ one }) => one));
}

function beginsSession({ sessionId, cameWith }: Submission): boolean {
  return sessionId !== cameWith;
}

/**
 * Links the session of a repetition to the first lead. Submissions that come with this session later are repetitions
 * too.
 */
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

/** The digest that this submission will have when it comes again with the session that it began. */
function ownDigestOf(lead: Submission): string {
  return digestOf({ ...lead, cameWith: lead.sessionId });
}

/**
 * Two submissions with the same digest are one lead; a corrected name makes another lead. With a session, its
 * unguessable id keeps strangers from testing addresses. Without one, the result and track must match as well, so that
 * a stranger who knows only an address cannot replace the buyer's lead (decision 42).
 */
function digestOf({ cameWith, email, firstName, lastName, payload, track }: Submission): string {
  const { completed_at: _, ...result } = payload;
  const said = JSON.stringify([firstName, lastName, cameWith ?? [result, track]]);
  return createHash("sha256").update(`${said}\n${comparableAddress(email)}`).digest("base64url");
}
