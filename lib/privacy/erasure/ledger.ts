/**
 * The ledger of erasures in progress. One transaction starts an erasure; its row records what is left to do (decision
 * 22).
 */
import { randomUUID } from "node:crypto";
import { type Kysely, type Selectable, sql, type Transaction } from "kysely";
import { z } from "zod";
import { type Author, recordAudit } from "@/lib/records/mod.ts";
import { forgetSessions } from "@/lib/analytics/mod.ts";
import { eraseLeads, findDoomedLeads, forgetSessionsOfLeads } from "@/lib/crm/mod.ts";
import { countRows, type Database, LOCKS, transact } from "@/lib/db/mod.ts";
import { type ErasurePlan, type ErasureServices, leadChoice } from "./plan.ts";

/** An erasure in progress. */
export type Erasure = Selectable<Database["erasures"]>;

/** The outcome of starting an erasure. Nothing was written unless it is `begun`. */
export type Beginning =
  | { readonly kind: "begun"; readonly id: string }
  /** This plan has been or is being carried out, because the order was sent twice. */
  | { readonly kind: "repeated" }
  /** The leads have changed since the plan was read. */
  | { readonly kind: "stale" }
  /** A process may be sending one of the leads to the CRM now. */
  | { readonly kind: "in_hand" };

/** Most session ids in one statement. */
const BATCH = 500;

/**
 * Starts an erasure in one transaction: deletes the planned leads, clears session references, and records the sessions
 * to remove from the key-value store. Once committed, the erasure will be finished even if this process dies.
 *
 * `by` is null for a visitor who erases their own visit; then leads may have changed or be in the middle of a sync.
 * `receipts` is the number of receipts this plan had before it was read.
 */
export function beginErasure(
  { db, now }: Pick<ErasureServices, "db" | "now">,
  { choice, hash, sessionIds, leads }: ErasurePlan,
  { by, receipts = 0 }: { readonly by: Author | null; readonly receipts?: number },
): Promise<Beginning> {
  return transact(db, async (trx): Promise<Beginning> => {
    const at = now();
    if (by !== null) {
      await sql`select pg_advisory_xact_lock(${sql.lit(LOCKS.erasures)})`.execute(trx);
      if (await isOrdered(trx, hash, receipts)) return { kind: "repeated" };
    }
    const found = await findDoomedLeads(trx, leadChoice(choice, sessionIds), {
      now: at,
      lock: true,
    });
    if (by !== null) {
      const marks = (rows: typeof found) => rows.map(({ id, mark }) => `${id} ${mark}`).join();
      if (marks(found) !== marks([...leads])) return { kind: "stale" };
      if (found.some(({ inHand }) => inHand)) return { kind: "in_hand" };
    }
    const id = randomUUID();
    await trx.insertInto("erasures").values({
      id,
      plan_hash: hash,
      chosen_by: choice.kind,
      before_day: choice.kind === "date" ? choice.before : null,
      actor: by?.staff.email ?? null,
      request_id: by?.requestId ?? null,
      began_at: at,
      sessions: sessionIds.length,
    }).execute();
    for (const part of batches(sessionIds)) {
      await trx.insertInto("erasure_sessions")
        .values(part.map((session_id) => ({ erasure_id: id, session_id }))).execute();
    }
    await eraseRows(trx, { id, sessionIds, leadIds: found.map((lead) => lead.id) });
    return { kind: "begun", id };
  }, { long: by !== null });
}

/** Deletes leads, clears the session references of events, and adds the counts to the erasure. */
async function eraseRows(
  trx: Transaction<Database>,
  { id, sessionIds, leadIds }: {
    readonly id: string;
    readonly sessionIds: readonly string[];
    readonly leadIds: readonly string[];
  },
): Promise<void> {
  const { leads, submissions } = await eraseLeads(trx, leadIds);
  let events = 0;
  for (const part of batches(sessionIds)) {
    events += await forgetSessions(trx, part);
    await forgetSessionsOfLeads(trx, part);
  }
  await trx.updateTable("erasures").set((eb) => ({
    leads: eb("leads", "+", leads),
    submissions: eb("submissions", "+", submissions),
    events: eb("events", "+", events),
  })).where("id", "=", id).execute();
}

/**
 * Returns whether staff have ordered a plan: it is in progress, or it has more than `known` receipts in the audit log.
 */
export async function isOrdered(
  db: Kysely<Database>,
  planHash: string,
  known = 0,
): Promise<boolean> {
  const begun = await db.selectFrom("erasures").select("id").where("plan_hash", "=", planHash)
    .where("actor", "is not", null).limit(1).executeTakeFirst();
  return begun !== undefined || await countReceipts(db, planHash) > known;
}

