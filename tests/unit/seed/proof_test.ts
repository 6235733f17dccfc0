import assert from "node:assert/strict";
import { compileSnapshot } from "../../../lib/catalog/mod.ts";
import { formatProof, proveCatalog } from "../../../lib/proof/mod.ts";
import { select } from "../../../lib/selection/mod.ts";
import { demoCatalog } from "../../../migrations/seed/demo/mod.ts";

const snapshot = compileSnapshot(demoCatalog);
const proof = proveCatalog(snapshot, { samples: 3_000, seed: 11 });

Deno.test("every system of the demo leads for the answers that the proof names (§1)", () => {
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

Deno.test("over 95 % of random complete answers get a pick on every track (§4.1)", () => {
  for (const { track, picked, samples, gaps } of proof.tracks) {
    assert.ok(picked > samples * 0.95, `${track}: ${picked} of ${samples}`);
    assert.equal(gaps.reduce((sum, { count }) => sum + count, 0), samples - picked);
  }
});

Deno.test("about half of the picks and more have a cheaper system beside them (§1)", () => {
  for (const { track, picked, withAlternatives } of proof.tracks) {
    assert.ok(withAlternatives > picked * 0.47, `${track}: ${withAlternatives} of ${picked}`);
  }
});

Deno.test("no system leads for much more than a fifth of the answers of a track", () => {
  for (const { track, leads, samples } of proof.tracks) {
    const [first] = leads;
    assert.ok(first && first.count < samples * 0.23, `${track}: ${first?.systemId}`);
    assert.ok(leads.length >= 12, `${track} leads to ${leads.length} systems`);
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
  assert.match(text, /The catalog is whole\.$/);
});
