/** The interface of collectors: they read one kind for a run and build its plan. */
import type { Kysely } from "kysely";
import { z } from "zod";
import type { Database } from "@/lib/db/mod.ts";
import type { ImageSources } from "../client/images.ts";
import type { KnownPages, Walk, WalkedPage } from "../client/walk.ts";
import type { SyncReport } from "../schema.ts";

/** The progress of reading, as an unfinished run stores it. */
export const Progress = z.object({
  nextPage: z.int().nullable(),
  counts: z.record(z.string(), z.int()),
  planned: z.int(),
  hash: z.string(),
  warnings: z.array(z.string()),
  /** How many further warnings were dropped. */
  moreWarnings: z.int().default(0),
  /** The remaining budget of the walk; absent when a person has just resumed the run, which renews the budget. */
  left: z.object({
    bytes: z.number(),
    ms: z.number(),
    barren: z.int().default(0),
    keys: z.array(z.string()).default([]),
  }).optional(),
  /** Projects only: the uuids that were read. */
  seen: z.array(z.string()).optional(),
  /** Attributes only: the products that were read. */
  terms: z.array(z.unknown()).optional(),
});
/** The progress of reading. */
export type Progress = z.infer<typeof Progress>;

/** The result of reading and planning. */
export interface Found extends Omit<SyncReport, "kind" | "complete" | "applied"> {
  readonly planned: number;
  readonly hash: string;
  readonly basis: string | null;
}

/** Collects the pages of one kind. Disposing of it waits for planning that is still running. */
export interface Collector<Row> extends AsyncDisposable {
  readonly walk: Walk<Row>;
  /** The cache of unchanged pages, for kinds that have one. */
  readonly known?: KnownPages;
  /** Adds a page. It may be planned later, while the next pages are fetched. */
  add(page: WalkedPage<Row>): Promise<void>;
  /** Plans the remaining rows and returns the result. */
  finish(): Promise<Found>;
  /** Plans the remaining rows and returns the progress to store, so that the walk can resume at `nextPage`. */
  pause(nextPage: number | null): Promise<Progress>;
}

/** The inputs of a collector. */
export interface CollectOptions {
  readonly db: Kysely<Database>;
  readonly runId: string;
  readonly sources: ImageSources;
  /** The stored progress of a resumed run; null for a new run. */
  readonly progress: Progress | null;
}
