/** Compares the rule report with a limit of one second, and with running the engine on every answer set. */
import assert from "node:assert/strict";
import { demoCatalog } from "@/migrations/seed/demo/mod.ts";
import { type Catalog, compileSnapshot } from "@/lib/catalog/mod.ts";
import { analyzeTrack } from "@/lib/analysis/mod.ts";
import { select } from "@/lib/selection/mod.ts";
import { benchAnswers, benchCatalog } from "./engine_catalog.ts";
import type { Bench, BenchRow } from "./report.ts";

const ROUNDS = 5;
const SECOND = 1_000;

export const report: Bench = {
  key: "report",
  title: "The report on rules",
  about:
    `Staff wait for this report after a change to the catalog. \`analyzeTrack()\` has no cache, so each round computes the report again. The service\ncaches it until the catalog changes.`,
  run: benchReport,
};

async function benchReport(): Promise<BenchRow[]> {
  const large = benchCatalog({ rules: 60, families: 1 });
  return [
    await besideASecond("Rule report of the demo, all tracks", demoCatalog),
    await besideASecond("Rule report of 60 rules × 12 factors × 5 options", large, 2),
    await besideTryingAll(large),
  ];
}

/** Measures the reports of all tracks, one after another, on a snapshot. */
async function besideASecond(what: string, catalog: Catalog, aim = 1): Promise<BenchRow> {
  const snapshot = compileSnapshot(catalog);
  const tracks = snapshot.tracks.length === 0 ? [null] : snapshot.tracks.map(({ id }) => id);
  let steps = 0;
  const ours = await medianMs(async () => {
    steps = 0;
    for (const track of tracks) {
      const report = await analyzeTrack(snapshot, track);
      assert.equal(report.stopped, null);
      steps += report.steps;
    }
  });
  const ratio = ours / SECOND;
  return {
    name: `${what}: ${steps.toLocaleString("en-US")} steps`,
    peer: "one second",
    ours,
    theirs: SECOND,
    unit: "ms",
    ratio,
    aim: `at most ${aim}`,
    met: ratio <= aim,
  };
}

/**
 * Compares the report with running the engine on every answer set. The time of the latter is extrapolated from the
 * engine's rate on 20,000 answer sets.
 */
async function besideTryingAll(catalog: Catalog): Promise<BenchRow> {
  const snapshot = compileSnapshot(catalog);
  const manyAnswers = benchAnswers(20_000, { families: 1 });
  const { size } = await analyzeTrack(snapshot, null);
  const ours = await medianMs(async () => void await analyzeTrack(snapshot, null));
  const tried = await medianMs(() => {
    for (const answers of manyAnswers) select(snapshot, answers);
  });
  const [seconds, theirs] = [ours / SECOND, tried / SECOND / manyAnswers.length * Number(size.all)];
  const ratio = theirs / seconds;
  return {
    name: `All of a rule report over ${size.all.toLocaleString("en-US")} answer sets`,
    peer: "one selection for each, by its rate on 20,000",
    ours: seconds,
    theirs,
    unit: "s",
    ratio,
    aim: "at least 100",
    met: ratio >= 100,
  };
}

async function medianMs(work: () => void | Promise<void>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now();
    await work();
    times.push(performance.now() - start);
  }
  return times.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0;
}
