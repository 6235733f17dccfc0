/** Row types of scenarios, the expected results of the selection. */
import type { ColumnType } from "kysely";
import type { Stamp } from "./columns.ts";

interface ScenariosTable {
  id: string;
  name: string;
  track_id: string | null;
  /** Inserted as JSON text. */
  option_ids: ColumnType<unknown, string, string>;
  /** Null when no recommendation is expected. */
  expected_system_id: string | null;
  created_at: Stamp;
  updated_at: Stamp;
}

/** Tables of scenarios. */
export interface ScenarioTables {
  scenarios: ScenariosTable;
}
