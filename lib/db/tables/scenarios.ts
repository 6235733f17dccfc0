import type { ColumnType } from "kysely";

/** Written by the database. */
type Stamp = ColumnType<Date, never, never>;

interface ScenariosTable {
  id: string;
  name: string;
  track_id: string | null;
  /** JSON text when written. */
  option_ids: ColumnType<unknown, string, string>;
  /** Null expects that nothing is recommended. */
  expected_system_id: string | null;
  created_at: Stamp;
  updated_at: Stamp;
}

/** What staff expect of the selection. */
export interface ScenarioTables {
  scenarios: ScenariosTable;
}
