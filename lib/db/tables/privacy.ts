/** Row types of the privacy room. */
import type { Generated } from "kysely";

interface ErasuresTable {
  id: string;
  plan_hash: string;
  chosen_by: "session" | "contact" | "date";
  /** UTC date, such as `2026-05-04`; null unless chosen by date. */
  before_day: string | null;
  /** E-mail of the staff member; null when a visitor erases their own data. */
  actor: string | null;
  request_id: string | null;
  began_at: Date;
  /** Number of sessions to erase. */
  sessions: number;
  /** The last session that was deleted from the key-value store. */
  reached: string | null;
  /** Number of leads deleted so far. */
  leads: Generated<number>;
  /** Number of submissions deleted so far. */
  submissions: Generated<number>;
  /** Number of events detached from their session so far. */
  events: Generated<number>;
}

interface ErasureSessionsTable {
  erasure_id: string;
  session_id: string;
}

/** Tables of erasures in progress. */
export interface PrivacyTables {
  erasures: ErasuresTable;
  erasure_sessions: ErasureSessionsTable;
}
