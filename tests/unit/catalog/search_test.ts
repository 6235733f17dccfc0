import fc from "fast-check";
import assert from "node:assert/strict";
import { searchRecords } from "@/lib/catalog/mod.ts";
import {
  aCatalog,
  aFactor,
  anAttribute,
  anOption,
  aRule,
  aSystem,
} from "@/tests/helpers/factories.ts";

const CATALOG = aCatalog({
  attributes: [anAttribute("stc", { name: "Sound rating", enabled: false })],
  systems: [
    aSystem("pane-old", { name: "Pane", retired: true }),
    aSystem("pane", { name: "Pane" }),
    aSystem("window", { name: "Window pane 100%", description: "A quiet one" }),
    aSystem("facade", { name: "Façade Pane_Wall" }),
  ],
  factors: [
    aFactor("look", [], { name: "Look", options: [anOption("clear", { label: "A pane" })] }),
  ],
  rules: [
    aRule("quiet", {
      name: "Quiet home",
      outcomes: [{ systemId: "pane", role: "preferred", rank: 1, rationale: "Because it fits" }],
    }),
  ],
  ruleSets: [{ id: "main", name: "Main", isDefault: true, retired: false }],
  tracks: [{
    id: "home",
    name: "Home",
    description: "At home",
    ruleSetId: "main",
    position: 0,
    retired: false,
  }],
});

function found(text: string): string[] {
  return searchRecords(CATALOG, text).flatMap(({ type, records }) =>
    records.map(({ id, state }) => `${type} ${id} ${state}`)
  );
}

const CASES: Record<string, string[]> = {
  "pane": [
    "system pane live",
    "system pane-old retired",
    "system facade live",
    "system window live",
    "option clear live",
  ],
  "PANE-old": ["system pane-old retired"],
  "facade": ["system facade live"],
  "façade wall": ["system facade live"],
  "100%": ["system window live"],
  "%": ["system window live"],
  "_": ["system facade live"],
  "*": [],
  ".": [],
  "\\": [],
  "sound": ["attribute stc off"],
  "home": ["rule quiet live", "track home live"],
  "low": ["tier low live"],
  "main": ["rule-set main live"],
  "quiet": ["system window live", "rule quiet live"],
  "It  fits": [],
  "IT FITS": ["rule quiet live"],
  "fits it": [],
  "zzz": [],
  "": [],
  "  ": [],
};
for (const [text, expected] of Object.entries(CASES)) {
  Deno.test(`searchRecords() finds ${expected.length} records for ${JSON.stringify(text)}`, () => {
    assert.deepEqual(found(text), expected);
  });
}

Deno.test("searchRecords() names the factor of an option", () => {
  const option = searchRecords(CATALOG, "clear").flatMap(({ records }) => records)[0];
  assert.deepEqual(option?.within, { id: "look", name: "Look" });
});

Deno.test("searchRecords() returns at most `limit` records of a kind, with the total", () => {
  const systems = Array.from({ length: 70 }, (_, index) => aSystem(`s${index}`, { name: "Wall" }));
  const [group] = searchRecords(aCatalog({ systems }), "wall", 50);
  assert.equal(group?.records.length, 50);
  assert.equal(group?.total, 70);
});

Deno.test("searchRecords() accepts any text, and finds a record by its name and by its id", () => {
  fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => {
    searchRecords(CATALOG, text);
    const named = aCatalog({
      tiers: [],
      ruleSets: [],
      systems: [aSystem("own-id", { name: text })],
    });
    const isWord = text.normalize("NFKD").replaceAll(/\p{M}/gu, "").trim() !== "";
    assert.equal(searchRecords(named, text).length, isWord ? 1 : 0);
    assert.equal(searchRecords(named, "own-id")[0]?.records[0]?.id, "own-id");
  }));
});
