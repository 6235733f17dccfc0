/** What replies cost, and whether today's are paid for (spec §4.5, spend gate). */
import { type Kysely, sql } from "kysely";
import { createCircuitBreaker, type Database } from "../db/mod.ts";

/** What buyers' questions are booked under; whatever runs offline has names of its own. */
export const CHAT_PASS = "assistant-chat";

/** One reply's cost. */
export interface SpendEntry {
  readonly pass: string;
  readonly model: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly usd: number;
}

/** A day in UTC, as the ledger names it: `2026-05-04`. */
export function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10);
}

/** Books a reply on the day of `at`. */
export async function bookSpend(
  db: Kysely<Database>,
  { pass, model, inputTokens, outputTokens, usd }: SpendEntry,
  at: Date,
): Promise<void> {
  await db.insertInto("spend_ledger").values({
    pass,
    day: dayOf(at),
    model,
    input_tokens: inputTokens,
    output_tokens: outputTokens,
    usd,
    created_at: at,
  }).execute();
}

/** Dollars booked for a pass on the day of `at`, UTC. */
export async function spentOn(db: Kysely<Database>, pass: string, at: Date): Promise<number> {
  const { rows } = await sql<{ usd: number }>`
    select coalesce(sum(usd), 0)::float8 as usd from spend_ledger
    where pass = ${pass} and day = ${dayOf(at)}::date`.execute(db);
  return rows[0]?.usd ?? 0;
}

/** A day's spend of one pass. */
export interface DaySpend {
  readonly day: string;
  readonly usd: number;
  readonly replies: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** Spend of a pass by day from `from` to `to` (both `2026-05-04`, inclusive), oldest first; days without are left out. */
export async function listSpend(
  db: Kysely<Database>,
  pass: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<DaySpend[]> {
  const { rows } = await sql<DaySpend>`
    select to_char(day, 'YYYY-MM-DD') as day, sum(usd)::float8 as usd, count(*)::int as replies,
      sum(input_tokens)::float8 as "inputTokens", sum(output_tokens)::float8 as "outputTokens"
    from spend_ledger
    where pass = ${pass} and day between ${from}::date and ${to}::date
    group by day order by day`.execute(db);
  return rows;
}

/** What the gate works with. */
export interface SpendGateOptions {
  readonly db: Kysely<Database>;
  readonly dailyBudgetUsd: number;
  readonly now: () => Date;
  /** Told once when the ledger cannot be read, and again only after it could. */
  readonly onOutage: (error: unknown) => void;
}

/** Says whether what today's answers cost, in UTC, has reached the ceiling. Never throws. */
export type SpendGate = () => Promise<boolean>;

/** How long a turn waits for the ledger. */
const LEDGER_TIMEOUT_MS = 1_000;

/** Makes the gate. A ledger that cannot be read lets the turn pass (spec §4.5, spend gate). */
export function createSpendGate(
  { db, dailyBudgetUsd, now, onOutage }: SpendGateOptions,
): SpendGate {
  const read = createCircuitBreaker({
    subject: "the spend ledger",
    onOutage,
    timeoutMs: LEDGER_TIMEOUT_MS,
  });
  return async () => {
    const spent = await read(() => spentOn(db, CHAT_PASS, now()));
    return spent !== null && spent >= dailyBudgetUsd;
  };
}
