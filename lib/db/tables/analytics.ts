import type { ColumnType, GeneratedAlways } from "kysely";

interface AnalyticsEventsTable {
  id: GeneratedAlways<number>;
  kind: string;
  ref: string | null;
  track: string | null;
  /** Digest of the session's id; null without a session, and once the session is gone. */
  session_ref: string | null;
  at: Date;
  /** Written by the database. */
  created_at: ColumnType<Date, never, never>;
}

/** What buyers did, with their consent. */
export interface AnalyticsTables {
  analytics_events: AnalyticsEventsTable;
}
