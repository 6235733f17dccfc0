/** Row types of the media room. */
import type { ColumnType, Generated } from "kysely";
import type { Stamp } from "./columns.ts";

interface ShotGroupsTable {
  id: string;
  name: string;
  created_at: Stamp;
  updated_at: Stamp;
}

interface MediaAssetsTable {
  id: string;
  filename: string;
  title: string | null;
  alt_text: string | null;
  /** CMS values of the last sync. A title or alt text that differs from its CMS value was edited by staff. */
  cms_title: string | null;
  cms_alt_text: string | null;
  type: "image" | "video";
  source: Generated<"manual" | "cms">;
  source_ref: string | null;
  mime: string | null;
  bytes: number | null;
  /** SHA-256 of the stored original in hex; null until an original is stored. */
  original_hash: string | null;
  /** SHA-256 of the uploaded file in hex. */
  upload_hash: string | null;
  width: number | null;
  height: number | null;
  /** `#rrggbb` in lower case. */
  placeholder: string | null;
  /** Focal point as a fraction of the width, from the left. */
  focal_x: Generated<number>;
  /** Focal point as a fraction of the height, from the top. */
  focal_y: Generated<number>;
  remote_url: string | null;
  import_error: string | null;
  import_failed_at: Date | null;
  video_id: string | null;
  gallery_position: number | null;
  shot_group_id: string | null;
  uploaded_by: string | null;
  created_at: ColumnType<Date, Date | undefined, never>;
  updated_at: Stamp;
}

interface MediaBlobsTable {
  asset_id: string;
  /** Index of the chunk, from 0. */
  seq: number;
  bytes: Uint8Array;
}

interface MediaLinksTable {
  asset_id: string;
  owner_type: "system" | "option" | "page";
  owner_id: string;
  /** `gallery` for a system, `default` for an option, the name of a slot for a page. */
  slot: string;
  position: Generated<number>;
  is_primary: Generated<boolean>;
}

interface SystemGalleriesTable {
  system_id: string;
  display_mode: Generated<"grid" | "slideshow">;
  created_at: Stamp;
  updated_at: Stamp;
}

interface MediaCategoriesTable {
  id: string;
  axis: "application" | "geography" | "attribute";
  name: string;
  words: Generated<string[]>;
  position: Generated<number>;
  retired_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  created_at: Stamp;
  updated_at: Stamp;
}

interface MediaCategoryOptionsTable {
  category_id: string;
  option_id: string;
}

interface MediaTagsTable {
  asset_id: string;
  tag_type: "system" | "project" | "factor" | "application" | "geography" | "attribute";
  /** Id of a system, option or category, or uuid of a project. */
  tag_ref: string;
  state: Generated<"live" | "proposed" | "rejected">;
  /** Confidence of a proposal, from 0 to 1. */
  confidence: number | null;
  source: Generated<"manual" | "cms" | "proposer">;
  created_at: Stamp;
}

/** Denormalised search and sort keys of assets; only triggers write it. */
interface MediaLibraryTable {
  asset_id: string;
  created_at: Stamp;
  source: ColumnType<"manual" | "cms", never, never>;
  type: ColumnType<"image" | "video", never, never>;
  used: ColumnType<boolean, never, never>;
  /** Whether the asset has no live tag on a classification axis (spec §4.8). */
  untagged: ColumnType<boolean, never, never>;
  /** Whether the asset has a proposed tag on a classification axis (spec §4.8). */
  unreviewed: ColumnType<boolean, never, never>;
  grouped: ColumnType<boolean, never, never>;
  /** Lowest gallery order among the projects of the asset. */
  gallery_order: ColumnType<number | null, never, never>;
  gallery_position: ColumnType<number | null, never, never>;
  /** File name in lower case. */
  name: ColumnType<string, never, never>;
  /** File name, alt text and title in lower case, separated by U+0001. */
  texts: ColumnType<string, never, never>;
}

/** One row; triggers increment the version whenever visible media data changes. */
interface MediaVersionTable {
  id: Generated<boolean>;
  version: number;
}

/** The transaction that produced each recent version; only triggers write it. */
interface MediaMovesTable {
  version: ColumnType<number, never, never>;
  transaction_id: ColumnType<string, never, never>;
}

/** The assets that each recent transaction changed; only triggers write it. */
interface MediaTouchedTable {
  transaction_id: ColumnType<string, never, never>;
  /** Empty when any asset may have changed. */
  asset_id: ColumnType<string, never, never>;
}

/** The tables of the media room. */
export interface MediaTables {
  media_assets: MediaAssetsTable;
  media_blobs: MediaBlobsTable;
  media_categories: MediaCategoriesTable;
  media_category_options: MediaCategoryOptionsTable;
  media_library: MediaLibraryTable;
  media_links: MediaLinksTable;
  media_moves: MediaMovesTable;
  media_tags: MediaTagsTable;
  media_touched: MediaTouchedTable;
  media_version: MediaVersionTable;
  shot_groups: ShotGroupsTable;
  system_galleries: SystemGalleriesTable;
}
