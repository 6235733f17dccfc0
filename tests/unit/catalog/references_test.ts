import assert from "node:assert/strict";
import { references, referencesTo, staleReferences } from "@/lib/catalog/mod.ts";
import {
  aCatalog,
  aFactor,
  anAttribute,
  anOption,
  aRule,
  aSystem,
  values,
} from "@/tests/helpers/factories.ts";

const catalog = aCatalog({
  attributes: [anAttribute("material"), anAttribute("rating", { enabled: false })],
  systems: [
    aSystem("fold", {
      budgetTierId: "low",
      values: values({ material: { type: "enum", labels: ["Oak"] } }),
    }),
    aSystem("old", { retired: true, budgetTierId: "high" }),
  ],
  tracks: [
    { id: "home", name: "Home", description: "", ruleSetId: "main", position: 0, retired: false },
  ],
  factors: [
    aFactor("noise", [], {
      trackIds: ["home"],
      options: [
        anOption("quiet", {
          requirements: [{ attributeId: "rating", predicate: { kind: "covers", value: 45 } }],
        }),
        anOption("gone", { retired: true }),
      ],
    }),
  ],
  rules: [
    aRule("lead", {
      conditions: [{ factorId: "noise", operator: "any", optionIds: ["quiet", "gone"] }],
      outcomes: [
        { systemId: "fold", role: "preferred", rank: 1, rationale: "Folds" },
        { systemId: "old", role: "alternative", rank: 2, rationale: "Old" },
      ],
    }),
    aRule("off", {
      enabled: false,
      outcomes: [{ systemId: "old", role: "preferred", rank: 1, rationale: "Old" }],
    }),
  ],
});

function linesOf(list: ReturnType<typeof references>): string[] {
  return list.map(({ from, to, how }) => `${from.type} ${from.id} → ${to.type} ${to.id}: ${how}`);
}

Deno.test("references() lists every reference between records (§2.2)", () => {
  assert.deepEqual(linesOf(references(catalog)), [
    "system fold → tier low: belongs to it",
    "system fold → attribute material: has a value for it",
    "system old → tier high: belongs to it",
    "track home → rule-set main: is matched against it",
    "factor noise → track home: is asked on it",
    "factor noise → attribute rating: asks for it when “Option quiet” is chosen",
    "rule lead → rule-set main: belongs to it",
    "rule lead → factor noise: has a condition on it",
    "rule lead → option quiet: has a condition on it",
    "rule lead → option gone: has a condition on it",
    "rule lead → system fold: recommends it",
    "rule lead → system old: recommends it",
    "rule off → rule-set main: belongs to it",
    "rule off → system old: recommends it",
  ]);
});

Deno.test("referencesTo() lists the references to one record, including those from disabled rules (§4.1)", () => {
  assert.deepEqual(linesOf(referencesTo(catalog, { type: "system", id: "old" })), [
    "rule lead → system old: recommends it",
    "rule off → system old: recommends it",
  ]);
  assert.deepEqual(linesOf(referencesTo(catalog, { type: "tier", id: "low" })), [
    "system fold → tier low: belongs to it",
  ]);
  assert.deepEqual(referencesTo(catalog, { type: "system", id: "none" }), []);
});

Deno.test("staleReferences() lists references from live records to retired or disabled ones (§4.1)", () => {
  assert.deepEqual(linesOf(staleReferences(catalog)), [
    "factor noise → attribute rating: asks for it when “Option quiet” is chosen",
    "rule lead → option gone: has a condition on it",
    "rule lead → system old: recommends it",
  ]);
});

Deno.test("a reference says whether the referring record is live, disabled or retired (§4.1)", () => {
  const withRetired = {
    ...catalog,
    rules: [...catalog.rules, { ...catalog.rules[1], id: "past", retired: true }].map((rule) =>
      aRule(rule.id ?? "", rule)
    ),
  };
  assert.deepEqual(
    referencesTo(withRetired, { type: "system", id: "old" })
      .map(({ from: { id, status } }) => [id, status]),
    [["lead", "live"], ["off", "off"], ["past", "retired"]],
  );
});
