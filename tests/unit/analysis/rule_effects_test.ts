/** What the list of rules says of each rule's effect, and that it does not wait for it for long. */
import assert from "node:assert/strict";
import { compileSnapshot } from "../../../lib/catalog/mod.ts";
import { AnalysisError, type Analyst, analyzeTrack } from "../../../lib/analysis/mod.ts";
import { demoCatalog } from "../../../migrations/seed/demo/mod.ts";
import { effectInWords } from "../../../routes/admin/(_sections)/rules/effects.ts";
import { waitForEffects } from "../../../routes/admin/(_sections)/rules/read_effects.ts";

const snapshot = compileSnapshot({ ...demoCatalog, version: 1 });
const [ruleSetId = ""] = snapshot.rules.map(({ ruleSetId }) => ruleSetId);

/** Staff's analyst with reports of its own. */
function reporting(report: Analyst["report"]): Analyst {
  return { report, trial: () => Promise.reject(new Error("not asked for")), close() {} };
}

Deno.test("the list of rules has the effect of every rule that fires, unasked (#18)", async () => {
  const here = reporting((snapshot, track) => analyzeTrack(snapshot, track));
  const effects = await waitForEffects(here, snapshot, { ruleSetId, isAsked: true });
  const own = snapshot.rules.filter((rule) => rule.ruleSetId === ruleSetId);
  assert.deepEqual(own.filter(({ id }) => !((effects?.get(id)?.share ?? 0) > 0)), []);
  assert.equal(effects?.get("home-coast-level")?.idle, true);
});

Deno.test("the list of rules does without effects that take long, or fail (#18)", async () => {
  const { promise, reject } = Promise.withResolvers<never>();
  const slow = reporting(() => promise);
  assert.equal(await waitForEffects(slow, snapshot, { ruleSetId, isAsked: false }), null);
  reject(new AnalysisError("timed_out", "it took too long"));
  assert.equal(await waitForEffects(slow, snapshot, { ruleSetId, isAsked: false }), null);
});

Deno.test("one pick is no picks (§4.9)", () => {
  const firing = { count: 1, last: new Date("2026-05-04") };
  const said = (picks: number) => [
    ...effectInWords("a", undefined, { picks, byRule: new Map([["a", firing]]) }),
    ...effectInWords("b", undefined, { picks, byRule: new Map() }),
  ];
  assert.deepEqual(said(1), [
    "Last fired May 4, 2026, for 1 of the last 1 pick",
    "Not fired for the last 1 pick",
  ]);
  assert.deepEqual(said(2).at(-1), "Not fired for the last 2 picks");
});
