/** Leads that are to go with their sessions, or on their own: the person in them and all (spec §2.9, §5). */
import { type Kysely, sql, type Transaction } from "kysely";
import type { Database } from "../db/mod.ts";
import { holds, type QueueRow } from "./queue.ts";

/**
 * Which leads: those of sessions, unless a session that stays has sent the same, and those of a contact or from before a
 * moment.
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

/** The sessions that have joined a lead and are not tied yet. */
const JOINED = sql<string[]>`array(
  select joined.session_id from crm_joined_sessions as joined
  where joined.lead_id = crm_sync_queue.id)`;

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
      .select(["id", "session_id", "claimed_until", "status", "contact_id", "created_at"])
      .select([sql<string>`xmin::text`.as("mark"), JOINED.as("joined")])
      .where(({ eb, or }) =>
        or([
          ...part.length > 0 ? [eb("session_id", "in", part)] : [],
          ...alone && contactId !== undefined ? [eb("contact_id", "=", contactId)] : [],
          ...alone && before !== undefined ? [eb("created_at", "<", before)] : [],
        ])
      )
      .orderBy("id").$if(lock, (query) => query.forUpdate()).execute();
    for (const { id, session_id, claimed_until, status, mark, ...row } of rows) {
      const goesAnyway = contactId !== undefined && row.contact_id === contactId ||
        before !== undefined && row.created_at < before;
      if (!goesAnyway && row.joined.some((joined) => !going.has(joined))) continue;
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
    .select(["session_id", "email", "first_name", "last_name", "status", "created_at"])
    .select(JOINED.as("joined"))
    .where(({ eb, or, selectFrom }) =>
      or([
        eb("session_id", "=", sessionId),
        eb(
          "id",
          "in",
          selectFrom("crm_joined_sessions").select("lead_id").where("session_id", "=", sessionId),
        ),
      ])
    )
    .orderBy("created_at").orderBy("id").execute();
  return rows.map(({ session_id, joined, ...lead }) => ({
    ...lead,
    is_shared: [session_id, ...joined].some((id) => id !== sessionId),
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
