/** What reads one kind of a CMS for a run, and what comes of it. */
import type { Kysely } from "kysely";
import { z } from "zod";
import type { Database } from "../../db/mod.ts";
import type { KnownPages, Walk, WalkedPage } from "../client/walk.ts";
import type { Counts } from "../schema.ts";

/** What reading has come to, as a run keeps it while it is not over. */
export const Progress = z.object({
  nextPage: z.int().nullable(),
  counts: z.record(z.string(), z.int()),
  planned: z.int(),
  hash: z.string(),
  warnings: z.array(z.string()),
  /** Warnings beside these. */
  moreWarnings: z.int().default(0),
  /** What reading may still take until somebody has it go on; all, where that has just been. */
  left: z.object({
    bytes: z.number(),
    ms: z.number(),
    barren: z.int().default(0),
    keys: z.array(z.string()).default([]),
  }).optional(),
  /** Of projects: uuids that were read. */
  seen: z.array(z.string()).optional(),
  /** Of attributes: the products that were read. */
  terms: z.array(z.unknown()).optional(),
});
/** What reading has come to. */
export type Progress = z.infer<typeof Progress>;

/** The part of a report that is known when a walk ends. */
export interface Found {
  readonly counts: Counts;
  readonly planned: number;
  readonly hash: string;
  readonly basis: string | null;
  readonly unmappedTerms: readonly string[];
  readonly unmappedFields: readonly string[];
  readonly warnings: readonly string[];
  readonly errors: readonly string[];
}

/** Reads one kind. Disposing of it waits until nothing of it is under way. */
export interface Collector<Row> extends AsyncDisposable {
  readonly walk: Walk<Row>;
  /** Pages that need not be taken apart. */
  readonly known?: KnownPages;
  /** Takes a page, which may be planned while the next ones are read. */
  add(page: WalkedPage<Row>): Promise<void>;
  /** Plans what was not planned yet, and says what was found. */
  finish(): Promise<Found>;
  /** What is to be kept where reading pauses. */
  pause(nextPage: number | null): Promise<Progress>;
}

/** What a collector works with. */
export interface CollectOptions {
  readonly db: Kysely<Database>;
  readonly runId: string;
  readonly sources: { readonly baseUrl: string; readonly hosts: readonly string[] };
  /** What was read before, where reading goes on. */
  readonly progress: Progress | null;
}
