/** A minimal catalog in which a requirement decides the lead. */
import type { Catalog } from "@/lib/catalog/mod.ts";
import { aCatalog, aFactor, anAttribute, anOption, aRule, aSystem, values } from "./factories.ts";

/**
 * The answer `loud` leads to Finch, which has the first rank in the only rule. The answer `quiet` leads to Heron,
 * because the sound rating of Finch is too low. The system Gull and the attribute `old` are retired; `lead-time` is
 * disabled.
 */
export function smallCatalog(): Catalog {
  return aCatalog({
    attributes: [
      anAttribute("material", { name: "Material", group: "Overview", position: 1 }),
      anAttribute("stc", {
        name: "Sound rating",
        group: "Performance",
        valueType: "range",
        unit: "STC",
        position: 2,
      }),
      anAttribute("weight", { name: "Weight", valueType: "dimension", unit: "lb", position: 3 }),
      anAttribute("lead-time", { name: "Lead time", enabled: false, position: 4 }),
      anAttribute("old", { name: "Old figure", retired: true, position: 5 }),
    ],
    systems: [
      aSystem("finch", {
        name: "Finch",
        tagline: "Light",
        budgetTierId: "high",
        position: 1,
        values: values({
          material: { type: "enum", labels: ["Oak", "Ash"] },
          stc: { type: "range", min: 30, max: 40, label: null },
          weight: { type: "dimension", measurement: 120, note: null },
        }),
      }),
      aSystem("heron", {
        name: "Heron",
        budgetTierId: "low",
        position: 2,
        values: values({
          material: { type: "enum", labels: ["Steel"] },
          stc: { type: "range", min: 45, max: 52, label: null },
        }),
      }),
      aSystem("gull", { name: "Gull", retired: true, position: 3 }),
    ],
    factors: [
      aFactor("noise", [], {
        name: "Noise",
        options: [
          anOption("loud", { label: "Loud", position: 1 }),
          anOption("quiet", {
            label: "Quiet",
            position: 2,
            requirements: [{ attributeId: "stc", predicate: { kind: "covers", value: 46 } }],
          }),
        ],
      }),
    ],
    rules: [
      aRule("any", {
        conditions: [{ factorId: "noise", operator: "any", optionIds: ["loud", "quiet"] }],
        outcomes: [
          { systemId: "finch", role: "preferred", rank: 1, rationale: "Light" },
          { systemId: "heron", role: "preferred", rank: 2, rationale: "Quiet" },
        ],
      }),
    ],
  });
}
