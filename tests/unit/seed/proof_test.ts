import assert from "node:assert/strict";
import { compileSnapshot } from "@/lib/catalog/mod.ts";
import { formatProof, proveCatalog, shareOf } from "@/lib/analysis/mod.ts";
import { select } from "@/lib/selection/mod.ts";
import { demoCatalog } from "@/migrations/seed/demo/mod.ts";

const snapshot = compileSnapshot(demoCatalog);
const proof = await proveCatalog(snapshot);

Deno.test("every system of the demo leads for its witness in the proof (§1)", () => {
  assert.equal(proof.leadWitnesses.length, 23);
  for (const { systemId, witness } of proof.leadWitnesses) {
    assert.ok(witness, systemId);
    assert.equal(select(snapshot, witness).lead?.systemId, systemId);
  }
});

Deno.test("no rule of the demo is dead (§4.1)", () => {
  assert.deepEqual(proof.deadRules, []);
  assert.equal(proof.whole, true);
});

Deno.test("every answer set of every track gets a pick (§4.1)", () => {
  for (const { track, picked, size, gaps } of proof.tracks) {
    assert.deepEqual(picked, size, `${track}`);
    assert.equal(gaps?.count.all, 0n);
  }
});

Deno.test("at most a quarter of the picks for complete answers are over-specified (§1)", () => {
  for (const { track, picked, withAlternatives } of proof.tracks) {
    const share = shareOf(withAlternatives.complete, picked.complete);
    assert.ok(share <= 0.25, `${track}: ${share}`);
    assert.ok(share > 0.15, `${track} has few picks with a cheaper alternative: ${share}`);
  }
});

Deno.test("no system leads for much more than a fifth of the complete answers of a track", () => {
  for (const { track, leads, size } of proof.tracks) {
    for (const { systemId, count } of leads) {
      const share = shareOf(count.complete, size.complete);
      assert.ok(share < 0.23, `${track}: ${systemId} ${share}`);
    }
    assert.ok(leads.length >= 12, `${track} leads to ${leads.length} systems`);
  }
});

Deno.test("the proof of the demo takes fewer than 10,000 steps", () => {
  // About 300,000 steps take a second; docs/benchmarks.md has the measured rate.
  const steps = proof.tracks.reduce((sum, report) => sum + report.steps, 0);
  assert.ok(steps < 10_000, `${steps} steps`);
});

Deno.test("few rules of the demo are redundant or compete with distant tiers", () => {
  for (const { track, redundant, apart } of proof.tracks) {
    assert.ok(redundant.length <= 4, `${track}: ${redundant.map(({ ruleId }) => ruleId)}`);
    assert.ok(apart.length <= 12, `${track}: ${apart.length}`);
  }
});

Deno.test("a single first answer already gets a pick on every track (§4.1)", () => {
  for (const { id: track } of snapshot.tracks) {
    for (const { options, trackIds } of snapshot.factors) {
      if (trackIds.length > 0 && !trackIds.includes(track)) continue;
      for (const { id } of options) {
        const { lead } = select(snapshot, { optionIds: [id], track });
        assert.ok(lead, `${track}: ${id}`);
      }
    }
  }
});

Deno.test("the printed proof names each system and says that the catalog is whole", () => {
  const text = formatProof(proof);
  for (const { id } of snapshot.systems) assert.match(text, new RegExp(`^  ${id}: `, "m"));
  assert.match(text, /leads: .*\n/);
  assert.match(text, /2\d\.\d % of those for complete answer sets/);
  assert.match(text, /The catalog is whole\.$/);
});
