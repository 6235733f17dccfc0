/** Row types of the corpus room. */
import type { ColumnType, Generated } from "kysely";
import type { Stamp } from "./columns.ts";

interface CorpusItemsTable {
  id: string;
  /** Identifies the document; all its versions share it. */
  source_key: string;
  title: string;
  content_type: "pdp" | "blog" | "tech-doc" | "marketing";
  source_kind: "url" | "cms-view" | "cms-dump" | "upload";
  source_url: string | null;
  pdp_path: string | null;
  link_status: Generated<"live" | "dead" | "unchecked">;
  link_checked_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** Why the link is dead or unverified, as a sentence; null for a live link. */
  link_note: string | null;
  /** Number of consecutive inconclusive link checks, and the time of the first. */
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
  /** Position in the item, from 1. */
  seq: number;
  heading: string | null;
  text: string;
}

/** Retrieval counts of passages that were quoted to buyers; other passages have no row. */
interface CorpusRetrievalsTable {
  item_id: string;
  seq: number;
  /** At least 1. */
  retrieved: number;
  last_at: Date;
}

/** One row; triggers increment the version whenever quotable content changes. */
interface CorpusVersionTable {
  id: Generated<boolean>;
  version: number;
}

/** The last transaction that changed each document. An empty `item_id` stands for all documents. */
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
