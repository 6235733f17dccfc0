/** The queue of leads in the database: claimed by one at a time, written by whoever has the claim (spec §3.1). */
import { type Kysely, type Selectable, sql } from "kysely";
import { type Database, transact } from "../db/mod.ts";

/** The try right after the submit is the first of these (spec §8). */
export const MAX_ATTEMPTS = 5;

/** From one attempt to the next (spec §3.1). */
const DELAYS_MS: readonly number[] = [5, 30, 2 * 60, 12 * 60].map((minutes) => minutes * 60_000);

/** When the next attempt is due after so many; null when there is none left. Pure. */
export function delayAfter(attempts: number): number | null {
  return attempts >= MAX_ATTEMPTS ? null : DELAYS_MS[attempts - 1] ?? null;
}

/** A lead in the queue. */
export type QueueRow = Selectable<Database["crm_sync_queue"]>;

/** What has changed of a lead's steps. */
export type StepChanges = Partial<
  Pick<
    QueueRow,
    "contact_step" | "list_step" | "form_step" | "association_step" | "contact_id"
  >
>;

/** A claim: nobody else has the row until then. */
export interface ClaimOptions {
  readonly token: string;
  readonly now: Date;
  readonly leaseMs: number;
  /** `fresh`: never tried. `due`: its time has come. `all`: every one that waits. */
  readonly which: "fresh" | "due" | "all";
  /** One row only. */
  readonly id?: string;
  /** Rows behind this id only, for a run that takes each row once. */
  readonly after?: string | null;
  /** Whether a row that was given up is taken as well: it waits again, with one attempt left. */
  readonly revive?: boolean;
}

/** Nothing of a row is set further ahead than half a day. What is was set by a clock that was wrong, and binds nobody. */
const FAR_AHEAD_MS = 24 * 60 * 60_000;

function farAhead(now: Date): Date {
  return new Date(now.getTime() + FAR_AHEAD_MS);
}

/** Whether a claim that ends at a time holds at another. Pure. */
export function holds(claimedUntil: Date | null, now: Date): boolean {
  return claimedUntil !== null && claimedUntil > now && claimedUntil <= farAhead(now);
}

