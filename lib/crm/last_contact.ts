import type { Kysely } from "kysely";
import type { Database } from "../db/mod.ts";
import type { QueueRow } from "./queue.ts";

/** When a lead was last handed to the CRM, or could not be; null while none has been tried, as far as the queue goes back. */
export async function lastCrmContact(
  db: Kysely<Database>,
): Promise<{ readonly at: Date; readonly ok: boolean; readonly failure: string | null } | null> {
  const row = await db.selectFrom("crm_sync_queue")
    .select(["last_attempt_at", "status", "last_reason", "last_status"])
    .where("last_attempt_at", "is not", null)
    .orderBy("last_attempt_at", "desc").limit(1).executeTakeFirst();
  if (!row?.last_attempt_at) return null;
  return { at: row.last_attempt_at, ok: row.status === "done", failure: failureOf(row) };
}

/** The class of the last failure among the leads that wait, such as `network` or `http (503)`; null where none has failed. */
export async function waitingFailure(db: Kysely<Database>): Promise<string | null> {
  const row = await db.selectFrom("crm_sync_queue").select(["last_reason", "last_status"])
    .where("status", "=", "queued").where("last_reason", "is not", null)
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
