/** Leads that are to go with their sessions, or on their own: the person in them and all (spec §2.9, §5). */
import { type Kysely, sql, type Transaction } from "kysely";
import type { Database } from "../db/mod.ts";
import { holds, type QueueRow } from "./queue.ts";

/**
 * Which leads: those that sessions have sent, and no session that stays; those of a contact, with all that its sessions have
 * sent; and those from before a moment.
 */
export interface LeadChoice {
  readonly sessionIds: readonly string[];
  readonly contactId?: string | undefined;
  readonly before?: Date | undefined;
}

/** A lead that is to go. */
export interface DoomedLead {
  readonly id: string;
  readonly sessionId: string | null;
  /** Another one once anything of the row has changed. */
  readonly mark: string;
  /** Whether it is being handed to the CRM at this moment. */
  readonly inHand: boolean;
}

/** Sessions that one statement names. */
const BATCH = 500;

/** The sessions that have sent a lead, as far as they are known: that which it came with, and those that wait to be tied. */
const SENDERS = sql<string[]>`array_remove(crm_sync_queue.session_id || array(
  select joined.session_id from crm_joined_sessions as joined
  where joined.lead_id = crm_sync_queue.id), null)`;

/** Whether one of the sessions has sent a lead. An array, for with a list of its own no index would be used. */
function isSentBy(sessionIds: readonly string[]) {
  const ids = sql`${[...sessionIds]}::text[]`;
  return sql<boolean>`(crm_sync_queue.session_id = any(${ids}) or crm_sync_queue.id = any(array(
    select lead_id from crm_joined_sessions where session_id = any(${ids}))))`;
}

/** Finds the leads, in the order of their ids; with `lock`, against everybody else until the transaction ends. */
export async function findDoomedLeads(
  db: Kysely<Database>,
  { sessionIds, contactId, before }: LeadChoice,
  { now, lock = false }: { readonly now: Date; readonly lock?: boolean },
): Promise<DoomedLead[]> {
  const found = new Map<string, DoomedLead>();
  const going = new Set(sessionIds);
  for (let from = 0; from === 0 || from < sessionIds.length; from += BATCH) {
    const part = sessionIds.slice(from, from + BATCH);
    const alone = from === 0 && (contactId !== undefined || before !== undefined);
    if (part.length === 0 && !alone) continue;
    const rows = await db.selectFrom("crm_sync_queue")
      .select(["id", "session_id", "claimed_until", "status", "created_at"])
      .select([sql<string>`xmin::text`.as("mark"), SENDERS.as("senders")])
      .where(({ eb, or }) =>
        or([
          ...part.length > 0 ? [isSentBy(part)] : [],
          ...alone && contactId !== undefined ? [eb("contact_id", "=", contactId)] : [],
          ...alone && before !== undefined ? [eb("created_at", "<", before)] : [],
        ])
      )
      .orderBy("id").$if(lock, (query) => query.forUpdate()).execute();
    for (const { id, session_id, claimed_until, status, mark, ...row } of rows) {
      const goesAnyway = contactId !== undefined || before !== undefined && row.created_at < before;
      if (!goesAnyway && row.senders.some((sender) => !going.has(sender))) continue;
      const inHand = status === "queued" && holds(claimed_until, now);
      found.set(id, { id, sessionId: session_id, mark, inHand });
    }
  }
  return [...found.values()].sort((a, b) => a.id < b.id ? -1 : 1);
}

/** What went. */
export interface ErasedLeads {
  readonly leads: number;
  /** Digests by which the same submission was known again. */
  readonly submissions: number;
}

/** Deletes leads by their ids, with what would know their submission again. */
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

/** A lead as whoever left it may have it; the person is null once they are forgotten here. */
export interface OwnLead extends
  Pick<
    QueueRow,
    "email" | "first_name" | "last_name" | "status" | "created_at"
  > {
  /** Whether another session has sent the same, and so has to go as well before the lead does. */
  readonly is_shared: boolean;
}

/** The leads that came from a session, the oldest first; one that it has joined says what it has said itself. */
export async function leadsOfSession(
  db: Kysely<Database>,
  sessionId: string,
): Promise<OwnLead[]> {
  const rows = await db.selectFrom("crm_sync_queue")
    .select(["email", "first_name", "last_name", "status", "created_at", SENDERS.as("senders")])
    .where(isSentBy([sessionId]))
    .orderBy("created_at").orderBy("id").execute();
  return rows.map(({ senders, ...lead }) => ({
    ...lead,
    is_shared: senders.some((sender) => sender !== sessionId),
  }));
}

/** How many leads of each end a purge at a moment would remove. */
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
