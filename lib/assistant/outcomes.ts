/** How turns ended, counted by day and nothing else. */
import { type Kysely, sql } from "kysely";
import type { Database } from "../db/mod.ts";
import type { ChatErrorKind, HandoffReason } from "./schema.ts";
import { dayOf } from "./spend.ts";

/** How a turn ended; `identity` is a question about the assistant itself, answered by the service. */
export type TurnEnd = "grounded" | "identity" | HandoffReason | ChatErrorKind;

/** Counts one turn on the day of `at`, UTC. */
export async function countTurn(db: Kysely<Database>, outcome: TurnEnd, at: Date): Promise<void> {
  await db.insertInto("assistant_turns")
    .values({ day: dayOf(at), outcome, turns: 1 })
    .onConflict((conflict) =>
      conflict.columns(["day", "outcome"])
        .doUpdateSet({ turns: sql`assistant_turns.turns + 1` })
    )
    .execute();
}

/** How many turns of a day ended in one way. */
export interface DayTurns {
  readonly day: string;
  readonly outcome: string;
  readonly turns: number;
}

/** Turns by day and end from `from` to `to` (both `2026-05-04`, inclusive), oldest first. */
export async function listTurns(
  db: Kysely<Database>,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<DayTurns[]> {
  const { rows } = await sql<DayTurns>`
    select to_char(day, 'YYYY-MM-DD') as day, outcome, turns from assistant_turns
    where day between ${from}::date and ${to}::date
    order by day, outcome`.execute(db);
  return rows;
}
