import assert from "node:assert/strict";
import { nearbySystems } from "@/lib/catalog/nearby.ts";
import type { SystemSummary } from "@/lib/catalog/view.ts";

function summary(
  id: string,
  budgetTierOrdinal: number | null,
  operationType: string,
): SystemSummary {
  return {
    id,
    name: id,
    tagline: null,
    operationType,
    budgetTier: budgetTierOrdinal === null ? null : `Step ${budgetTierOrdinal}`,
    budgetTierOrdinal,
    material: null,
    interiorExterior: "Exterior",
    useCases: [],
    image: null,
  };
}

const FOLDING = [1, 2, 3].map((tier) => summary(`fold-${tier}`, tier, "Folding"));
const SLIDING = [1, 3, 4].map((tier) => summary(`slide-${tier}`, tier, "Sliding"));
const UNPRICED = summary("unpriced", null, "Folding");
const SYSTEMS = [...SLIDING, UNPRICED, ...FOLDING];

const CASES: [id: string, cheaper: string | null, similar: string[]][] = [
  ["fold-3", "fold-2", ["unpriced", "slide-3"]],
  ["fold-1", null, ["fold-2", "fold-3", "unpriced"]],
  ["slide-4", "slide-3", ["unpriced"]],
  ["unpriced", null, ["fold-1", "fold-2", "fold-3"]],
];

for (const [id, cheaper, similar] of CASES) {
  Deno.test(`nearbySystems() offers ${id} ${cheaper ?? "nothing"} as cheaper and ${similar.join(" ")} as similar (design §10)`, () => {
    const system = SYSTEMS.find((each) => each.id === id);
    assert.ok(system);
    const nearby = nearbySystems(SYSTEMS, system);
    assert.equal(nearby.cheaper?.id ?? null, cheaper);
    assert.deepEqual(nearby.similar.map((each) => each.id), similar);
  });
}

Deno.test("nearbySystems() returns no neighbours for the only system of a catalog (design §10)", () => {
  assert.deepEqual(nearbySystems([UNPRICED], UNPRICED), { cheaper: null, similar: [] });
});
