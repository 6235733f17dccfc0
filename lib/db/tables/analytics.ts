/** Row types of the analytics room. */
import type { ColumnType, GeneratedAlways } from "kysely";

interface AnalyticsEventsTable {
  id: GeneratedAlways<number>;
  kind: string;
  ref: string | null;
  track: string | null;
  /** Digest of the session's id; null without a session, and after the session was deleted. */
  session_ref: string | null;
  at: Date;
  /** Set by the database. */
  created_at: ColumnType<Date, never, never>;
}

/** Tables of session events, which are recorded only with measurement consent. */
export interface AnalyticsTables {
  analytics_events: AnalyticsEventsTable;
}
