/** Collects and plans rows in batches. One batch is planned while the next pages are fetched. */
import type { PageName, Walk } from "../client/walk.ts";
import { digestOf, digestOfText } from "../plan/same.ts";
import { type Counts, noCounts, type PlannedChange, Sentences, type Verdict } from "../schema.ts";
import { stageChanges } from "./changes.ts";
import type { CollectOptions, Collector, Progress } from "./collector.ts";
import { openKnownPages, type PagesOf } from "./pages.ts";

/** How many rows are compared with the stored ones at a time. */
export const BATCH = 500;

/** The running totals of a collector. */
export interface Tally {
  readonly counts: Counts;
  readonly warnings: Sentences;
  planned: number;
  hash: string;
}

/** Restores the totals of a paused run, or starts at zero. */
export function tallyOf(progress: Progress | null): Tally {
  return {
    counts: { ...noCounts(), ...progress?.counts },
    warnings: new Sentences(progress?.warnings, progress?.moreWarnings),
    planned: progress?.planned ?? 0,
    hash: progress?.hash ?? "",
  };
}

/** Returns the totals as a paused run stores them. */
export function progressOf(tally: Tally, nextPage: number | null): Progress {
  const { counts, planned, hash, warnings: { kept, more } } = tally;
  return { nextPage, counts, planned, hash, warnings: kept, moreWarnings: more };
}

/** Appends changes to the stored plan. */
export async function stage(
  { db, runId }: CollectOptions,
  tally: Tally,
  changes: readonly PlannedChange[],
): Promise<void> {
  if (changes.length === 0) return;
  const text = JSON.stringify(changes);
  await stageChanges(db, { runId, from: tally.planned + 1, count: changes.length }, text);
  noteStaged(tally, changes.length, text);
}

/** Adds stored changes to the totals and to the hash of the plan. */
export function noteStaged(tally: Tally, count: number, text: string): void {
  tally.planned += count;
  tally.hash = digestOfText(`${tally.hash} ${text}`);
}

/** The plan's decision about a row, with the row's stored state afterwards. */
export interface Planned<Source> {
  readonly verdict: Verdict<Source>;
  /** The row's stored state once the plan is applied, as text for a digest; null when it cannot be predicted. */
  readonly state: string | null;
}

/** Makes a collector that plans each row by itself, in batches of {@linkcode BATCH}. */
export function batchCollector<Row>(
  options: CollectOptions,
  { walk, plan, stageRows = stage, basis, seen, pages }: {
    readonly walk: Walk<Row>;
    readonly plan: (rows: readonly Row[], warnings: Sentences) => Promise<readonly Planned<Row>[]>;
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
  // One batch is planned while the next pages are fetched. Only one at a time, so memory stays bounded.
  let planning: Promise<void> = Promise.resolve();

  async function planBatch({ rows, warnings, named }: Batch<Row>): Promise<void> {
    tally.warnings.addAll(warnings);
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
    // The next `await planning` reports the error; this only prevents an unhandled rejection.
    planning.catch(() => {});
    batch = emptyBatch();
  }

  return {
    walk,
    known,
    async add({ rows, warnings, skipped, settled, name, nextPage }) {
      tally.counts.skipped += skipped;
      tally.counts.unchanged += settled;
      batch.warnings.addAll(warnings);
      const from = batch.rows.length;
      for (const row of rows) batch.rows.push(row);
      if (name !== null) batch.named.push({ name, nextPage, from, to: batch.rows.length });
      if (batch.rows.length >= BATCH) await flush();
    },
    async finish() {
      await flush();
      await planning;
      await known.forgetOthers();
      const { counts, planned, hash } = tally;
      const warnings = tally.warnings.list();
      const rest = { unmappedTerms: [], unmappedFields: [], errors: [] };
      return { counts, planned, hash: digestOf([basis, hash]), basis, warnings, ...rest };
    },
    async pause(nextPage) {
      await flush();
      await planning;
      return { ...progressOf(tally, nextPage), ...(seen && { seen: [...seen] }) };
    },
    async [Symbol.asyncDispose]() {
      await planning.catch(() => {});
    },
  };
}

/** Rows that are planned together. */
interface Batch<Row> {
  readonly rows: Row[];
  readonly warnings: Sentences;
  /** Pages that may be cached, with the range of their rows. */
  readonly named: { name: PageName; nextPage: number | null; from: number; to: number }[];
}

function emptyBatch<Row>(): Batch<Row> {
  return { rows: [], warnings: new Sentences(), named: [] };
}
