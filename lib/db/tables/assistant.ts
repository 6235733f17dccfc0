import type { ColumnType, Generated, GeneratedAlways } from "kysely";

interface SpendLedgerTable {
  id: GeneratedAlways<number>;
  /** What the tokens were used for; `assistant-chat` for buyers' questions. */
  pass: string;
  /** In UTC, as `2026-05-04`. */
  day: ColumnType<never, string, never>;
  model: string;
  input_tokens: number;
  output_tokens: number;
  usd: number;
  created_at: Generated<Date>;
}

interface AssistantTurnsTable {
  /** In UTC, as `2026-05-04`. */
  day: ColumnType<never, string, never>;
  /** `grounded`, `identity`, an error's kind, or the reason of a hand-off. */
  outcome: string;
  /** At least 1. */
  turns: number;
}

/** What the assistant costs, and how its turns end. */
export interface AssistantTables {
  spend_ledger: SpendLedgerTable;
  assistant_turns: AssistantTurnsTable;
}
