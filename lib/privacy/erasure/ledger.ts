/** Erasures that are under way: they are begun in one transaction, and a row says what is left to do. */
import { randomUUID } from "node:crypto";
import { type Kysely, type Selectable, sql, type Transaction } from "kysely";
import { z } from "zod";
import { type Author, recordAudit } from "../../records/mod.ts";
import { forgetSessions } from "../../analytics/mod.ts";
import { eraseLeads, findDoomedLeads, forgetSessionsOfLeads } from "../../crm/mod.ts";
import { type Database, LOCKS, transact } from "../../db/mod.ts";
import { type ErasurePlan, type ErasureServices, leadChoice } from "./plan.ts";

/** An erasure that is under way. */
export type Erasure = Selectable<Database["erasures"]>;

/** What became of a beginning; nothing was written unless it is `begun`. */
export type Beginning =
  | { readonly kind: "begun"; readonly id: string }
  /** This plan was carried out, or is being: somebody has sent the order twice. */
  | { readonly kind: "repeated" }
  /** A lead has changed since the plan was read. */
  | { readonly kind: "stale" }
  /** A lead is being handed to the CRM at this moment. */
  | { readonly kind: "in_hand" };

/** Sessions that one statement names. */
const BATCH = 500;

/**
 * Takes everything out of the database that a plan names, and notes the sessions that are to leave the key-value store, all
 * of it or nothing. From here on the erasure will be finished, whatever happens to this process. `by` is null for a
 * visitor's own visit, where a lead at hand is no hindrance; `receipts` is how many the plan had before it was read.
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
  }, { long: true });
}

/** Removes leads and makes events forget, and adds to the erasure how many. */
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

/** Whether staff have ordered what a plan names: it is under way, or has more receipts in the log than are known of. */
export async function isOrdered(
  db: Kysely<Database>,
  planHash: string,
  known = 0,
): Promise<boolean> {
  const begun = await db.selectFrom("erasures").select("id").where("plan_hash", "=", planHash)
    .where("actor", "is not", null).limit(1).executeTakeFirst();
  return begun !== undefined || await countReceipts(db, planHash) > known;
}

/** How often what a plan names was erased; more than once where a backup has brought it back. */
export async function countReceipts(db: Kysely<Database>, planHash: string): Promise<number> {
  const { count } = await db.selectFrom("audit_log").select(
    sql<number>`count(*)::integer`.as("count"),
  )
    .where("action", "=", "erase").where(sql`after->>'plan_hash'`, "=", planHash)
    .executeTakeFirstOrThrow();
  return count;
}

/** The erasures that are under way, in the order in which they began. */
export function listErasures(db: Kysely<Database>): Promise<Erasure[]> {
  return db.selectFrom("erasures").selectAll().orderBy("began_at").orderBy("id").execute();
}

/** The sessions that an erasure has not come to yet, some at a time. */
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

/** How many sessions an erasure has not come to yet. */
export async function countLeft(
  db: Kysely<Database>,
  { id, reached }: Pick<Erasure, "id" | "reached">,
): Promise<number> {
  const { count } = await db.selectFrom("erasure_sessions").where("erasure_id", "=", id)
    .$if(reached !== null, (query) => query.where("session_id", ">", reached ?? ""))
    .select(({ fn }) => fn.countAll<number>().as("count")).executeTakeFirstOrThrow();
  return Number(count);
}

/** Notes how far an erasure has come. */
export async function noteReached(
  db: Kysely<Database>,
  { id, reached }: { readonly id: string; readonly reached: string },
): Promise<void> {
  await db.updateTable("erasures").set({ reached }).where("id", "=", id).execute();
}

/**
 * Ends an erasure whose sessions have all left the key-value store: takes what has come into the database meanwhile, removes
 * the ledger's own rows, and writes the receipt, all in one transaction. Where another process has ended it, nothing
 * happens.
 */
export async function concludeErasure(
  { db, now }: Pick<ErasureServices, "db" | "now">,
  id: string,
  removed: ReadonlyMap<string, number>,
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
  }, { long: true });
}

/** What an erasure leaves in the audit log: no id, and nothing of anybody. */
export const Receipt = z.object({
  chosen_by: z.enum(["session", "contact", "date"]),
  before: z.string().nullable(),
  plan_hash: z.string(),
  /** What went, by the key or the table that it was kept under. */
  erased: z.record(z.string(), z.int()),
});
/** What an erasure leaves in the audit log. */
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
