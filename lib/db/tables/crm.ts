/** Row types of the CRM room. */
import type { ColumnType, Generated } from "kysely";
import type { Stamp } from "./columns.ts";

/** Optional on insert. */
type Later<T> = ColumnType<T | null, T | null | undefined, T | null>;

interface CrmSettingsTable {
  id: Generated<"default">;
  form_name: string | null;
  contact_list_id: string | null;
  tracking_enabled: Generated<boolean>;
  tracking_site_id: string | null;
  hot_lead_enabled: Generated<boolean>;
  hot_lead_require_completed: Generated<boolean>;
  hot_lead_min_tier_ordinal: number | null;
  hot_lead_require_premium: Generated<boolean>;
  resources_url: string | null;
  configure_url: string | null;
  repfinder_url: string | null;
  created_at: Stamp;
  updated_at: Stamp;
}

interface CrmFieldMappingsTable {
  session_field: string;
  crm_field_id: string;
  created_at: Stamp;
  updated_at: Stamp;
}

/**
 * State of one step of a lead's sync. `sent` means that the request may have reached the CRM, so it is not repeated.
 */
type StepState = "pending" | "sent" | "done" | "skipped" | "refused";

interface CrmSyncQueueTable {
  id: string;
  status: Generated<"queued" | "done" | "abandoned">;
  session_id: string | null;
  email: string | null;
  first_name: string | null;
  last_name: string | null;
  /** The session payload at the time of the submission, in the shape of `SessionPayload`. */
  payload: Readonly<Record<string, unknown>> | null;
  track: string | null;
  attempts: Generated<number>;
  next_attempt_at: Date | null;
  contact_step: Generated<StepState>;
  list_step: Generated<StepState>;
  form_step: Generated<StepState>;
  association_step: Generated<StepState>;
  contact_id: Later<string>;
  last_step: Later<string>;
  last_reason: Later<string>;
  last_status: Later<number>;
  last_attempt_at: Later<Date>;
  claim_token: Later<string>;
  claimed_until: Later<Date>;
  created_at: Date;
  finished_at: Later<Date>;
  updated_at: Stamp;
}

interface CrmRecentLeadsTable {
  digest: string;
  taken_at: Date;
  /** The lead of the first submission; null in rows of an earlier release. */
  lead_id: string | null;
}

/** Sessions of repeated submissions that still wait for their association with the contact of the first lead. */
interface CrmJoinedSessionsTable {
  session_id: string;
  lead_id: string;
}

interface CrmRefusalsTable {
  kind: "field" | "list" | "form";
  /** Id of the contact field or list, or the binding of the form. */
  subject: string;
  status: number | null;
  count: Generated<number>;
  first_at: Date;
  last_at: Date;
}

/** The tables of the CRM room. */
export interface CrmTables {
  crm_settings: CrmSettingsTable;
  crm_field_mappings: CrmFieldMappingsTable;
  crm_sync_queue: CrmSyncQueueTable;
  crm_recent_leads: CrmRecentLeadsTable;
  crm_joined_sessions: CrmJoinedSessionsTable;
  crm_refusals: CrmRefusalsTable;
}
