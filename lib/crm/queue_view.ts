/** The retry queue as staff see it: addresses masked, states in words (spec §2.9). */
import type { Kysely } from "kysely";
import type { Database } from "../db/mod.ts";
import { formatList } from "@/lib/text/mod.ts";
import { holds, type QueueRow } from "./queue.ts";

/** Number of rows by status, and the age of the queue. */
export interface QueueCounts {
  readonly queued: number;
  readonly done: number;
  readonly abandoned: number;
  /** When the oldest queued lead was submitted; null when none is queued. */
  readonly oldest: Date | null;
}

/** Filter and page of the queue list. */
interface QueueQuery {
  readonly status?: QueueRow["status"];
  readonly limit: number;
  /** Claims that are valid at this time are tries under way. */
  readonly now: Date;
  /** The last row of the previous page. */
  readonly after?: { readonly createdAt: Date; readonly id: string };
}

/** A row of the queue without personal data. */
export interface QueueItem {
  readonly id: string;
  readonly status: QueueRow["status"];
  /** Whether a try is under way. */
  readonly isBeingTried: boolean;
  /** Null once the lead was synced and its person deleted. */
  readonly maskedEmail: string | null;
  readonly attempts: number;
  readonly nextAttemptAt: Date | null;
  readonly createdAt: Date;
  /** Why the last attempt failed, as text; null if none failed. */
  readonly reason: string | null;
  /** Which steps have landed, as text. */
  readonly reached: string;
}

/** Counts the rows of each status. Reads the whole queue, so a caller that needs several figures calls it once. */
export async function countQueue(db: Kysely<Database>): Promise<QueueCounts> {
  const rows = await db.selectFrom("crm_sync_queue").groupBy("status")
    .select(({ fn }) => [
      "status" as const,
      fn.countAll<number>().as("count"),
      fn.min("created_at").as("oldest"),
    ]).execute();
  const counts = { queued: 0, done: 0, abandoned: 0 };
  for (const { status, count } of rows) counts[status] = Number(count);
  return { ...counts, oldest: rows.find(({ status }) => status === "queued")?.oldest ?? null };
}

/** Lists rows of the queue, newest first. */
export async function listQueue(
  db: Kysely<Database>,
  { status, limit, now, after }: QueueQuery,
): Promise<QueueItem[]> {
  let query = db.selectFrom("crm_sync_queue").selectAll()
    .orderBy("created_at", "desc").orderBy("id").limit(limit);
  if (status !== undefined) query = query.where("status", "=", status);
  if (after !== undefined) {
    query = query.where(({ eb, or, and }) =>
      or([
        eb("created_at", "<", after.createdAt),
        and([eb("created_at", "=", after.createdAt), eb("id", ">", after.id)]),
      ])
    );
  }
  return (await query.execute()).map((row) => toQueueItem(row, now));
}

/** Converts a row to the view for staff. */
function toQueueItem(row: QueueRow, now: Date): QueueItem {
  return {
    id: row.id,
    status: row.status,
    isBeingTried: holds(row.claimed_until, now),
    maskedEmail: row.email === null ? null : maskAddress(row.email),
    attempts: row.attempts,
    nextAttemptAt: row.next_attempt_at,
    createdAt: row.created_at,
    reason: row.last_reason === null ? null : formatReason(row),
    reached: formatReached(row),
  };
}

/**
 * Masks an e-mail address: first character of the local part and of the domain, and the last label, such as
 * `p•••@b•••.test` (design §7).
 */
export function maskAddress(address: string): string {
  const at = address.lastIndexOf("@");
  const [local = ""] = address.slice(0, at);
  const [first = ""] = address.slice(at + 1);
  const label = address.slice(address.lastIndexOf(".") + 1);
  return `${local}•••@${first}•••.${label}`;
}

const STEP_WORDS: Readonly<Record<string, string>> = {
  contact: "Contact",
  list: "List",
  form: "Form",
  association: "Link to the session",
};

const REASON_WORDS: Readonly<Record<string, string>> = {
  auth: "the CRM does not accept our credentials",
  http: "the CRM answered with an error",
  network: "the CRM could not be reached, or did not answer in time",
  malformed: "the answer of the CRM could not be read",
  store: "our own store did not answer",
  session: "the session was not stored yet",
};

/** Returns why a step failed, as a clause: "the CRM answered with an error (503)". */
export function formatFailure(
  { reason, status }: { readonly reason: string | null; readonly status?: number | null },
): string {
  const words = status === 429
    ? "the CRM asked for fewer requests"
    : REASON_WORDS[reason ?? ""] ?? "it did not land";
  return typeof status === "number" ? `${words} (${status})` : words;
}

function formatReason({ last_step, last_reason, last_status }: QueueRow): string {
  const step = STEP_WORDS[last_step ?? ""] ?? "Sync";
  return `${step}: ${formatFailure({ reason: last_reason, status: last_status })}`;
}

function formatReached(row: QueueRow): string {
  if (row.status === "done") {
    return row.form_step === "sent" ? "Done; the form may have been sent" : "Done";
  }
  const steps = [
    ["the contact", row.contact_step],
    ["the list", row.list_step],
    ["the form", row.form_step],
    ["the link to the session", row.association_step],
  ] as const;
  const landed = steps.filter(([, state]) => state === "done").map(([name]) => name);
  const refused = steps.filter(([, state]) => state === "refused").map(([name]) => name);
  const parts = [
    landed.length === 0 ? "nothing has landed yet" : `${formatList(landed)} landed`,
    ...(row.form_step === "sent" ? ["the form may have been sent"] : []),
    ...(refused.length > 0 ? [`the CRM refused ${formatList(refused)}`] : []),
  ];
  const text = parts.join("; ");
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
