/** Row types of the CMS room. */
import type { ColumnType, Generated } from "kysely";
import type { NullableJson, Stamp } from "./columns.ts";

/** Inserted as JSON text. Read as unknown, so that a schema must validate it. */
type Json = ColumnType<unknown, string | undefined, string>;

interface CmsSystemMappingsTable {
  system_id: string;
  /** The join key to the CMS term (spec §2.4): trimmed, in NFC. */
  cms_term_name: string;
  cms_term_id: number | null;
  /** Lower case. */
  cms_term_uuid: string | null;
  created_at: Stamp;
  updated_at: Stamp;
}

/** A view: the systems that product terms are joined to (spec §4.11, migration 0085). */
interface CmsProductSystemsView {
  product_uuid: string;
  system_id: string;
}

interface CmsAttributeMappingsTable {
  attribute_id: string;
  /** Machine name of the field on the products term. */
  cms_field: string;
  /** The referenced vocabulary of a term-reference field; null for a scalar field (spec §2.4). */
  cms_vocabulary: string | null;
  created_at: Stamp;
  updated_at: Stamp;
}

interface CmsKeptOverridesTable {
  system_id: string;
  attribute_id: string;
  /** The CMS value at the time of the decision to keep the override. */
  cms_raw: Json;
  kept_by: string;
  kept_at: ColumnType<Date, Date | undefined, Date>;
}

interface SyncRunsTable {
  id: string;
  kind: "attributes" | "projects" | "images";
  state: Generated<
    "reading" | "incomplete" | "ready" | "applying" | "stopped" | "done" | "abandoned"
  >;
  started_by: string;
  applied_by: string | null;
  started_at: Date;
  ended_at: Date | null;
  pages: Generated<number>;
  gathered: NullableJson;
  basis: string | null;
  plan_hash: string | null;
  counts: Json;
  unmapped_terms: Json;
  unmapped_fields: Json;
  warnings: Json;
  errors: Json;
  planned: Generated<number>;
  written: Generated<number>;
  audited: Generated<boolean>;
}

/** Planned changes of a sync, some hundreds per row. */
interface SyncBatchesTable {
  run_id: string;
  /** Number of the first change in the batch. */
  seq: number;
  count: number;
  /** JSON text. */
  changes: string;
}

/** Inserted as the text of a Postgres array. */
type ArrayOf<T> = ColumnType<T[], string, never>;

/** Planned new images by column, some hundreds per row. The `sync_batches` row with the same `seq` has no changes. */
interface SyncNewImagesTable {
  run_id: string;
  seq: number;
  count: number;
  source_ref: ArrayOf<string>;
  filename: ArrayOf<string>;
  title: ArrayOf<string | null>;
  alt_text: ArrayOf<string | null>;
  width: ArrayOf<number | null>;
  height: ArrayOf<number | null>;
  remote_url: ArrayOf<string>;
  video_id: ArrayOf<string | null>;
  /** CMS uuids of the projects of each image, joined by commas. */
  projects: ArrayOf<string | null>;
  /** CMS uuids of the products of each image, joined by commas. */
  products: ArrayOf<string | null>;
  /** Tag keys that the plan lists for each image, joined by commas. */
  shows: ArrayOf<string | null>;
}

interface SyncClaimTable {
  id: Generated<boolean>;
  run_id: string | null;
  kind: string | null;
  holder: string | null;
  since: Date | null;
  until: Date | null;
  token: string | null;
}

interface SyncPagesTable {
  kind: string;
  place: number;
  digest: string;
  basis: string;
  next_place: number | null;
  keys: string;
  state: string;
  read_at: Stamp;
}

/** The tables of the CMS room. */
export interface CmsTables {
  cms_kept_overrides: CmsKeptOverridesTable;
  cms_attribute_mappings: CmsAttributeMappingsTable;
  cms_product_systems: CmsProductSystemsView;
  cms_system_mappings: CmsSystemMappingsTable;
  sync_batches: SyncBatchesTable;
  sync_claim: SyncClaimTable;
  sync_new_images: SyncNewImagesTable;
  sync_pages: SyncPagesTable;
  sync_runs: SyncRunsTable;
}
