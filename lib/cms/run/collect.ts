/** Turning the pages of a walk into a plan while they come in, so that memory does not grow with the CMS. */
import type { Kysely } from "kysely";
import { z } from "zod";
import { cellKey, readSyncedValues } from "../../catalog/mod.ts";
import type { Database } from "../../db/mod.ts";
import { digestOfSyncedImages, readSyncedImages, syncedImageText } from "../../media/mod.ts";
import {
  digestOfSyncedProjects,
  readSyncedProjects,
  type SyncedProject,
  syncedProjectText,
} from "../../projects/mod.ts";
import { type CmsImage, imageWalk } from "../client/images.ts";
import { projectWalk } from "../client/projects.ts";
import { type CmsTerm, termWalk } from "../client/terms.ts";
import type { KnownPages, PageName, Walk, WalkedPage } from "../client/walk.ts";
import { cellsOf, planAttributes } from "../plan/attributes.ts";
import { planImage, unknownIn } from "../plan/images.ts";
import { mergeProject, planProject } from "../plan/projects.ts";
import { digestOf, digestOfText } from "../plan/same.ts";
import { type Counts, type Kind, noCounts, type PlannedChange, type Verdict } from "../schema.ts";
import { basisDigest, readAttributeBasis, readImageBasis } from "./basis.ts";
import { stageChanges, stageImages } from "./changes.ts";
import { openKnownPages, type PagesOf } from "./pages.ts";

