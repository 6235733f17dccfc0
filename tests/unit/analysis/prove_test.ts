import assert from "node:assert/strict";
import { type Catalog, compileSnapshot, type Rule } from "@/lib/catalog/mod.ts";
import { formatProof, proveCatalog } from "@/lib/analysis/mod.ts";
import {
  aCatalog,
  aFactor,
  anAttribute,
  anOption,
  aRule,
  aSystem,
} from "@/tests/helpers/factories.ts";

function when(factorId: string, ...optionIds: string[]): Rule["conditions"][number] {
  return { factorId, operator: "any", optionIds };
}

function offer(systemId: string): Rule["outcomes"] {
  return [{ systemId, role: "preferred", rank: 1, rationale: `Because of ${systemId}.` }];
}

/** Two systems, and a factor "place" with the options "in" and "out". Only "shed" meets the requirement of "out". */
function twoPlaces(rules: Rule[]): Catalog {
  const weather = { attributeId: "weather", predicate: { kind: "at-least", value: 1 } } as const;
  return aCatalog({
    attributes: [anAttribute("weather", { valueType: "dimension" })],
    systems: [
      aSystem("screen"),
      aSystem("shed", {
        values: [{
          attributeId: "weather",
          value: { type: "dimension", measurement: 2, note: null },
          source: "manual",
        }],
      }),
    ],
    factors: [
      aFactor("place", [], {
        options: [anOption("in"), anOption("out", { position: 1, requirements: [weather] })],
      }),
    ],
    rules,
  });
}

function prove(rules: Rule[]) {
  return proveCatalog(compileSnapshot(twoPlaces(rules)));
}

Deno.test("proveCatalog() calls a catalog whole when every system can lead and every rule contributes", async () => {
  const proof = await prove([
    aRule("inside", { conditions: [when("place", "in")], outcomes: offer("screen") }),
    aRule("outside", { conditions: [when("place", "out")], outcomes: offer("shed") }),
  ]);
  assert.equal(proof.whole, true);
  assert.deepEqual(proof.leadWitnesses.map(({ witness }) => witness?.optionIds), [["in"], ["out"]]);
  assert.deepEqual(proof.tracks[0]?.picked, { all: 2n, complete: 2n });
});

Deno.test("proveCatalog() reports a rule that requires two answers to a single-choice factor", async () => {
  const { deadRules, whole } = await prove([
    aRule("both", {
      conditions: [when("place", "in"), when("place", "out")],
      outcomes: offer("shed"),
    }),
  ]);
  assert.deepEqual(deadRules, [{ ruleId: "both", reason: "never fires" }]);
  assert.equal(whole, false);
});

Deno.test("proveCatalog() reports a rule whose answers rule out its own systems (§4.1)", async () => {
  const { deadRules } = await prove([
    aRule("wet", { conditions: [when("place", "out")], outcomes: offer("screen") }),
  ]);
  assert.deepEqual(deadRules, [{ ruleId: "wet", reason: "never contributes" }]);
});

Deno.test("proveCatalog() reports a system that another one always outranks", async () => {
  const proof = await prove([
    aRule("first", {
      priority: 1,
      conditions: [when("place", "in", "out")],
      outcomes: offer("shed"),
    }),
    aRule("second", {
      priority: 2,
      conditions: [when("place", "in")],
      outcomes: offer("screen"),
    }),
  ]);
  assert.deepEqual(proof.leadWitnesses.map(({ witness }) => witness !== null), [false, true]);
  assert.deepEqual(proof.deadRules, []);
  assert.match(formatProof(proof), /screen: NEVER[^]*NOT whole/);
});

Deno.test("proveCatalog() distinguishes gaps from requirements and gaps without a rule (§4.1)", async () => {
  const missingRule = await prove([
    aRule("all", { conditions: [when("place", "in", "out")], outcomes: offer("screen") }),
  ]);
  assert.deepEqual(missingRule.tracks[0]?.gaps?.causes, [{
    cause: "requirements",
    count: { all: 1n, complete: 1n },
    witness: ["out"],
    reason: { optionIds: ["out"], wouldDo: ["shed"] },
  }]);
  assert.match(formatProof(missingRule), /falls short of out;.*a rule is missing for shed/);

  const noRule = await prove([
    aRule("inside", { conditions: [when("place", "in")], outcomes: offer("screen") }),
  ]);
  assert.equal(noRule.tracks[0]?.gaps?.causes[0]?.cause, "no-rule");
  assert.match(formatProof(noRule), /no rule fires/);
});

Deno.test("proveCatalog() does not call a catalog whole when the budget is spent", async () => {
  const rules = [
    aRule("inside", { conditions: [when("place", "in")], outcomes: offer("screen") }),
    aRule("outside", { conditions: [when("place", "out")], outcomes: offer("shed") }),
  ];
  const proof = await proveCatalog(compileSnapshot(twoPlaces(rules)), { budget: 3 });
  assert.equal(proof.whole, false);
  assert.match(formatProof(proof), /STOPPED after \d+ steps, at unreachable inside[^]*NOT whole/);
});
