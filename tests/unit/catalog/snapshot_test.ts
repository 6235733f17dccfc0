import assert from "node:assert/strict";
import { type Catalog, compileSnapshot, type Track } from "@/lib/catalog/mod.ts";
import {
  aCatalog,
  aFactor,
  anAttribute,
  anOption,
  aRule,
  aSystem,
} from "@/tests/helpers/factories.ts";

function aTrack(id: string, over: Partial<Track> = {}): Track {
  return { id, name: id, description: "", ruleSetId: "main", position: 0, retired: false, ...over };
}

const stored: Catalog = aCatalog({
  version: 7,
  attributes: [
    anAttribute("late", { position: 2 }),
    anAttribute("off", { enabled: false }),
    anAttribute("gone", { retired: true }),
    anAttribute("early", { position: 1 }),
  ],
  systems: [
    aSystem("b"),
    aSystem("B"),
    aSystem("a"),
    aSystem("first", { position: -1 }),
    aSystem("gone", { retired: true }),
  ],
  factors: [
    aFactor("shown", [], {
      options: [
        anOption("second", { position: 2 }),
        anOption("retired", { retired: true }),
        anOption("first", { position: 1 }),
      ],
    }),
    aFactor("hidden", ["orphan"], { retired: true }),
  ],
  ruleSets: [
    { id: "main", name: "Main", isDefault: true, retired: false },
    { id: "live", name: "Live", isDefault: false, retired: false },
    { id: "old", name: "Old", isDefault: false, retired: true },
  ],
  tracks: [
    aTrack("plain", { ruleSetId: "live", position: 1 }),
    aTrack("aged", { ruleSetId: "old" }),
    aTrack("dangling", { ruleSetId: "nowhere" }),
    aTrack("closed", { ruleSetId: "live", retired: true }),
  ],
  rules: [
    aRule("z", { priority: 1 }),
    aRule("b", { priority: 5, ruleSetId: "live" }),
    aRule("a", { priority: 5 }),
    aRule("off", { enabled: false }),
    aRule("gone", { retired: true }),
  ],
});

const ids = (records: readonly { id: string }[]) => records.map(({ id }) => id);

Deno.test("compileSnapshot() keeps live records, by position then id in code units (§4.1)", () => {
  const snapshot = compileSnapshot(stored);
  assert.equal(snapshot.version, 7);
  assert.deepEqual(ids(snapshot.systems), ["first", "B", "a", "b"]);
  assert.deepEqual([...snapshot.systemById.keys()], ["first", "B", "a", "b"]);
  assert.deepEqual(ids(snapshot.attributes), ["early", "late"]);
  assert.deepEqual([...snapshot.attributeById.keys()], ["early", "late"]);
  assert.deepEqual(ids(snapshot.tracks), ["aged", "dangling", "plain"]);
  assert.deepEqual([...snapshot.tierById.keys()], ["low", "high"]);
});

Deno.test("compileSnapshot() keeps live factors with their live options, and indexes factors by option (§4.1)", () => {
  const snapshot = compileSnapshot(stored);
  assert.deepEqual(ids(snapshot.factors), ["shown"]);
  assert.deepEqual(ids(snapshot.factorById.get("shown")?.options ?? []), ["first", "second"]);
  assert.deepEqual([...snapshot.factorIdByOptionId], [["first", "shown"], ["second", "shown"]]);
});

Deno.test("compileSnapshot() keeps the live and enabled rules of every rule set, by priority then id (§4.1)", () => {
  assert.deepEqual(ids(compileSnapshot(stored).rules), ["z", "a", "b"]);
});

Deno.test("ruleSetIdFor() falls back to the default for every track that names no live rule set (§4.1)", () => {
  const { ruleSetIdFor } = compileSnapshot(stored);
  assert.equal(ruleSetIdFor("plain"), "live");
  for (const track of [null, "", "unknown", "aged", "dangling", "closed"]) {
    assert.equal(ruleSetIdFor(track), "main", `track ${track}`);
  }
});

Deno.test("ruleSetIdFor() returns even a retired default, and an empty id without a default (§4.1)", () => {
  const retired = aCatalog({
    ruleSets: [{ id: "main", name: "Main", isDefault: true, retired: true }],
  });
  assert.equal(compileSnapshot(retired).ruleSetIdFor(null), "main");
  assert.equal(compileSnapshot(aCatalog({ ruleSets: [] })).ruleSetIdFor("home"), "");
});

Deno.test("compileSnapshot() copies the catalog, so the caller may change its own afterwards (design §5)", () => {
  const mine = structuredClone(stored);
  const snapshot = compileSnapshot(mine);
  mine.systems.length = 0;
  mine.factors.forEach((factor) => factor.options = []);
  assert.deepEqual(snapshot.catalog, stored);
  assert.equal(snapshot.factors[0]?.options.length, 2);
});

Deno.test("compileSnapshot() returns a deeply frozen snapshot (design §5)", () => {
  const snapshot = compileSnapshot(stored);
  const frozen = (value: unknown, path: string): void => {
    if (typeof value !== "object" || value === null) return;
    assert.ok(Object.isFrozen(value), `${path} is not frozen`);
    for (const [key, inner] of Object.entries(value)) frozen(inner, `${path}.${key}`);
    if (value instanceof Map) {
      for (const [key, inner] of value) frozen(inner, `${path}.${key}`);
      assert.throws(() => value.set("x", "y"), TypeError);
      assert.throws(() => value.delete("x"), TypeError);
      assert.throws(() => value.clear(), TypeError);
    }
  };
  frozen(snapshot, "snapshot");
});
