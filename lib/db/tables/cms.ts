import type { ColumnType, Generated } from "kysely";

/** Written by the database. */
type Stamp = ColumnType<Date, never, never>;
/** JSON text when written; read as unknown, because only a schema can say what a row holds. */
type Json = ColumnType<unknown, string | undefined, string>;
type NullableJson = ColumnType<unknown, string | null | undefined, string | null>;

interface CmsSystemMappingsTable {
  system_id: string;
  /** Trimmed, in NFC: what the two sides are joined by. */
  cms_term_name: string;
  cms_term_id: number | null;
  /** In lower case. */
  cms_term_uuid: string | null;
  created_at: Stamp;
  updated_at: Stamp;
}

interface CmsAttributeMappingsTable {
  attribute_id: string;
  /** Machine name of the field on the products term. */
  cms_field: string;
  /** Null for a field that holds its value itself. */
  cms_vocabulary: string | null;
  created_at: Stamp;
  updated_at: Stamp;
}

interface CmsKeptOverridesTable {
  system_id: string;
  attribute_id: string;
  /** What the CMS said then. */
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
}

/** Planned changes, some hundreds a row. */
interface SyncBatchesTable {
  run_id: string;
  /** Of the first change. */
  seq: number;
  count: number;
  /** JSON text. */
  changes: string;
}

/** Written as the text of an array. */
type ArrayOf<T> = ColumnType<T[], string, never>;

/** Planned pictures that are new, some hundreds a row; the row of `sync_batches` that has their number has no changes. */
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
  /** Of each picture its uuids in the CMS, between commas. */
  projects: ArrayOf<string | null>;
  products: ArrayOf<string | null>;
  /** What a plan says that each shows, between commas. */
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
  cms_system_mappings: CmsSystemMappingsTable;
  sync_batches: SyncBatchesTable;
  sync_claim: SyncClaimTable;
  sync_new_images: SyncNewImagesTable;
  sync_pages: SyncPagesTable;
  sync_runs: SyncRunsTable;
}
