/** Finds and deletes the leads of an erasure, with the person in them (spec §2.9, §5, decision 22). */
import { type Kysely, sql, type Transaction } from "kysely";
import type { Database } from "../db/mod.ts";
import { holds, type QueueRow } from "./queue.ts";

/**
 * Which leads an erasure takes: those sent by these sessions and by no session that stays; with `contactId`, also every
 * lead of that contact, and every lead of `sessionIds` even if another session sent it too; with `before`, also every
 * lead created before that moment.
 */
interface LeadChoice {
  readonly sessionIds: readonly string[];
  readonly contactId?: string | undefined;
  readonly before?: Date | undefined;
}

/** A lead to erase. */
export interface DoomedLead {
  readonly id: string;
  /** Version of the row (`xmin`); it differs after any change of the row. */
  readonly mark: string;
  /** Whether a process has a valid claim on it and may be sending it to the CRM now. */
  readonly inHand: boolean;
}

/** Most session or lead ids in one statement. */
const BATCH = 500;

/** The sessions of a lead: the one it was sent from, and those still waiting for their association. */
const SENDERS = sql<string[]>`array_remove(crm_sync_queue.session_id || array(
  select joined.session_id from crm_joined_sessions as joined
  where joined.lead_id = crm_sync_queue.id), null)`;

/**
 * Whether one of the sessions sent a lead. The ids are bound as one array, because Postgres would not use the index for
 * an `in` list.
 */
function isSentBy(sessionIds: readonly string[]) {
  const ids = sql`${[...sessionIds]}::text[]`;
  return sql<boolean>`(crm_sync_queue.session_id = any(${ids}) or crm_sync_queue.id = any(array(
    select lead_id from crm_joined_sessions where session_id = any(${ids}))))`;
}

/** Finds the leads of a choice, ordered by id. With `lock`, locks their rows until the transaction ends. */
export async function findDoomedLeads(
  db: Kysely<Database>,
  choice: LeadChoice,
  { now, lock = false }: { readonly now: Date; readonly lock?: boolean },
): Promise<DoomedLead[]> {
  const found = new Map<string, DoomedLead>();
  for await (const rows of chosenRows(db, choice, lock)) {
    for (const { id, claimed_until, status, mark } of rows) {
      const inHand = status === "queued" && holds(claimed_until, now);
      found.set(id, { id, mark, inHand });
    }
  }
  return [...found.values()].sort((a, b) => a.id < b.id ? -1 : 1);
}

/** Leads read at a time of those before a moment, which may be the whole queue (decision 29). */
const PAGE = 2_000;

/**
 * Yields the rows of a choice in parts; a row may be in several. Senders are read only where they decide, because looking
 * them up doubles the cost of a row.
 */
async function* chosenRows(
  db: Kysely<Database>,
  { sessionIds, contactId, before }: LeadChoice,
  lock: boolean,
) {
  const leads = db.selectFrom("crm_sync_queue")
    .select(["id", "claimed_until", "status", sql<string>`xmin::text`.as("mark")])
    .orderBy("id").$if(lock, (query) => query.forUpdate());
  if (contactId !== undefined) yield await leads.where("contact_id", "=", contactId).execute();
  let sent = leads.select(SENDERS.as("senders"));
  if (before !== undefined) {
    sent = sent.where("created_at", ">=", before);
    const pages = leads.where("created_at", "<", before).limit(PAGE);
    let page = await pages.execute();
    yield page;
    for (let last = page.at(-1); last !== undefined && page.length === PAGE; last = page.at(-1)) {
      page = await pages.where("id", ">", last.id).execute();
      yield page;
    }
  }
  const going = new Set(sessionIds);
  for (let from = 0; from < sessionIds.length; from += BATCH) {
    const rows = await sent.where(isSentBy(sessionIds.slice(from, from + BATCH))).execute();
    yield contactId !== undefined
      ? rows
      : rows.filter(({ senders }) => senders.every((sender) => going.has(sender)));
  }
}

/** Returns the sessions that sent the leads of a contact, each once, in no order. */
export async function sendersToContact(
  db: Kysely<Database>,
  contactId: string,
): Promise<string[]> {
  const rows = await db.selectFrom("crm_sync_queue").select(SENDERS.as("senders"))
    .where("contact_id", "=", contactId).execute();
  return [...new Set(rows.flatMap(({ senders }) => senders))];
}

/** How many records were deleted. */
interface ErasedLeads {
  readonly leads: number;
  /** Digests that recognised a repeated submission. */
  readonly submissions: number;
}

/** Deletes leads by their ids, and the digests that would recognise a repetition of them. */
export async function eraseLeads(
  trx: Transaction<Database>,
  ids: readonly string[],
): Promise<ErasedLeads> {
  let [leads, submissions] = [0, 0];
  for (let from = 0; from < ids.length; from += BATCH) {
    const part = ids.slice(from, from + BATCH);
    const gone = await trx.deleteFrom("crm_sync_queue").where("id", "in", part).executeTakeFirst();
    leads += Number(gone.numDeletedRows);
    const known = await trx.deleteFrom("crm_recent_leads").where("lead_id", "in", part)
      .executeTakeFirst();
    submissions += Number(known.numDeletedRows);
  }
  return { leads, submissions };
}

/** A lead as its buyer may see it. The name and address are null once the lead was synced. */
export interface OwnLead extends
  Pick<
    QueueRow,
    "email" | "first_name" | "last_name" | "status" | "created_at"
  > {
  /** Whether another session sent the same lead. It is then deleted only when that session goes too (decision 42). */
  readonly is_shared: boolean;
}

/**
 * Most leads that a visitor is shown. Nobody sends as many. Without a limit, somebody who sends ten a minute could make each
 * view of their own visit cost seconds.
 */
export const MOST_SHOWN_LEADS = 1_000;

/** Returns the leads that a session sent or joined, oldest first; {@linkcode MOST_SHOWN_LEADS} of them if there are more. */
export async function leadsOfSession(
  db: Kysely<Database>,
  sessionId: string,
): Promise<OwnLead[]> {
  // The limit comes before the order: in the order of the queue, the few leads of a visit are found by reading all of it.
  const columns = ["email", "first_name", "last_name", "status", "created_at"] as const;
  const chosen = db.selectFrom("crm_sync_queue").select(["id", "session_id", ...columns])
    .where(isSentBy([sessionId])).limit(sql.lit(MOST_SHOWN_LEADS)).as("crm_sync_queue");
  const rows = await db.selectFrom(chosen).select([...columns, SENDERS.as("senders")])
    .orderBy("created_at").orderBy("id").execute();
  return rows.map(({ senders, ...lead }) => ({
    ...lead,
    is_shared: senders.some((sender) => sender !== sessionId),
  }));
}

/** Counts the finished leads, by status, that a purge with this limit would delete. */
export async function countEnded(
  db: Kysely<Database>,
  endedBefore: Date,
): Promise<{ readonly done: number; readonly abandoned: number }> {
  const rows = await db.selectFrom("crm_sync_queue").groupBy("status")
    .select(({ fn }) => ["status" as const, fn.countAll<number>().as("count")])
    .where("status", "<>", "queued").where("finished_at", "<", endedBefore).execute();
  const count = (status: string) => Number(rows.find((row) => row.status === status)?.count ?? 0);
  return { done: count("done"), abandoned: count("abandoned") };
}
