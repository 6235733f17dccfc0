/**
 * The retry queue of leads in the database. A row is claimed with a lease; only the holder of its claim writes to it
 * (spec §3.1).
 */
import { type Kysely, type Selectable, sql } from "kysely";
import { countRows, type Database, LOCKS, transact } from "../db/mod.ts";
import { farAhead } from "../timing/mod.ts";
import { claimsAt } from "./claims.ts";

/** Most attempts of a lead, including the one right after the submit (spec §8). */
export const MAX_ATTEMPTS = 5;

/** Delays between attempts (spec §3.1). */
const DELAYS_MS: readonly number[] = [5, 30, 2 * 60, 12 * 60].map((minutes) => minutes * 60_000);

/** Returns the delay after the given number of attempts, in milliseconds; null when none is left. Pure. */
export function delayAfter(attempts: number): number | null {
  return attempts >= MAX_ATTEMPTS ? null : DELAYS_MS[attempts - 1] ?? null;
}

/** A lead in the queue. */
export type QueueRow = Selectable<Database["crm_sync_queue"]>;

/** Changes of a lead's steps. */
export type StepChanges = Partial<
  Pick<
    QueueRow,
    "contact_step" | "list_step" | "form_step" | "association_step" | "contact_id"
  >
>;

/** A claim to make. It lasts `leaseMs` from `now`. */
export interface ClaimOptions {
  readonly token: string;
  readonly now: Date;
  readonly leaseMs: number;
  /** `fresh`: never attempted. `due`: its next attempt is due. `all`: whether due or not. */
  readonly which: "fresh" | "due" | "all";
  /** The status of the rows; default queued. An abandoned row is queued again with one attempt left. */
  readonly statuses?: readonly ("queued" | "abandoned")[];
  /** Only this row. */
  readonly id?: string;
  /** Only rows with a greater id, so that a run takes each row once. */
  readonly after?: string | null;
  /** Only rows up to this id. */
  readonly upTo?: string | null;
  /** Only rows with this address, ignoring case; null for any. */
  readonly email?: string | null;
}

/** Returns whether a claim that ends at `claimedUntil` is valid at `now`. Pure. */
export function holds(claimedUntil: Date | null, now: Date): boolean {
  return claimedUntil !== null && claimedUntil > now && claimedUntil <= farAhead(now);
}

/**
 * Claims the next queued row for this process; null when there is none. Rows that other transactions have locked are
 * skipped, and so are rows whose address another claimed row has: of two updates of one contact at a time, the earlier lead's
 * could overwrite the later one's. Claims are made one after the other, so that each knows of those before it.
 */