/** Counts the receipts of a plan; more than one if a restored backup brought the data back. */
export async function countReceipts(db: Kysely<Database>, planHash: string): Promise<number> {
  const { count } = await db.selectFrom("audit_log").select(
    sql<number>`count(*)::integer`.as("count"),
  )
    .where("action", "=", "erase").where(sql`after->>'plan_hash'`, "=", planHash)
    .executeTakeFirstOrThrow();
  return count;
}

/** Lists the erasures in progress, oldest first. */
export function listErasures(db: Kysely<Database>): Promise<Erasure[]> {
  return db.selectFrom("erasures").selectAll().orderBy("began_at").orderBy("id").execute();
}

/** Returns the next session ids of an erasure after `after`, in their order. */
export async function sessionsLeft(
  db: Kysely<Database>,
  { id, after, limit }: {
    readonly id: string;
    readonly after: string | null;
    readonly limit: number;
  },
): Promise<string[]> {
  const rows = await db.selectFrom("erasure_sessions").select("session_id")
    .where("erasure_id", "=", id)
    .$if(after !== null, (query) => query.where("session_id", ">", after ?? ""))
    .orderBy("session_id").limit(limit).execute();
  return rows.map(({ session_id }) => session_id);
}

/** Counts the sessions that an erasure still has to remove. */
export async function countLeft(
  db: Kysely<Database>,
  { id, reached }: Pick<Erasure, "id" | "reached">,
): Promise<number> {
  return await countRows(
    db.selectFrom("erasure_sessions").where("erasure_id", "=", id)
      .$if(reached !== null, (query) => query.where("session_id", ">", reached ?? "")),
  );
}

/** Stores the last session that an erasure has removed. */
export async function noteReached(
  db: Kysely<Database>,
  { id, reached }: { readonly id: string; readonly reached: string },
): Promise<void> {
  await db.updateTable("erasures").set({ reached }).where("id", "=", id).execute();
}

/**
 * Finishes an erasure whose sessions were removed from the key-value store. One transaction erases leads and references
 * that were stored meanwhile, deletes the ledger rows, and writes the receipt. Does nothing when another process has
 * finished it. `long` gives it ten minutes, also to wait for others' locks.
 */
export async function concludeErasure(
  { db, now }: Pick<ErasureServices, "db" | "now">,
  { id, removed, long }: {
    readonly id: string;
    readonly removed: ReadonlyMap<string, number>;
    readonly long: boolean;
  },
): Promise<void> {
  await transact(db, async (trx) => {
    const found = await trx.selectFrom("erasures").select("id").where("id", "=", id).forUpdate()
      .executeTakeFirst();
    if (!found) return;
    const rows = await trx.selectFrom("erasure_sessions").select("session_id")
      .where("erasure_id", "=", id).execute();
    const sessionIds = rows.map(({ session_id }) => session_id);
    const late = await findDoomedLeads(trx, { sessionIds }, { now: now(), lock: true });
    await eraseRows(trx, { id, sessionIds, leadIds: late.map((lead) => lead.id) });
    const erasure = await trx.deleteFrom("erasures").where("id", "=", id).returningAll()
      .executeTakeFirstOrThrow();
    if (erasure.actor === null) return;
    await recordAudit(trx, {
      actor: erasure.actor,
      action: "erase",
      entityType: "session",
      after: receiptOf(erasure, removed),
      requestId: erasure.request_id,
    });
  }, { long });
}

/** The receipt of an erasure in the audit log. It contains no ids and no personal data. */
export const Receipt = z.object({
  chosen_by: z.enum(["session", "contact", "date"]),
  before: z.string().nullable(),
  plan_hash: z.string(),
  /** How many records were erased, by KV key or table. */
  erased: z.record(z.string(), z.int()),
});
/** The receipt of an erasure in the audit log. */
export type Receipt = Readonly<z.infer<typeof Receipt>>;

function receiptOf(erasure: Erasure, removed: ReadonlyMap<string, number>): Receipt {
  return {
    chosen_by: erasure.chosen_by,
    before: erasure.before_day,
    plan_hash: erasure.plan_hash,
    erased: {
      ...Object.fromEntries(removed),
      crm_sync_queue: erasure.leads,
      crm_recent_leads: erasure.submissions,
      analytics_events: erasure.events,
    },
  };
}

function* batches(ids: readonly string[]): Generator<readonly string[]> {
  for (let from = 0; from < ids.length; from += BATCH) yield ids.slice(from, from + BATCH);
}
