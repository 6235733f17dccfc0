/** Fills the audit log through its API, and tampers with it by bypassing its triggers. */
import { type Kysely, sql, type Transaction } from "kysely";
import { type AuditEntry, recordAudit } from "@/lib/records/mod.ts";
import type { Database } from "@/lib/db/mod.ts";

/** Records entries in order, in one transaction. */
export async function recordAll(
  db: Kysely<Database>,
  entries: Iterable<AuditEntry>,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    for (const entry of entries) await recordAudit(trx, entry);
  });
}

/** Runs statements, separated by `;`, with the triggers disabled, as a malicious owner of the tables could. */
export async function behindTheTriggers(
  db: Kysely<Database> | Transaction<Database>,
  statements: string,
): Promise<void> {
  const tables = ["audit_log", "audit_chain"];
  const all = [
    ...tables.map((table) => `alter table ${table} disable trigger user`),
    ...statements.split(";"),
    ...tables.map((table) => `alter table ${table} enable trigger user`),
  ];
  for (const statement of all) await sql.raw(statement).execute(db);
}
