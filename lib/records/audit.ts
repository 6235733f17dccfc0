import type { Transaction } from "kysely";
import type { Database } from "../db/mod.ts";

/** The actor of what the service does on its own, such as a purge. */
export const SERVICE_ACTOR = "service";

/** Entries of one statement, because Postgres limits its parameters. */
const BATCH = 500;

/** An entry of the audit log to write. */
export interface AuditEntry {
  /** The author's verified e-mail address, or {@linkcode SERVICE_ACTOR}. */
  readonly actor: string;
  /** A verb: `create`, `update`, `purge`. */
  readonly action: string;
  readonly entityType: string;
  /** Null when the entry is about many records. */
  readonly entityId?: string | null;
  readonly before?: object | null;
  readonly after?: object | null;
  /** Id of the request, for finding it in the log; null without a request. */
  readonly requestId?: string | null;
}

/**
 * Writes an audit entry in the transaction of its change (spec §6.2). It must be the last statement of the transaction:
 * it locks the end of the log until the commit, and taking another row lock after that could deadlock with a writer
 * that waits for the log.
 */
export async function recordAudit(trx: Transaction<Database>, entry: AuditEntry): Promise<void> {
  await recordAudits(trx, [entry]);
}

/** Writes the entries of a change of many records, in order; see {@linkcode recordAudit}. */
export async function recordAudits(
  trx: Transaction<Database>,
  entries: readonly AuditEntry[],
): Promise<void> {
  for (let start = 0; start < entries.length; start += BATCH) {
    const rows = entries.slice(start, start + BATCH).map((entry) => ({
      actor: entry.actor,
      action: entry.action,
      entity_type: entry.entityType,
      entity_id: entry.entityId ?? null,
      before: entry.before ?? null,
      after: entry.after ?? null,
      request_id: entry.requestId ?? null,
    }));
    await trx.insertInto("audit_log").values(rows).execute();
  }
}
