/** Facts of a database that are equal for equal copies. */
import { type Kysely, sql, type Transaction } from "kysely";
import type { Database } from "@/lib/db/mod.ts";

/** Number of rows by table, and the head of the audit chain. */
export interface Facts {
  readonly rows: Readonly<Record<string, number>>;
  readonly auditHead: string;
}

/** Counts the rows of every table, and reads the head of the audit chain. */
export async function readFacts(db: Kysely<Database> | Transaction<Database>): Promise<Facts> {
  const tables = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by table_name`.execute(db);
  const rows: Record<string, number> = {};
  for (const { name } of tables.rows) {
    const counted = await sql<{ count: number }>`
      select count(*)::int as count from ${sql.table(name)}`.execute(db);
    rows[name] = counted.rows[0]?.count ?? 0;
  }
  const head = await sql<
    { head: string }
  >`select to_jsonb(audit_chain)::text as head from audit_chain`
    .execute(db);
  return { rows, auditHead: head.rows[0]?.head ?? "" };
}
