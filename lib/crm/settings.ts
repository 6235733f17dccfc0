/** The CRM settings and field mappings in the database (spec §2.6, §2.7). */
import type { Kysely, Selectable } from "kysely";
import { type Database, withShortLimits } from "../db/mod.ts";
import { withTimeout } from "../timing/mod.ts";

/** The settings, named as the spec's columns. The last three are deep-link templates. */
export type CrmSettings = Readonly<
  Omit<Selectable<Database["crm_settings"]>, "id" | "created_at" | "updated_at">
>;

/** Maps a session field to a contact field. */
export interface FieldMapping {
  readonly session_field: string;
  /** Numeric id of the contact field. */
  readonly crm_field_id: string;
}

/** The columns of spec §2.6, and the deep-link templates. */
export const CRM_SETTINGS_COLUMNS = [
  "form_name",
  "contact_list_id",
  "tracking_enabled",
  "tracking_site_id",
  "hot_lead_enabled",
  "hot_lead_require_completed",
  "hot_lead_min_tier_ordinal",
  "hot_lead_require_premium",
  "resources_url",
  "configure_url",
  "repfinder_url",
] as const;

/** Reads the settings. A migration creates their only row. */
export async function readCrmSettings(db: Kysely<Database>): Promise<CrmSettings> {
  return await db.selectFrom("crm_settings").select(CRM_SETTINGS_COLUMNS).executeTakeFirstOrThrow();
}

/** Longest that an answer to a buyer waits for the settings, in milliseconds. */
const WITHIN_MS = 500;

/** Reads the settings for an answer that goes without them: null when they cannot be read within half a second. */
export async function readCrmSettingsInTime(db: Kysely<Database>): Promise<CrmSettings | null> {
  const read = () => withShortLimits(() => readCrmSettings(db)).catch(() => null);
  return await withTimeout(WITHIN_MS, read, () => null);
}

/** Reads the field mappings, ordered by session field. */
export async function readFieldMappings(db: Kysely<Database>): Promise<FieldMapping[]> {
  return await db.selectFrom("crm_field_mappings").select(["session_field", "crm_field_id"])
    .orderBy("session_field").execute();
}
