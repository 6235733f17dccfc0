/** The spend ledger, and the gate that compares today's spend with the daily budget (spec §4.5, spend gate). */
import { type Kysely, sql } from "kysely";
import { anyOf, createCircuitBreaker, type Database, withShortLimits } from "../db/mod.ts";
import { dayOf } from "../timing/mod.ts";

/** The ledger's pass for buyers' questions. Offline passes have other names and do not count against chat (spec §8). */
export const CHAT_PASS = "assistant-chat";

/** The ledger's pass for calls of {@linkcode CHAT_PASS} that were cut off and gave no reply. It counts against chat. */
export const CUT_OFF_PASS = "assistant-chat-cut-off";

function passesOf(pass: string): string[] {
  return pass === CHAT_PASS ? [CHAT_PASS, CUT_OFF_PASS] : [pass];
}

/** The cost of one reply. `usd` is in US dollars. */
export interface SpendEntry {
  readonly pass: string;
  readonly model: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly usd: number;
}

/** Writes one ledger row for a reply, on the UTC day of `at` (spec §4.5). */
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

/** Returns the US dollars booked for a pass on the UTC day of `at`, calls without a reply included. */
export async function spentOn(db: Kysely<Database>, pass: string, at: Date): Promise<number> {
  const { rows } = await sql<{ usd: number }>`
    select coalesce(sum(usd), 0)::float8 as usd from spend_ledger
    where pass = ${anyOf(passesOf(pass))} and day = ${dayOf(at)}::date`.execute(db);
  return rows[0]?.usd ?? 0;
}

/** One day's spend of a pass, in US dollars. */
export interface DaySpend {
  readonly day: string;
  readonly usd: number;
  readonly replies: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/**
 * Lists the spend of a pass per day from `from` to `to` (both `2026-05-04`, inclusive), oldest first. Days without
 * spend are left out.
 */
export async function listSpend(
  db: Kysely<Database>,
  pass: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<DaySpend[]> {
  const { rows } = await sql<DaySpend>`
    select to_char(day, 'YYYY-MM-DD') as day, sum(usd)::float8 as usd,
      (count(*) filter (where pass = ${pass}))::int as replies,
      sum(input_tokens)::float8 as "inputTokens", sum(output_tokens)::float8 as "outputTokens"
    from spend_ledger
    where pass = ${anyOf(passesOf(pass))} and day between ${from}::date and ${to}::date
    group by day order by day`.execute(db);
  return rows;
}

/** Options of {@linkcode createSpendGate}. */
interface SpendGateOptions {
  readonly db: Kysely<Database>;
  readonly dailyBudgetUsd: number;
  readonly now: () => Date;
  /** Called once when the ledger cannot be read, and again only after a read has succeeded. */
  readonly onOutage: (error: unknown) => void;
}

/** Compares today's chat spend (UTC) with the daily budget. Never throws. */
export interface SpendGate {
  /** Returns whether the spend in the ledger has reached the budget. */
  isOverBudget(): Promise<boolean>;
  /**
   * Reserves what a call may cost, in US dollars, until the returned function is called: the ledger shows a call only after
   * its end, and without reservations any number of calls at once would pass. Returns null when the spend and the earlier
   * reservations of this process have reached the budget.
   */
  reserve(usd: number): Promise<(() => void) | null>;
}

/** Time limit of a ledger read. */
const LEDGER_TIMEOUT_MS = 1_000;

/** Creates the spend gate. It fails open: an unreadable ledger admits the turn (spec §4.5, spend gate). */
export function createSpendGate(
  { db, dailyBudgetUsd, now, onOutage }: SpendGateOptions,
): SpendGate {
  const read = createCircuitBreaker({
    subject: "the spend ledger",
    onOutage,
    timeoutMs: LEDGER_TIMEOUT_MS,
  });
  const reserved = new Set<{ readonly usd: number }>();

  async function isOver(reservedUsd: number): Promise<boolean> {
    const spent = await read(() => withShortLimits(() => spentOn(db, CHAT_PASS, now())));
    return spent !== null && spent + reservedUsd >= dailyBudgetUsd;
  }

  return {
    isOverBudget: () => isOver(0),
    async reserve(usd) {
      const before = [...reserved].reduce((sum, each) => sum + each.usd, 0);
      const reservation = { usd };
      reserved.add(reservation);
      const release = () => void reserved.delete(reservation);
      // The turn has just read the ledger.
      if (before === 0 || !await isOver(before)) return release;
      release();
      return null;
    },
  };
}
