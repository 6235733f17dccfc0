import type { ColumnType } from "kysely";

/** Written by the database. */
type Stamp = ColumnType<Date, never, never>;

interface AppSettingsTable {
  /** The subject: `privacy`. */
  id: string;
  /** By name; what is not here is as it comes. */
  settings: Record<string, unknown>;
  created_at: Stamp;
  updated_at: Stamp;
}

/** Settings that staff change while the service runs. */
export interface SettingsTables {
  app_settings: AppSettingsTable;
}
