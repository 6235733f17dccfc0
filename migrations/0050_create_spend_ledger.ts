import { type Kysely, sql } from "kysely";

/**
 * Creates the spend ledger, with one row per reply of the model (spec §4.5). `pass` separates the chat from offline
 * batches; `day` is the UTC day that the budget of the chat counts by. It contains no personal data.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createTable("spend_ledger")
    .addColumn("id", "bigint", (column) => column.primaryKey().generatedAlwaysAsIdentity())
    .addColumn(
      "pass",
      "text",
      (column) => column.notNull().check(sql`pass ~ '^[a-z][a-z0-9-]{0,39}$'`),
    )
    .addColumn("day", "date", (column) => column.notNull())
    .addColumn("model", "text", (column) => column.notNull())
    .addColumn(
      "input_tokens",
      "integer",
      (column) => column.notNull().check(sql`input_tokens >= 0`),
    )
    .addColumn(
      "output_tokens",
      "integer",
      (column) => column.notNull().check(sql`output_tokens >= 0`),
    )
    .addColumn("usd", "double precision", (column) => column.notNull().check(sql`usd >= 0`))
    .addColumn("created_at", "timestamptz", (column) => column.notNull().defaultTo(sql`now()`))
    .execute();

  // Before each turn the budget check sums one day of one pass, by an index-only scan.
  await sql`
    create index spend_ledger_day_pass_idx on spend_ledger (day, pass) include (usd)`.execute(db);
}
