import type { ColumnType, Generated } from "kysely";

/** Written by the database. */
type Stamp = ColumnType<Date, never, never>;

interface CorpusItemsTable {
  id: string;
  /** The same for every version of one document. */
  source_key: string;
  title: string;
  content_type: "pdp" | "blog" | "tech-doc" | "marketing";
  source_kind: "url" | "cms-view" | "cms-dump" | "upload";
  source_url: string | null;
  pdp_path: string | null;
  link_status: Generated<"live" | "dead" | "unchecked">;
  link_checked_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** Why a link is dead or cannot be verified, in words; null for one that is live. */
  link_note: string | null;
  /** Checks in a row that said neither that it is live nor that it is gone, and the first of them. */
  link_failures: Generated<number>;
  link_failing_since: ColumnType<Date | null, Date | null | undefined, Date | null>;
  version: string;
  fetched_at: Date;
  content_hash: string;
  state: Generated<"active" | "retired" | "superseded">;
  superseded_by: string | null;
  created_at: Stamp;
  updated_at: Stamp;
}

interface CorpusItemSystemsTable {
  item_id: string;
  system_id: string;
}

interface CorpusPassagesTable {
  item_id: string;
  /** Place in the item, from 1. */
  seq: number;
  heading: string | null;
  text: string;
}

/** A passage that was quoted to buyers; one that never was has no row. */
interface CorpusRetrievalsTable {
  item_id: string;
  seq: number;
  /** How often, at least 1. */
  retrieved: number;
  last_at: Date;
}

/** One row, moved by triggers whenever something changes that can be quoted. */
interface CorpusVersionTable {
  id: Generated<boolean>;
  version: number;
}

/** The transaction that last changed each document; the empty id stands for all of them. */
interface CorpusTouchedTable {
  item_id: string;
  transaction_id: string;
}

interface CorpusGapsTable {
  id: string;
  topic: string;
  noted_at: Date;
  closed_at: Date | null;
}

/** The tables of the corpus room. */
export interface CorpusTables {
  corpus_items: CorpusItemsTable;
  corpus_item_systems: CorpusItemSystemsTable;
  corpus_passages: CorpusPassagesTable;
  corpus_retrievals: CorpusRetrievalsTable;
  corpus_version: CorpusVersionTable;
  corpus_touched: CorpusTouchedTable;
  corpus_gaps: CorpusGapsTable;
}
