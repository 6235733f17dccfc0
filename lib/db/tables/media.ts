import type { ColumnType, Generated } from "kysely";

/** Written by the database. */
type Stamp = ColumnType<Date, never, never>;

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
  /** What the CMS said when the sync last wrote the picture. A title or an alt text that is another is by staff. */
  cms_title: string | null;
  cms_alt_text: string | null;
  type: "image" | "video";
  source: Generated<"manual" | "cms">;
  source_ref: string | null;
  mime: string | null;
  bytes: number | null;
  /** SHA-256 of the stored original, in hex; null until there is one. */
  original_hash: string | null;
  /** SHA-256 of the file as it was sent, in hex. */
  upload_hash: string | null;
  width: number | null;
  height: number | null;
  /** `#rrggbb`, in lower case. */
  placeholder: string | null;
  /** Share of the width, from the left. */
  focal_x: Generated<number>;
  /** Share of the height, from the top. */
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
  /** Place of the piece, from 0. */
  seq: number;
  bytes: Uint8Array;
}

interface MediaLinksTable {
  asset_id: string;
  owner_type: "system" | "option" | "page";
  owner_id: string;
  /** `gallery` of a system, `default` of an option, a slot of a page. */
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
  /** A system, a project's uuid, an option, or a category on its axis. */
  tag_ref: string;
  state: Generated<"live" | "proposed" | "rejected">;
  /** From 0 to 1; of a proposal. */
  confidence: number | null;
  source: Generated<"manual" | "cms" | "proposer">;
  created_at: Stamp;
}

/** How lists find and order assets; written by triggers alone. */
interface MediaLibraryTable {
  asset_id: string;
  created_at: Stamp;
  source: ColumnType<"manual" | "cms", never, never>;
  type: ColumnType<"image" | "video", never, never>;
  used: ColumnType<boolean, never, never>;
  /** Has no live tag on a classification axis. */
  untagged: ColumnType<boolean, never, never>;
  /** Has a proposed tag on a classification axis. */
  unreviewed: ColumnType<boolean, never, never>;
  grouped: ColumnType<boolean, never, never>;
  /** The lowest of the projects that it shows. */
  gallery_order: ColumnType<number | null, never, never>;
  gallery_position: ColumnType<number | null, never, never>;
  /** File name, in lower case. */
  name: ColumnType<string, never, never>;
  /** File name, alt text and title, in lower case, with U+0001 between them. */
  texts: ColumnType<string, never, never>;
}

/** One row, moved by triggers whenever something changes that is shown. */
interface MediaVersionTable {
  id: Generated<boolean>;
  version: number;
}

/** The transaction that each of the last versions comes from; written by triggers alone. */
interface MediaMovesTable {
  version: ColumnType<number, never, never>;
  transaction_id: ColumnType<string, never, never>;
}

/** The assets that a transaction changed; written by triggers alone. */
interface MediaTouchedTable {
  transaction_id: ColumnType<string, never, never>;
  /** Empty where it may be any. */
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
