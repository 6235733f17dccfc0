import assert from "node:assert/strict";
import { type Catalog, compileSnapshot } from "@/lib/catalog/mod.ts";
import { buildWizardModel } from "@/lib/journey/mod.ts";
import { compareStrength, meetsRequirements } from "@/lib/selection/mod.ts";
import { aCatalog, aFactor, aRule, aSystem } from "@/tests/helpers/factories.ts";

function aTrack(id: string, ruleSetId: string, retired = false) {
  return { id, name: `Track ${id}`, description: "", ruleSetId, position: 0, retired };
}

const outcomes = [{ systemId: "wall", role: "preferred" as const, rank: 1, rationale: "It fits." }];
const catalog = aCatalog({
  systems: [aSystem("wall")],
  ruleSets: [
    { id: "main", name: "Main", isDefault: true, retired: false },
    { id: "other", name: "Other", isDefault: false, retired: false },
  ],
  tracks: [aTrack("home", "main"), aTrack("work", "other"), aTrack("past", "other", true)],
  factors: [
    aFactor("everywhere", ["a"]),
    aFactor("at-home", ["b"], { trackIds: ["home"], position: 1 }),
    aFactor("at-work", ["c"], { trackIds: ["work"], position: 2 }),
    aFactor("in-the-past", ["d"], { trackIds: ["past"], position: 3 }),
    aFactor("without-options", [], { position: 4 }),
  ],
  rules: [
    aRule("main-rule", {
      conditions: [{ factorId: "everywhere", operator: "any", optionIds: ["a"] }],
      outcomes,
    }),
    aRule("home-rule", {
      conditions: [{ factorId: "at-home", operator: "any", optionIds: ["b"] }],
      outcomes,
    }),
    aRule("other-rule", {
      ruleSetId: "other",
      conditions: [
        { factorId: "at-work", operator: "any", optionIds: ["c"] },
        { factorId: "at-home", operator: "none", optionIds: ["b"] },
      ],
      outcomes,
    }),
    aRule("asks-elsewhere", {
      ruleSetId: "other",
      conditions: [{ factorId: "at-home", operator: "any", optionIds: ["b"] }],
      outcomes,
    }),
    aRule("without-condition", { ruleSetId: "other", outcomes }),
  ],
});

function build(track: string | null, from: Catalog = catalog) {
  return buildWizardModel(compileSnapshot(from), track, { meetsRequirements, compareStrength });
}

const ASKED: readonly [track: string | null, asked: string[]][] = [
  ["home", ["everywhere", "at-home"]],
  ["work", ["everywhere", "at-work"]],
  [null, ["everywhere", "at-home"]],
  ["past", ["everywhere", "at-home"]],
  ["unknown", ["everywhere", "at-home"]],
];

for (const [track, asked] of ASKED) {
  Deno.test(`buildWizardModel() asks ${asked.join(" and ")} on track ${track} (§4.1)`, () => {
    const model = build(track);
    assert.deepEqual(model.questions.map(({ id }) => id), asked);
    assert.equal(model.track, track === "home" || track === "work" ? track : null);
  });
}

Deno.test("buildWizardModel() keeps the rules that the track's answers can fire (design §6.1)", () => {
  assert.equal(build("home").rules.length, 2);
  assert.deepEqual(build("work").rules, [{
    conditions: [{ question: 1, operator: "any", options: [1] }],
    systems: [[0, 4]],
  }]);
});

Deno.test("buildWizardModel() leaves out rules that name no live system (§4.1)", () => {
  assert.deepEqual(
    build("home", { ...catalog, systems: [aSystem("wall", { retired: true })] }).rules,
    [],
  );
});

Deno.test("buildWizardModel() returns an empty model for an empty catalog", () => {
  assert.deepEqual(build(null, aCatalog()), {
    track: null,
    trackName: null,
    questions: [],
    systemIds: [],
    systemNames: [],
    rules: [],
    failing: {},
  });
});
