import assert from "node:assert/strict";
import { compileSnapshot } from "../../../lib/catalog/mod.ts";
import { analyzeTrack } from "../../../lib/analysis/mod.ts";
import { demoCatalog } from "../../../migrations/seed/demo/mod.ts";

/** Of the steps that the analysis counts, a second has some 300,000 (`deno task bench`, docs/benchmarks.md). */
const A_SECOND_OF_STEPS = 100_000;

Deno.test("the report on all tracks of the demo is less than a second of work (§4.9)", async () => {
  const snapshot = compileSnapshot(demoCatalog);
  let left = A_SECOND_OF_STEPS;
  for (const { id } of snapshot.tracks) {
    const report = await analyzeTrack(snapshot, id, { budget: left });
    assert.equal(report.stopped, null, id);
    left -= report.steps;
  }
  assert.ok(left > 0);
});