export async function claimRow(
  db: Kysely<Database>,
  { token, now, leaseMs, which, statuses = ["queued"], id, after, upTo, email }: ClaimOptions,
): Promise<QueueRow | null> {
  const revived = {
    status: "queued" as const,
    attempts: sql<number>`least(attempts, ${MAX_ATTEMPTS - 1}::integer)`,
    next_attempt_at: sql<Date>`coalesce(next_attempt_at, ${now}::timestamptz)`,
    finished_at: null,
  };
  const { isClaimed, busy } = claimsAt(db, now);
  return await transact(db, async (trx) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(LOCKS.leads)})`.execute(trx);
    const row = await trx.updateTable("crm_sync_queue")
      .set({
        claim_token: token,
        claimed_until: new Date(now.getTime() + leaseMs),
        ...(statuses.includes("abandoned") && revived),
      })
      .where("id", "=", ({ selectFrom }) => {
        let next = selectFrom("crm_sync_queue as row").select("row.id")
          .where("row.status", "in", statuses)
          .where(sql<boolean>`${isClaimed} is not true`)
          .where(sql<boolean>`(lower("row".email) = any(${busy})) is not true`)
          .limit(1).forUpdate("row").skipLocked();
        if (which !== "all") {
          next = next.where(({ eb, or }) =>
            or([
              eb("row.next_attempt_at", "<=", now),
              eb("row.next_attempt_at", ">", farAhead(now)),
            ])
          );
        }
        if (which === "fresh") next = next.where("row.attempts", "=", 0);
        if (id !== undefined) next = next.where("row.id", "=", id);
        if (after) next = next.where("row.id", ">", after);
        if (upTo) next = next.where("row.id", "<=", upTo);
        if (email) next = next.where(sql`lower("row".email)`, "=", sql`lower(${email})`);
        return which === "all"
          ? next.orderBy("row.id")
          : next.orderBy("row.next_attempt_at").orderBy("row.id");
      })
      .returningAll()
      .executeTakeFirst();
    return row ?? null;
  });
}

/** A claimed row. */
export interface Held {
  readonly id: string;
  readonly token: string;
}

/**
 * Marks the form as sent before it is posted. It may have arrived once posting begins, so it is not posted again unless
 * the CRM says that it did not take it. Returns false when another process holds the claim now, or the form was marked
 * before.
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

/**
 * Marks a lead as done, and deletes the person in the same statement (spec §2.9). Returns false when another process
 * holds the claim now.
 */
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

/** The reason of a failure of the key-value store. */
export const OWN_STORE = "store";

/** Why an attempt failed. */
export interface AttemptFailure {
  readonly step: "contact" | "list" | "form" | "association";
  readonly reason: string;
  readonly status: number | null;
  /** How long the CRM wants no further request, in milliseconds; see `CrmFailure`. */
  readonly waitMs?: number;
}

/**
 * The outcome of a failed attempt: queued for the next one, abandoned, or `lost` because another process holds the
 * claim now.
 */
export type Failed =
  | { readonly kind: "queued"; readonly nextAttemptAt: Date }
  | { readonly kind: "abandoned" }
  | { readonly kind: "lost" };

/**
 * Counts a failed attempt and sets the time of the next one. After the fifth the row is abandoned (spec §3.1). Not counted
 * is an attempt that only our own store failed: what the CRM gets has landed, and the link follows once the store is back.
 */
export async function failRow(
  db: Kysely<Database>,
  row: Held & { readonly attempts: number },
  { failure, changes, now }: { failure: AttemptFailure; changes: StepChanges; now: Date },
): Promise<Failed> {
  const attempts = failure.reason === OWN_STORE ? row.attempts : row.attempts + 1;
  const delayMs = delayAfter(Math.max(attempts, 1));
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

/**
 * Releases a claim without counting an attempt, and stores the steps that it finished. Does nothing when another process
 * holds the claim now.
 */
export async function releaseRow(
  db: Kysely<Database>,
  { id, token }: Held,
  finished: StepChanges,
): Promise<void> {
  await db.updateTable("crm_sync_queue").set({ ...finished, ...RELEASED })
    .where("id", "=", id).where("claim_token", "=", token).execute();
}

/** Releases all claims. Only for a start when no other process uses the database. */
export async function releaseAll(db: Kysely<Database>): Promise<void> {
  await db.updateTable("crm_sync_queue").set(RELEASED).where("claim_token", "is not", null)
    .execute();
}

/** Counts the queued leads. */
export async function countWaiting(db: Kysely<Database>): Promise<number> {
  return await countRows(db.selectFrom("crm_sync_queue").where("status", "=", "queued"));
}

/**
 * Sets the session references of leads to null for sessions that are about to be removed (spec §2.9). A lead that
 * another session has joined passes to that session (decision 42).
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

/** How many rows a purge of the queue deleted, by status. */
export interface QueuePurge {
  readonly done: number;
  readonly abandoned: number;
}

/**
 * Deletes the leads that ended before `endedBefore`, including the person in abandoned ones, and the submission digests
 * too old to mark a repetition.
 */
export async function purgeRows(
  db: Kysely<Database>,
  { endedBefore, takenBefore, takenAfter }: {
    endedBefore: Date;
    takenBefore: Date;
    /** In the future, because a process with a wrong clock wrote it. */
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
