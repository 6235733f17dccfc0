/** The list of all schema migrations. */
import type { Migration } from "kysely/migration";
import * as m0001 from "./0001_create_catalog.ts";
import * as m0002 from "./0002_create_factors.ts";
import * as m0003 from "./0003_create_rules.ts";
import * as m0004 from "./0004_version_catalog.ts";
import * as m0005 from "./0005_create_analytics_events.ts";
import * as m0006 from "./0006_create_audit_log.ts";
import * as m0007 from "./0007_chain_audit_log.ts";
import * as m0008 from "./0008_create_admin_users.ts";
import * as m0009 from "./0009_create_scenarios.ts";
import * as m0010 from "./0010_create_corpus.ts";
import * as m0011 from "./0011_index_corpus.ts";
import * as m0012 from "./0012_version_corpus.ts";
import * as m0013 from "./0013_track_link_failures.ts";
import * as m0014 from "./0014_count_retrievals.ts";
import * as m0015 from "./0015_create_projects.ts";
import * as m0016 from "./0016_create_media.ts";
import * as m0017 from "./0017_version_media.ts";
import * as m0018 from "./0018_index_media.ts";
import * as m0019 from "./0019_create_pages.ts";
import * as m0020 from "./0020_track_media.ts";
import * as m0021 from "./0021_touch_corpus.ts";
import * as m0023 from "./0023_unique_system_names.ts";
import * as m0024 from "./0024_play_images.ts";
import * as m0025 from "./0025_follow_media_list.ts";
import * as m0030 from "./0030_create_cms_mappings.ts";
import * as m0031 from "./0031_version_values.ts";
import * as m0032 from "./0032_create_sync_runs.ts";
import * as m0033 from "./0033_keep_overrides.ts";
import * as m0035 from "./0035_create_settings.ts";
import * as m0036 from "./0036_version_projects.ts";
import * as m0040 from "./0040_create_crm.ts";
import * as m0050 from "./0050_create_spend_ledger.ts";
import * as m0051 from "./0051_count_assistant_turns.ts";
import * as m0053 from "./0053_create_corpus_gaps.ts";
import * as m0056 from "./0056_index_events_by_time.ts";
import * as m0064 from "./0064_create_erasures.ts";
import * as m0070 from "./0070_draft_systems.ts";
import * as m0073 from "./0073_join_repeated_leads.ts";
import * as m0074 from "./0074_index_corpus_faster.ts";
import * as m0075 from "./0075_list_new_images.ts";
import * as m0077 from "./0077_search_corpus_by_functions.ts";
import * as m0078 from "./0078_write_pictures_cheaper.ts";
import * as m0079 from "./0079_sync_by_batches.ts";
import * as m0080 from "./0080_sync_new_images_by_columns.ts";
import * as m0081 from "./0081_follow_texts_of_cms.ts";
import * as m0082 from "./0082_hide_drafts_before_limits.ts";
import * as m0083 from "./0083_touch_catalog.ts";
import * as m0084 from "./0084_audit_runs_once.ts";
import * as m0085 from "./0085_join_products_by_name.ts";
import * as m0086 from "./0086_index_contacts.ts";
import * as m0087 from "./0087_seal_entries_in_bulk.ts";
import * as m0088 from "./0088_index_attempts.ts";
import * as m0089 from "./0089_index_waiting_addresses.ts";
import * as m0090 from "./0090_index_audit_counts.ts";
import * as m0091 from "./0091_index_claimed_leads.ts";

/** All migrations by name, in order. A released migration never changes; correct it with a new one. */
export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  "0001_create_catalog": m0001,
  "0002_create_factors": m0002,
  "0003_create_rules": m0003,
  "0004_version_catalog": m0004,
  "0005_create_analytics_events": m0005,
  "0006_create_audit_log": m0006,
  "0007_chain_audit_log": m0007,
  "0008_create_admin_users": m0008,
  "0009_create_scenarios": m0009,
  "0010_create_corpus": m0010,
  "0011_index_corpus": m0011,
  "0012_version_corpus": m0012,
  "0013_track_link_failures": m0013,
  "0014_count_retrievals": m0014,
  "0015_create_projects": m0015,
  "0016_create_media": m0016,
  "0017_version_media": m0017,
  "0018_index_media": m0018,
  "0019_create_pages": m0019,
  "0020_track_media": m0020,
  "0021_touch_corpus": m0021,
  "0023_unique_system_names": m0023,
  "0024_play_images": m0024,
  "0025_follow_media_list": m0025,
  "0030_create_cms_mappings": m0030,
  "0031_version_values": m0031,
  "0032_create_sync_runs": m0032,
  "0033_keep_overrides": m0033,
  "0035_create_settings": m0035,
  "0036_version_projects": m0036,
  "0040_create_crm": m0040,
  "0050_create_spend_ledger": m0050,
  "0051_count_assistant_turns": m0051,
  "0053_create_corpus_gaps": m0053,
  "0056_index_events_by_time": m0056,
  "0064_create_erasures": m0064,
  "0070_draft_systems": m0070,
  "0073_join_repeated_leads": m0073,
  "0074_index_corpus_faster": m0074,
  "0075_list_new_images": m0075,
  "0077_search_corpus_by_functions": m0077,
  "0078_write_pictures_cheaper": m0078,
  "0079_sync_by_batches": m0079,
  "0080_sync_new_images_by_columns": m0080,
  "0081_follow_texts_of_cms": m0081,
  "0082_hide_drafts_before_limits": m0082,
  "0083_touch_catalog": m0083,
  "0084_audit_runs_once": m0084,
  "0085_join_products_by_name": m0085,
  "0086_index_contacts": m0086,
  "0087_seal_entries_in_bulk": m0087,
  "0088_index_attempts": m0088,
  "0089_index_waiting_addresses": m0089,
  "0090_index_audit_counts": m0090,
  "0091_index_claimed_leads": m0091,
};
