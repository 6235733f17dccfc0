import assert from "node:assert/strict";
import {
  compileSnapshot,
  describeSystem,
  FactorView,
  factorViews,
  perSnapshot,
  summarizeSystems,
  SystemDetail,
  SystemSummary,
} from "@/lib/catalog/mod.ts";
import {
  aCatalog,
  aFactor,
  anAttribute,
  anOption,
  aSystem,
  values,
} from "@/tests/helpers/factories.ts";

function catalog(materialEnabled: boolean) {
  return aCatalog({
    attributes: [
      anAttribute("operation-type"),
      anAttribute("material", { enabled: materialEnabled }),
      anAttribute("use-cases"),
      anAttribute("stc", { valueType: "range", unit: "STC" }),
    ],
    systems: [
      aSystem("fold", {
        tagline: "Folds away",
        budgetTierId: "high",
        values: values({
          "operation-type": { type: "enum", labels: ["Folding"] },
          "material": { type: "enum", labels: ["Oak"] },
          "use-cases": { type: "enum", labels: ["Patio", "Pool house"] },
          "stc": { type: "untested" },
        }),
      }),
      aSystem("old", { retired: true }),
    ],
    factors: [
      aFactor("place", ["in", "out"], {
        options: [anOption("in"), anOption("out", { retired: true })],
      }),
      aFactor("gone", ["x"], { retired: true }),
    ],
  });
}

Deno.test("summarizeSystems() lifts the key columns of live systems (§2.2)", () => {
  const summaries = summarizeSystems(compileSnapshot(catalog(true)));
  assert.deepEqual(summaries, [SystemSummary.parse({
    id: "fold",
    name: "System fold",
    tagline: "Folds away",
    operationType: "Folding",
    budgetTier: "High",
    budgetTierOrdinal: 2,
    material: "Oak",
    interiorExterior: null,
    useCases: ["Patio", "Pool house"],
    image: null,
  })]);
});

Deno.test("summaries and details leave out a disabled attribute (§4.2)", () => {
  const snapshot = compileSnapshot(catalog(false));
  assert.equal(summarizeSystems(snapshot)[0]?.material, null);
  const ids = describeSystem(snapshot, "fold")?.attributes.map(({ attributeId }) => attributeId);
  assert.deepEqual(ids, ["operation-type", "stc", "use-cases"]);
});

Deno.test("describeSystem() joins a typed value to its attribute (§2.2)", () => {
  const detail = SystemDetail.parse(describeSystem(compileSnapshot(catalog(true)), "fold"));
  assert.deepEqual(detail.attributes.find(({ attributeId }) => attributeId === "stc"), {
    attributeId: "stc",
    name: "Attribute stc",
    group: "General",
    description: null,
    unit: "STC",
    value: { type: "untested" },
  });
});

Deno.test("describeSystem() returns null for unknown and retired systems (§4.1)", () => {
  const snapshot = compileSnapshot(catalog(true));
  assert.equal(describeSystem(snapshot, "old"), null);
  assert.equal(describeSystem(snapshot, "nonesuch"), null);
});

Deno.test("factorViews() lists live factors with live options (§4.2)", () => {
  const views = factorViews(compileSnapshot(catalog(true)));
  assert.deepEqual(views.map(({ id, options }) => [id, options.map((option) => option.id)]), [
    ["place", ["in"]],
  ]);
  FactorView.array().parse(views);
});

Deno.test("perSnapshot() derives a value once per snapshot", () => {
  let derived = 0;
  const count = perSnapshot(() => ({ derived: ++derived }));
  const [one, two] = [compileSnapshot(catalog(true)), compileSnapshot(catalog(true))];
  assert.equal(count(one), count(one));
  assert.equal(count(two).derived, 2);
});