/** Claims the next row that waits, for one of many processes; null when there is none. */
export async function claimRow(
  db: Kysely<Database>,
  { token, now, leaseMs, which, id, after, revive = false }: ClaimOptions,
): Promise<QueueRow | null> {
  const revived = {
    status: "queued" as const,
    attempts: sql<number>`least(attempts, ${MAX_ATTEMPTS - 1}::integer)`,
    next_attempt_at: sql<Date>`coalesce(next_attempt_at, ${now}::timestamptz)`,
    finished_at: null,
  };
  const row = await db.updateTable("crm_sync_queue")
    .set({
      claim_token: token,
      claimed_until: new Date(now.getTime() + leaseMs),
      ...(revive && revived),
    })
    .where("id", "=", ({ selectFrom }) => {
      let next = selectFrom("crm_sync_queue").select("id")
        .where("status", "in", revive ? ["queued", "abandoned"] : ["queued"])
        .where(({ eb, or }) =>
          or([
            eb("claimed_until", "is", null),
            eb("claimed_until", "<=", now),
            eb("claimed_until", ">", farAhead(now)),
          ])
        )
        .limit(1).forUpdate().skipLocked();
      if (which !== "all") {
        next = next.where(({ eb, or }) =>
          or([eb("next_attempt_at", "<=", now), eb("next_attempt_at", ">", farAhead(now))])
        );
      }
      if (which === "fresh") next = next.where("attempts", "=", 0);
      if (id !== undefined) next = next.where("id", "=", id);
      if (after) next = next.where("id", ">", after);
      return which === "all" ? next.orderBy("id") : next.orderBy("next_attempt_at").orderBy("id");
    })
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

/** A row that is claimed, and the claim. */
export interface Held {
  readonly id: string;
  readonly token: string;
}

/** Notes how far a lead has come. Gives false where the claim is somebody else's by now. */
export async function noteSteps(
  db: Kysely<Database>,
  { id, token }: Held,
  changes: StepChanges,
): Promise<boolean> {
  const { numUpdatedRows } = await db.updateTable("crm_sync_queue").set(changes)
    .where("id", "=", id).where("claim_token", "=", token).where("status", "=", "queued")
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Notes that the form is about to be sent, before it is: from then on it may have been, and it is not sent again
 * unless the CRM says that it was not. Gives false where somebody else has the row, or it was sent.
 */
export async function beginForm(
  db: Kysely<Database>,
  { id, token }: Held,
  changes: StepChanges,
): Promise<boolean> {
  const { numUpdatedRows } = await db.updateTable("crm_sync_queue")
    .set({ ...changes, form_step: "sent" })
    .where("id", "=", id).where("claim_token", "=", token).where("status", "=", "queued")
    .where("form_step", "=", "pending")
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

const CLEARED = { email: null, first_name: null, last_name: null, payload: null };
const RELEASED = { claim_token: null, claimed_until: null };

/** Ends a lead that has landed, and forgets the person in the same statement (spec §2.9). */
export async function finishRow(
  db: Kysely<Database>,
  { id, token }: Held,
  { changes, now }: { changes: StepChanges; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db.updateTable("crm_sync_queue")
    .set({
      ...changes,
      ...CLEARED,
      ...RELEASED,
      status: "done",
      attempts: sql`attempts + 1`,
      last_attempt_at: now,
      last_step: null,
      last_reason: null,
      last_status: null,
      next_attempt_at: null,
      finished_at: now,
    })
    .where("id", "=", id).where("claim_token", "=", token).where("status", "=", "queued")
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Why an attempt failed. */
export interface AttemptFailure {
  readonly step: "contact" | "list" | "form" | "association";
  readonly reason: string;
  readonly status: number | null;
}

/** What became of a failed attempt: the row waits again until then, or it has been given up. */
export type Failed =
  | { readonly kind: "queued"; readonly nextAttemptAt: Date }
  | { readonly kind: "abandoned" }
  | { readonly kind: "lost" };

/** Counts a failed attempt, and says when the next one is due. After the fifth the row is abandoned (spec §3.1). */
export async function failRow(
  db: Kysely<Database>,
  row: Held & { readonly attempts: number },
  { failure, changes, now }: { failure: AttemptFailure; changes: StepChanges; now: Date },
): Promise<Failed> {
  const attempts = row.attempts + 1;
  const delayMs = delayAfter(attempts);
  const nextAttemptAt = delayMs === null ? null : new Date(now.getTime() + delayMs);
  const { numUpdatedRows } = await db.updateTable("crm_sync_queue")
    .set({
      ...changes,
      ...RELEASED,
      attempts,
      status: nextAttemptAt === null ? "abandoned" : "queued",
      next_attempt_at: nextAttemptAt,
      finished_at: nextAttemptAt === null ? now : null,
      last_attempt_at: now,
      last_step: failure.step,
      last_reason: failure.reason,
      last_status: failure.status,
    })
    .where("id", "=", row.id).where("claim_token", "=", row.token).where("status", "=", "queued")
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return { kind: "lost" };
  return nextAttemptAt === null ? { kind: "abandoned" } : { kind: "queued", nextAttemptAt };
}

/** Gives a claim back without an attempt. */
export async function releaseRow(db: Kysely<Database>, { id, token }: Held): Promise<void> {
  await db.updateTable("crm_sync_queue").set(RELEASED)
    .where("id", "=", id).where("claim_token", "=", token).execute();
}

/** Gives all claims back, where nobody can be holding one. */
export async function releaseAll(db: Kysely<Database>): Promise<void> {
  await db.updateTable("crm_sync_queue").set(RELEASED).where("claim_token", "is not", null)
    .execute();
}

/** How many leads wait. */
export async function countWaiting(db: Kysely<Database>): Promise<number> {
  const { count } = await db.selectFrom("crm_sync_queue").where("status", "=", "queued")
    .select(({ fn }) => fn.countAll<number>().as("count")).executeTakeFirstOrThrow();
  return Number(count);
}

/**
 * Takes the sessions out of the leads that came from them, which outlive them (spec §2.9). A lead that another session has
 * joined is that one's from here on.
 */
export async function forgetSessionsOfLeads(
  db: Kysely<Database>,
  sessionIds: readonly string[],
): Promise<void> {
  if (sessionIds.length === 0) return;
  await db.deleteFrom("crm_joined_sessions").where("session_id", "in", sessionIds).execute();
  await db.updateTable("crm_sync_queue")
    .set(({ selectFrom }) => ({
      session_id: selectFrom("crm_joined_sessions as joined").select("joined.session_id")
        .whereRef("joined.lead_id", "=", "crm_sync_queue.id").orderBy("joined.session_id").limit(1),
    }))
    .where("session_id", "in", sessionIds).execute();
}

/** What a purge of the queue has removed. */
export interface QueuePurge {
  readonly done: number;
  readonly abandoned: number;
}

/**
 * Removes what ended before a moment, the person in it included, and the digests of submissions that no repetition
 * can refer to any more.
 */
export async function purgeRows(
  db: Kysely<Database>,
  { endedBefore, takenBefore, takenAfter }: {
    endedBefore: Date;
    takenBefore: Date;
    /** Later than now: by a clock that was wrong. */
    takenAfter: Date;
  },
): Promise<QueuePurge> {
  return await transact(db, async (trx) => {
    await trx.deleteFrom("crm_recent_leads")
      .where(({ eb, or }) =>
        or([eb("taken_at", "<=", takenBefore), eb("taken_at", ">", takenAfter)])
      ).execute();
    const removed = await trx.deleteFrom("crm_sync_queue")
      .where("status", "<>", "queued").where("finished_at", "<", endedBefore)
      .returning("status").execute();
    const done = removed.filter(({ status }) => status === "done").length;
    return { done, abandoned: removed.length - done };
  });
}
