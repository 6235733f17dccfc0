import assert from "node:assert/strict";
import { compileSnapshot } from "../../../lib/catalog/mod.ts";
import { analyzeTrack } from "../../../lib/analysis/mod.ts";
import { demoCatalog } from "../../../migrations/seed/demo/mod.ts";

/** A third of a second: about 300,000 steps take a second (`deno task bench`, docs/benchmarks.md). */
const MOST_STEPS = 100_000;

Deno.test("the reports on all tracks of the demo take less than a second of steps (§4.9)", async () => {
  const snapshot = compileSnapshot(demoCatalog);
  let left = MOST_STEPS;
  for (const { id } of snapshot.tracks) {
    const report = await analyzeTrack(snapshot, id, { budget: left });
    assert.equal(report.stopped, null, id);
    left -= report.steps;
  }
  assert.ok(left > 0);
});
