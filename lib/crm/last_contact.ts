import { type Kysely, sql } from "kysely";
import type { Database } from "../db/mod.ts";
import type { QueueRow } from "./queue.ts";

/**
 * Returns when a lead was last sent to the CRM, whether it succeeded, and why not; null when the queue holds no
 * attempted lead.
 */
export async function lastCrmContact(
  db: Kysely<Database>,
): Promise<{ readonly at: Date; readonly ok: boolean; readonly failure: string | null } | null> {
  const attempted = db.selectFrom("crm_sync_queue")
    .select(["last_attempt_at", "status", "last_reason", "last_status"])
    .where("last_attempt_at", "is not", null).limit(1);
  // The last attempt of a lead ends it, and an index has the ends: few of many leads are still queued.
  const rows = await Promise.all([
    attempted.where("status", "<>", sql.lit("queued")).orderBy("finished_at", "desc")
      .executeTakeFirst(),
    attempted.where("status", "=", sql.lit("queued")).orderBy("last_attempt_at", "desc")
      .executeTakeFirst(),
  ]);
  const time = (row: typeof rows[number]) => row?.last_attempt_at?.getTime() ?? 0;
  const [row] = rows.toSorted((a, b) => time(b) - time(a));
  if (!row?.last_attempt_at) return null;
  return { at: row.last_attempt_at, ok: row.status === "done", failure: failureOf(row) };
}

/** Returns the latest failure among queued leads, such as `network` or `http (503)`; null when none has failed. */
export async function waitingFailure(db: Kysely<Database>): Promise<string | null> {
  const row = await db.selectFrom("crm_sync_queue").select(["last_reason", "last_status"])
    .where("status", "=", sql.lit("queued")).where("last_attempt_at", "is not", null)
    .where("last_reason", "is not", null)
    .orderBy("last_attempt_at", "desc").limit(1).executeTakeFirst();
  return row ? failureOf(row) : null;
}

function failureOf(
  { last_reason, last_status }: Pick<QueueRow, "last_reason" | "last_status">,
): string | null {
  return last_reason === null || last_status === null
    ? last_reason
    : `${last_reason} (${last_status})`;
}
