/** Row types of settings. */
import type { Stamp } from "./columns.ts";

interface AppSettingsTable {
  /** Subject of the settings, such as `privacy`. */
  id: string;
  /** Values by name; a missing one has its default. */
  settings: Record<string, unknown>;
  created_at: Stamp;
  updated_at: Stamp;
}

/** Tables of settings that staff change at run time. */
export interface SettingsTables {
  app_settings: AppSettingsTable;
}
