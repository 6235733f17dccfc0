import type { Transaction } from "kysely";
import type { Database } from "../db/mod.ts";

/** The actor of what the service does by itself, such as purging. */
export const SERVICE_ACTOR = "service";

/** Entries that one statement writes, which takes a limited number of parameters. */
const BATCH = 500;

/** Something done to a record. */
export interface AuditEntry {
  /** A verified identity, or {@linkcode SERVICE_ACTOR}. */
  readonly actor: string;
  /** A verb: `create`, `update`, `purge`. */
  readonly action: string;
  readonly entityType: string;
  /** Null where many records are meant. */
  readonly entityId?: string | null;
  readonly before?: object | null;
  readonly after?: object | null;
  /** Finds the request in the log; null where none was behind it. */
  readonly requestId?: string | null;
}

/**
 * Writes an entry in the transaction of the change that it tells of (spec §6.2), as the last thing the
 * transaction does. The entry locks the end of the log until the commit, and so makes every other writer
 * wait: a transaction that wanted a further row after it could wait for one of them in turn.
 */
export async function recordAudit(trx: Transaction<Database>, entry: AuditEntry): Promise<void> {
  await recordAudits(trx, [entry]);
}

/** Writes the entries of a change of many records, in their order; the same holds for them as for one. */
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
