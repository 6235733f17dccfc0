import assert from "node:assert/strict";
import { compileSnapshot, type Rule } from "@/lib/catalog/mod.ts";
import { analyzeTrack, countFindings } from "@/lib/analysis/mod.ts";
import {
  aCatalog,
  aFactor,
  anAttribute,
  anOption,
  aRule,
  aSystem,
} from "@/tests/helpers/factories.ts";

function when(optionId: string, operator: "any" | "none" = "any"): Rule["conditions"][number] {
  return { factorId: "place", operator, optionIds: [optionId] };
}

function offers(...systemIds: string[]): Rule["outcomes"] {
  return systemIds.map((systemId, index) => (
    { systemId, role: "preferred", rank: index + 1, rationale: "It fits." }
  ));
}

const TRACK = { name: "Track", description: "", position: 1, retired: false };
const TIERS = [1, 2, 3].map((ordinal) => (
  { id: `tier-${ordinal}`, label: `Tier ${ordinal}`, description: "", ordinal }
));

Deno.test("analyzeTrack() reports the reach of each system that never leads, and countFindings() counts them (§4.9)", async () => {
  const weather = { attributeId: "weather", predicate: { kind: "at-least", value: 1 } } as const;
  const snapshot = compileSnapshot(aCatalog({
    tiers: TIERS,
    attributes: [anAttribute("weather", { valueType: "dimension" })],
    systems: [
      aSystem("lead", {
        budgetTierId: "tier-2",
        values: [{
          attributeId: "weather",
          value: { type: "dimension", measurement: 2, note: null },
          source: "manual",
        }],
      }),
      aSystem("alternative", { budgetTierId: "tier-1" }),
      aSystem("outranked", { budgetTierId: "tier-3" }),
      aSystem("dropped"),
      aSystem("silent"),
      aSystem("elsewhere"),
      aSystem("unnamed"),
    ],
    factors: [
      aFactor("place", [], {
        options: [anOption("in"), anOption("out", { position: 1, requirements: [weather] })],
      }),
    ],
    ruleSets: [
      { id: "rules", name: "Rules", isDefault: true, retired: false },
      { id: "other", name: "Other", isDefault: false, retired: false },
    ],
    tracks: [
      { ...TRACK, id: "home", ruleSetId: "rules" },
      { ...TRACK, id: "office", ruleSetId: "other" },
    ],
    rules: [
      aRule("inside", {
        ruleSetId: "rules",
        conditions: [when("in")],
        outcomes: offers("lead", "alternative", "outranked"),
      }),
      aRule("outside", {
        ruleSetId: "rules",
        conditions: [when("out")],
        outcomes: offers("lead", "dropped"),
      }),
      aRule("both", {
        ruleSetId: "rules",
        conditions: [when("in"), when("out")],
        outcomes: offers("silent"),
      }),
      aRule("there", {
        ruleSetId: "other",
        conditions: [when("in")],
        outcomes: offers("elsewhere"),
      }),
    ],
  }));
  const report = await analyzeTrack(snapshot, "home");
  assert.deepEqual(
    report.missed.map(({ systemId, reach, witness }) => [systemId, reach, witness]).sort(),
    [
      ["alternative", "alternative", ["in"]],
      ["dropped", "dropped", ["out"]],
      ["elsewhere", "elsewhere", null],
      ["outranked", "outranked", ["in"]],
      ["silent", "unreachable", null],
      ["unnamed", "unnamed", null],
    ],
  );
  assert.deepEqual(countFindings(report), {
    unreachableRules: 1,
    redundantRules: 0,
    unreachableSystems: 4,
    onlyAlternatives: 1,
    gaps: 0,
    rulesApart: 0,
    total: 6,
    partial: false,
  });
});
