import assert from "node:assert/strict";
import fc from "fast-check";
import { compileSnapshot } from "@/lib/catalog/mod.ts";
import { labelAnswers, reasonsFor } from "@/lib/journey/mod.ts";
import { select } from "@/lib/selection/mod.ts";
import { arbitraryAnswers, arbitraryCatalog } from "@/tests/helpers/catalog_arbitrary.ts";
import {
  aCatalog,
  aFactor,
  anAttribute,
  anOption,
  aRule,
  aSystem,
  values,
} from "@/tests/helpers/factories.ts";

function outcome(systemId: string, rationale: string) {
  return { systemId, role: "preferred" as const, rank: 1, rationale };
}

const atLeast = (value: number) => [{
  attributeId: "height",
  predicate: { kind: "at-least" as const, value },
}];

const snapshot = compileSnapshot(aCatalog({
  attributes: [anAttribute("height", { name: "Height", unit: "ft" }), anAttribute("weight")],
  systems: [
    aSystem("wall", {
      values: values({ height: { type: "dimension", measurement: 9, note: null } }),
    }),
    aSystem("door"),
  ],
  factors: [
    aFactor("place", ["room", "garden"], { name: "Place" }),
    aFactor("size", [], {
      name: "Size",
      position: 1,
      options: [
        anOption("tall", { requirements: atLeast(8) }),
        anOption("heavy", {
          requirements: [{ attributeId: "weight", predicate: { kind: "at-most", value: 1 } }],
        }),
        anOption("high", { requirements: atLeast(8) }),
      ],
    }),
  ],
  rules: [
    aRule("first", {
      conditions: [
        { factorId: "place", operator: "any", optionIds: ["room", "garden"] },
        { factorId: "size", operator: "none", optionIds: ["high"] },
      ],
      outcomes: [outcome("wall", "It folds."), outcome("door", "It swings.")],
    }),
    aRule("second", {
      conditions: [{ factorId: "size", operator: "all", optionIds: ["tall"] }],
      outcomes: [outcome("wall", "It folds."), outcome("wall", "It is tall.")],
    }),
    aRule("third", {
      conditions: [{ factorId: "size", operator: "none", optionIds: ["high"] }],
      outcomes: [outcome("wall", "It stays low.")],
    }),
  ],
}));

Deno.test("reasonsFor() lists each rationale with the answers that its rules require (§2.1)", () => {
  const picked = { systemId: "wall", matchedRuleIds: ["first", "second", "third"] };
  const reasons = reasonsFor(snapshot, ["tall", "garden"], picked);
  assert.deepEqual(
    reasons.map(({ rationale, because }) => [rationale, because.map(({ optionId }) => optionId)]),
    [
      ["It folds.", ["garden", "tall"]],
      ["It is tall.", ["tall"]],
      ["It stays low.", []],
    ],
  );
});

Deno.test("reasonsFor() ignores rules that no longer exist (§4.1)", () => {
  assert.deepEqual(
    reasonsFor(snapshot, ["room"], { systemId: "wall", matchedRuleIds: ["gone"] }),
    [],
  );
});

Deno.test("reasonsFor() returns every rationale of the engine verbatim (§2.1)", () => {
  fc.assert(fc.property(arbitraryCatalog(), arbitraryAnswers(), (catalog, answers) => {
    const some = compileSnapshot(catalog);
    const { lead, alternatives, context } = select(some, answers);
    for (const pick of [...lead ? [lead] : [], ...alternatives]) {
      const reasons = reasonsFor(some, context.optionIds, pick);
      assert.deepEqual(
        new Set(reasons.map(({ rationale }) => rationale)),
        new Set(pick.rationales),
      );
      for (const { optionId } of reasons.flatMap(({ because }) => because)) {
        assert.ok(context.optionIds.includes(optionId));
      }
    }
  }));
});

Deno.test("labelAnswers() follows the order of the questions and drops unknown ids (§4.1)", () => {
  assert.deepEqual(labelAnswers(snapshot, ["tall", "unknown", "room"]), [
    { factorId: "place", factor: "Place", optionId: "room", label: "Option room" },
    { factorId: "size", factor: "Size", optionId: "tall", label: "Option tall" },
  ]);
});