/** What reading has come to, as a run keeps it while it is not over. */
export const Progress = z.object({
  nextPage: z.int().nullable(),
  counts: z.record(z.string(), z.int()),
  planned: z.int(),
  hash: z.string(),
  warnings: z.array(z.string()),
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

/** Rows that are compared with what is stored at a time. */
const BATCH = 500;

/** Makes the collector of a kind. */
export async function collectorOf(kind: Kind, options: CollectOptions): Promise<Collector<never>> {
  switch (kind) {
    case "attributes":
      return await attributeCollector(options) as Collector<never>;
    case "projects":
      return projectCollector(options) as Collector<never>;
    case "images":
      return await imageCollector(options) as Collector<never>;
  }
}

/** What every collector counts. */
interface Tally {
  readonly counts: Counts;
  readonly warnings: string[];
  planned: number;
  hash: string;
}

function tallyOf(progress: Progress | null): Tally {
  return {
    counts: { ...noCounts(), ...progress?.counts },
    warnings: [...progress?.warnings ?? []],
    planned: progress?.planned ?? 0,
    hash: progress?.hash ?? "",
  };
}

async function stage(
  { db, runId }: CollectOptions,
  tally: Tally,
  changes: readonly PlannedChange[],
): Promise<void> {
  if (changes.length === 0) return;
  const text = JSON.stringify(changes);
  await stageChanges(db, { runId, from: tally.planned + 1, count: changes.length }, text);
  noteStaged(tally, changes.length, text);
}

function noteStaged(tally: Tally, count: number, text: string): void {
  tally.planned += count;
  tally.hash = digestOfText(`${tally.hash} ${text}`);
}

/** Stores changes of pictures: the new ones, which are many at first, by their columns. */
async function stageOfImages(
  options: CollectOptions,
  tally: Tally,
  changes: readonly PlannedChange<CmsImage>[],
): Promise<void> {
  const created = changes.filter(({ action }) => action === "created");
  if (created.length > 0) {
    const place = { runId: options.runId, from: tally.planned + 1 };
    noteStaged(tally, created.length, await stageImages(options.db, place, created));
  }
  await stage(options, tally, changes.filter(({ action }) => action !== "created"));
}

/** What becomes of a row. */
interface Planned<Source> {
  readonly verdict: Verdict<Source>;
  /** How it is stored when the plan is written, as a text; null where that cannot be told. */
  readonly state: string | null;
}

/** Rows that are planned one by one, in batches. */
function batchCollector<Row>(
  options: CollectOptions,
  { walk, plan, stageRows = stage, basis, seen, pages }: {
    readonly walk: Walk<Row>;
    readonly plan: (rows: readonly Row[], warnings: string[]) => Promise<readonly Planned<Row>[]>;
    readonly stageRows?: (
      options: CollectOptions,
      tally: Tally,
      changes: readonly PlannedChange<Row>[],
    ) => Promise<void>;
    readonly basis: string | null;
    readonly seen?: ReadonlySet<string>;
    readonly pages: PagesOf;
  },
): Collector<Row> {
  const tally = tallyOf(options.progress);
  const known = openKnownPages(options.db, pages);
  let batch = emptyBatch<Row>();
  // What was read is planned while the next pages come in; one batch at a time, so that memory does not grow.
  let planning: Promise<void> = Promise.resolve();

  async function planBatch({ rows, warnings, named }: Batch<Row>): Promise<void> {
    tally.warnings.push(...warnings);
    if (rows.length === 0) return;
    const planned = await plan(rows, tally.warnings);
    const keys = rows.map((row) => walk.keyOf(row));
    for (const { verdict: { count } } of planned) if (count) tally.counts[count]++;
    await stageRows(options, tally, planned.flatMap(({ verdict }) => verdict.change ?? []));
    await known.know(named.flatMap(({ name, nextPage, from, to }) => {
      const states = planned.slice(from, to).flatMap(({ state }) => state ?? []);
      const isSure = states.length === to - from && from < to;
      return isSure ? [{ name, nextPage, states, keys: keys.slice(from, to) }] : [];
    }));
  }

  async function flush(): Promise<void> {
    await planning;
    planning = planBatch(batch);
    // Whoever waits for it is told.
    planning.catch(() => {});
    batch = emptyBatch();
  }

  return {
    walk,
    known,
    async add({ rows, warnings, skipped, settled, name, nextPage }) {
      tally.counts.skipped += skipped;
      tally.counts.unchanged += settled;
      batch.warnings.push(...warnings);
      const from = batch.rows.length;
      batch.rows.push(...rows);
      if (name !== null) batch.named.push({ name, nextPage, from, to: batch.rows.length });
      if (batch.rows.length >= BATCH) await flush();
    },
    async finish() {
      await flush();
      await planning;
      await known.forgetOthers();
      const { counts, planned, hash, warnings } = tally;
      const rest = { unmappedTerms: [], unmappedFields: [], errors: [] };
      return { counts, planned, hash: digestOf([basis, hash]), basis, warnings, ...rest };
    },
    async pause(nextPage) {
      await flush();
      await planning;
      const { counts, planned, hash, warnings } = tally;
      return { nextPage, counts, planned, hash, warnings, ...(seen && { seen: [...seen] }) };
    },
    async [Symbol.asyncDispose]() {
      await planning.catch(() => {});
    },
  };
}

/** What was read and is planned together. */
interface Batch<Row> {
  readonly rows: Row[];
  readonly warnings: string[];
  /** Pages that can be recalled another time, with where their rows are. */
  readonly named: { name: PageName; nextPage: number | null; from: number; to: number }[];
}

function emptyBatch<Row>(): Batch<Row> {
  return { rows: [], warnings: [], named: [] };
}

function projectCollector(options: CollectOptions): Collector<SyncedProject> {
  const seen = new Set(options.progress?.seen);
  return batchCollector(options, {
    walk: projectWalk(seen),
    seen,
    basis: null,
    pages: { kind: "projects", basis: options.sources.baseUrl, stored: digestOfSyncedProjects },
    async plan(rows) {
      const known = await readSyncedProjects(options.db, rows.map(({ uuid }) => uuid));
      return rows.map((row) => {
        const stored = known.get(row.uuid) ?? null;
        const state = syncedProjectText(mergeProject(row, stored));
        return { verdict: planProject(row, stored), state };
      });
    },
  });
}

async function imageCollector(options: CollectOptions): Promise<Collector<CmsImage>> {
  const { db, sources } = options;
  const basis = await readImageBasis(db);
  const joined = [[...basis.systems].sort(), [...basis.projects].sort()];
  return batchCollector(options, {
    walk: imageWalk(sources),
    stageRows: stageOfImages,
    basis: basisDigest(basis),
    pages: {
      kind: "images",
      basis: [sources.baseUrl, sources.hosts, ...joined],
      stored: digestOfSyncedImages,
    },
    async plan(rows, warnings) {
      const known = await readSyncedImages(db, rows.map(({ sourceRef }) => sourceRef));
      return rows.map((row) => {
        const stored = known.get(row.sourceRef) ?? null;
        const { after, ...verdict } = planImage(row, stored, basis);
        const unknown = unknownIn(row, basis);
        if (unknown.length > 0) warnings.push(unknownSentence(row, unknown));
        if (after === null || unknown.length > 0) return { verdict, state: null };
        const { shows: settled, ...facts } = after;
        const { sourceRef } = row;
        return { verdict, state: syncedImageText({ sourceRef, settled, ...facts }) };
      });
    },
  });
}

function unknownSentence({ title, filename }: CmsImage, { length }: readonly string[]): string {
  const projects = length === 1 ? "a project that is" : `${length} projects that are`;
  return `Picture ${title ?? filename}: it shows ${projects} not known here yet.`;
}

/** Two products of one name can be on different pages, so attributes are planned when all are there. */
async function attributeCollector(options: CollectOptions): Promise<Collector<CmsTerm>> {
  const basis = await readAttributeBasis(options.db);
  const tally = tallyOf(options.progress);
  const terms: CmsTerm[] = [...options.progress?.terms ?? []] as CmsTerm[];
  const known = new Set(terms.map(({ uuid }) => uuid));
  return {
    walk: termWalk(basis.attributes.map(({ field, vocabulary }) => ({ field, vocabulary }))),
    add({ rows, warnings }) {
      tally.warnings.push(...warnings);
      for (const term of rows) {
        if (!known.has(term.uuid)) terms.push(term);
        known.add(term.uuid);
      }
      return Promise.resolve();
    },
    async finish() {
      const cells = cellsOf(terms, basis);
      const keys = new Map(cells.map((cell) => [cellKey(cell), cell]));
      const stored = await readSyncedValues(
        options.db,
        [...keys.values()].map(({ systemId, attributeId }) => ({ systemId, attributeId })),
      );
      const { changes, ...plan } = planAttributes(terms, basis, stored);
      for (let at = 0; at < changes.length; at += BATCH) {
        await stage(options, tally, changes.slice(at, at + BATCH));
      }
      const digest = basisDigest(basis);
      const { planned, hash } = tally;
      const warnings = [...tally.warnings, ...plan.warnings];
      return { ...plan, planned, hash: digestOf([digest, hash]), basis: digest, warnings };
    },
    pause(nextPage) {
      const { counts, planned, hash, warnings } = tally;
      return Promise.resolve({ nextPage, counts, planned, hash, warnings, terms });
    },
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}
