import assert from "node:assert/strict";
import fc from "fast-check";
import { browseSystems, type FacetId } from "@/lib/catalog/filter.ts";
import type { SystemSummary } from "@/lib/catalog/view.ts";

function summary(fields: Partial<SystemSummary> & { id: string }): SystemSummary {
  return {
    name: fields.id,
    tagline: null,
    operationType: null,
    budgetTier: null,
    budgetTierOrdinal: null,
    material: null,
    interiorExterior: null,
    useCases: [],
    image: null,
    ...fields,
  };
}

const SYSTEMS = [
  summary({
    id: "fold-a",
    operationType: "Folding glass",
    budgetTier: "Premium",
    budgetTierOrdinal: 3,
    interiorExterior: "Exterior",
    useCases: ["Living space", "Restaurant"],
  }),
  summary({
    id: "fold-b",
    operationType: "Folding glass",
    budgetTier: "Entry",
    budgetTierOrdinal: 1,
    interiorExterior: "Interior",
    useCases: ["Office"],
  }),
  summary({
    id: "slide",
    operationType: "Sliding & stacking",
    budgetTier: "Entry",
    budgetTierOrdinal: 1,
    interiorExterior: "Exterior",
    useCases: ["Restaurant"],
  }),
  summary({ id: "bare" }),
];

function browse(query: string) {
  return browseSystems(SYSTEMS, new URLSearchParams(query));
}

function ids(query: string): string[] {
  return browse(query).systems.map(({ id }) => id);
}

function facet(query: string, id: FacetId) {
  return browse(query).facets.find((each) => each.id === id)?.values ?? [];
}

const NARROWED: [query: string, expected: string[]][] = [
  ["", ["fold-a", "fold-b", "slide", "bare"]],
  ["operation=folding-glass", ["fold-a", "fold-b"]],
  ["operation=folding-glass&setting=exterior", ["fold-a"]],
  ["operation=folding-glass,sliding-stacking", ["fold-a", "fold-b", "slide"]],
  ["operation=folding-glass&operation=sliding-stacking", ["fold-a", "fold-b", "slide"]],
  ["use=restaurant", ["fold-a", "slide"]],
  ["operation=Folding%20Glass", ["fold-a", "fold-b"]],
  ["tier=premium&setting=interior", []],
  ["operation=portcullis", ["fold-a", "fold-b", "slide", "bare"]],
  ["operation=portcullis&tier=entry", ["fold-b", "slide"]],
  ["colour=red", ["fold-a", "fold-b", "slide", "bare"]],
];

for (const [query, expected] of NARROWED) {
  Deno.test(`browseSystems() lists ${expected.length} of 4 for "${query}" (design §10)`, () => {
    assert.deepEqual(ids(query), expected);
  });
}

Deno.test("browseSystems() counts the systems of each value under the selection of the other facets (design §10)", () => {
  const counts = facet("operation=folding-glass", "setting").map((
    { slug, count },
  ) => [slug, count]);
  assert.deepEqual(counts, [["exterior", 1], ["interior", 1]]);
  const own = facet("operation=folding-glass", "operation").map(({ slug, count }) => [slug, count]);
  assert.deepEqual(own, [["folding-glass", 2], ["sliding-stacking", 1]]);
});

Deno.test("browseSystems() lists budget tiers from the lowest (design §10)", () => {
  assert.deepEqual(facet("", "tier").map(({ label }) => label), ["Entry", "Premium"]);
});

Deno.test("browseSystems() omits a facet that no system has a value for (design §10)", () => {
  const { facets } = browseSystems([summary({ id: "bare" })], new URLSearchParams());
  assert.deepEqual(facets, []);
});

Deno.test("browseSystems() lists the chosen values, each with the query that removes it (design §10)", () => {
  const { chosen } = browse("use=office&operation=folding-glass");
  assert.deepEqual(chosen.map(({ label, toggled }) => [label, toggled]), [
    ["Folding glass", "use=office"],
    ["Office", "operation=folding-glass"],
  ]);
});

Deno.test("browseSystems() never lists a system twice or out of catalog order (design §10)", () => {
  const slugs = fc.constantFrom("folding-glass", "entry", "exterior", "restaurant", "nonsense");
  const pair = fc.tuple(fc.constantFrom("operation", "setting", "tier", "use", "other"), slugs);
  fc.assert(fc.property(fc.array(pair, { maxLength: 12 }), (pairs) => {
    const found = browseSystems(SYSTEMS, new URLSearchParams(pairs)).systems;
    assert.deepEqual(found, SYSTEMS.filter((system) => found.includes(system)));
  }));
});

Deno.test("browseSystems() lists as many systems for a value as its count says (design §10)", () => {
  const queries = ["", "operation=folding-glass", "setting=exterior", "use=restaurant"];
  for (const query of queries) {
    for (const { id, values } of browse(query).facets) {
      const chosenHere = values.some(({ selected }) => selected);
      for (const { count, toggled, selected } of values) {
        if (chosenHere || selected) continue;
        assert.equal(ids(toggled).length, count, `${query} → ${id}: ${toggled}`);
      }
    }
  }
});

Deno.test("browseSystems() ignores values beyond the limit per facet (design §10)", () => {
  const flood = `operation=${"x,".repeat(50_000)}folding-glass`;
  assert.equal(ids(flood).length, SYSTEMS.length);
});

Deno.test("browseSystems() tells labels apart that differ in symbols alone (design §10)", () => {
  const tiers = ["$", "$$", "Plus", "Plus+"];
  const systems = tiers.map((budgetTier, place) =>
    summary({ id: budgetTier, budgetTier, budgetTierOrdinal: place + 1 })
  );
  const [tier] = browseSystems(systems, new URLSearchParams()).facets;
  assert.deepEqual(tier?.values.map(({ label, count }) => [label, count]), [
    ["$", 1],
    ["$$", 1],
    ["Plus", 1],
    ["Plus+", 1],
  ]);
  const filtered = tier?.values.map(({ toggled }) =>
    browseSystems(systems, new URLSearchParams(toggled)).systems.map(({ id }) => id)
  );
  assert.deepEqual(filtered, tiers.map((id) => [id]));
});

Deno.test("browseSystems() keeps the search text as written in its links (design §10)", () => {
  const { facets } = browse("q=F%C3%B6ld%2DA");
  assert.equal(facets[0]?.values[0]?.toggled, "operation=folding-glass&q=F%C3%B6ld-A");
});
