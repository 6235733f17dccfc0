/** The effect of each rule in the list of rules, and the limit on waiting for it. */
import assert from "node:assert/strict";
import { compileSnapshot } from "@/lib/catalog/mod.ts";
import { AnalysisError, type Analyst, analyzeTrack } from "@/lib/analysis/mod.ts";
import { demoCatalog } from "@/migrations/seed/demo/mod.ts";
import { effectInWords } from "@/routes/admin/(_sections)/rules/effects.ts";
import { waitForEffects } from "@/routes/admin/(_sections)/rules/read_effects.ts";

const snapshot = compileSnapshot({ ...demoCatalog, version: 1 });
const [ruleSetId = ""] = snapshot.rules.map(({ ruleSetId }) => ruleSetId);

/** An analyst whose reports come from the given function. */
function reporting(report: Analyst["report"]): Analyst {
  return {
    report,
    trial: () => Promise.reject(new Error("not asked for")),
    tookMs: () => null,
    close() {},
  };
}

Deno.test("waitForEffects() returns the effect of every rule of the set (#18)", async () => {
  const here = reporting((snapshot, track) => analyzeTrack(snapshot, track));
  const effects = await waitForEffects(here, snapshot, { ruleSetId, isAsked: true });
  const own = snapshot.rules.filter((rule) => rule.ruleSetId === ruleSetId);
  assert.deepEqual(own.filter(({ id }) => !((effects?.get(id)?.share ?? 0) > 0)), []);
  assert.equal(effects?.get("home-coast-level")?.idle, true);
});

Deno.test("waitForEffects() returns null for a report that takes long or fails (#18)", async () => {
  const { promise, reject } = Promise.withResolvers<never>();
  const slow = reporting(() => promise);
  assert.equal(await waitForEffects(slow, snapshot, { ruleSetId, isAsked: false }), null);
  reject(new AnalysisError("timed_out", "it took too long"));
  assert.equal(await waitForEffects(slow, snapshot, { ruleSetId, isAsked: false }), null);
});

Deno.test("effectInWords() uses the singular for one pick (§4.9)", () => {
  const firing = { count: 1, last: new Date("2026-05-04") };
  const wordsFor = (picks: number) => [
    ...effectInWords("a", undefined, { picks, byRule: new Map([["a", firing]]) }),
    ...effectInWords("b", undefined, { picks, byRule: new Map() }),
  ];
  assert.deepEqual(wordsFor(1), [
    "Last fired 4 May 2026, for 1 of the last 1 pick",
    "Not fired for the last 1 pick",
  ]);
  assert.deepEqual(wordsFor(2).at(-1), "Not fired for the last 2 picks");
});
