/** Row types of the assistant room. */
import type { ColumnType, Generated, GeneratedAlways } from "kysely";

interface SpendLedgerTable {
  id: GeneratedAlways<number>;
  /** Purpose of the tokens; `assistant-chat` for buyers' questions. */
  pass: string;
  /** UTC date, such as `2026-05-04`. */
  day: ColumnType<never, string, never>;
  model: string;
  input_tokens: number;
  output_tokens: number;
  usd: number;
  created_at: Generated<Date>;
}

interface AssistantTurnsTable {
  /** UTC date, such as `2026-05-04`. */
  day: ColumnType<never, string, never>;
  /** `grounded`, `identity`, the kind of an error, or the reason of a hand-off. */
  outcome: string;
  /** At least 1. */
  turns: number;
}

/** Tables of the assistant's spend and of its turns by outcome. */
export interface AssistantTables {
  spend_ledger: SpendLedgerTable;
  assistant_turns: AssistantTurnsTable;
}
