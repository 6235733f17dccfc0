/** Counts turns by day and outcome. Stores nothing else about them. */
import { type Kysely, sql } from "kysely";
import type { Database } from "../db/mod.ts";
import type { ChatErrorKind, HandoffReason } from "./schema.ts";
import { dayOf } from "../timing/mod.ts";

/**
 * How a turn ended. `identity` is a question about the assistant itself, `privacy` one about what becomes of the chat,
 * `person` a request for a person, and `courtesy` a greeting or thanks; all are answered without a model.
 */
export type TurnEnd =
  | "grounded"
  | "identity"
  | "privacy"
  | "person"
  | "courtesy"
  | HandoffReason
  | ChatErrorKind;

/** Adds one to the count of `outcome` on the UTC day of `at`. */
export async function countTurn(db: Kysely<Database>, outcome: TurnEnd, at: Date): Promise<void> {
  await db.insertInto("assistant_turns")
    .values({ day: dayOf(at), outcome, turns: 1 })
    .onConflict((conflict) =>
      conflict.columns(["day", "outcome"])
        .doUpdateSet({ turns: sql`assistant_turns.turns + 1` })
    )
    .execute();
}

/** The number of turns of one day with one outcome. */
export interface DayTurns {
  readonly day: string;
  readonly outcome: string;
  readonly turns: number;
}

/** Lists the counts by day and outcome from `from` to `to` (both `2026-05-04`, inclusive), oldest first. */
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
