import type { Generated } from "kysely";

interface ErasuresTable {
  id: string;
  plan_hash: string;
  chosen_by: "session" | "contact" | "date";
  /** In UTC, as `2026-05-04`; null unless chosen by date. */
  before_day: string | null;
  /** Null where a visitor erases what is kept of their own visit. */
  actor: string | null;
  request_id: string | null;
  began_at: Date;
  /** How many sessions it takes. */
  sessions: number;
  /** The last session that is out of the key-value store. */
  reached: string | null;
  /** Rows that have gone from the database by now. */
  leads: Generated<number>;
  submissions: Generated<number>;
  /** Events that have forgotten their session by now. */
  events: Generated<number>;
}

interface ErasureSessionsTable {
  erasure_id: string;
  session_id: string;
}

/** What is being erased. */
export interface PrivacyTables {
  erasures: ErasuresTable;
  erasure_sessions: ErasureSessionsTable;
}
