import assert from "node:assert/strict";
import fc from "fast-check";
import {
  type Catalog,
  compileSnapshot,
  type Rule,
  type Snapshot,
} from "../../../lib/catalog/mod.ts";
import { askedFactors } from "../../../lib/journey/mod.ts";
import { formatProof, proveCatalog } from "../../../lib/proof/mod.ts";
import { drawAnswers, seededRandom } from "../../../lib/proof/sample.ts";
import { select } from "../../../lib/selection/mod.ts";
import { arbitraryCatalog } from "../../helpers/catalog_arbitrary.ts";
import {
  aCatalog,
  aFactor,
  anAttribute,
  anOption,
  aRule,
  aSystem,
} from "../../helpers/factories.ts";

const SAMPLING = { samples: 200, seed: 3 };

function when(factorId: string, ...optionIds: string[]): Rule["conditions"][number] {
  return { factorId, operator: "any", optionIds };
}

function offer(systemId: string): Rule["outcomes"] {
  return [{ systemId, role: "preferred", rank: 1, rationale: `Because of ${systemId}.` }];
}

/** Two systems, one factor "place" with the options "in" and "out"; only "shed" may stand outside. */
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
  return proveCatalog(compileSnapshot(twoPlaces(rules)), SAMPLING);
}

Deno.test("proveCatalog() calls a catalog whole when every system leads and every rule helps", () => {
  const proof = prove([
    aRule("inside", { conditions: [when("place", "in")], outcomes: offer("screen") }),
    aRule("outside", { conditions: [when("place", "out")], outcomes: offer("shed") }),
  ]);
  assert.equal(proof.whole, true);
  assert.deepEqual(proof.leadWitnesses.map(({ witness }) => witness?.optionIds), [["in"], ["out"]]);
  assert.equal(proof.tracks[0]?.picked, SAMPLING.samples);
});

Deno.test("proveCatalog() names a rule that wants two answers to a single-choice factor", () => {
  const { deadRules, whole } = prove([
    aRule("both", {
      conditions: [when("place", "in"), when("place", "out")],
      outcomes: offer("shed"),
    }),
  ]);
  assert.deepEqual(deadRules, [{ ruleId: "both", reason: "never fires" }]);
  assert.equal(whole, false);
});

Deno.test("proveCatalog() names a rule whose systems its own answers rule out (§4.1)", () => {
  const { deadRules } = prove([
    aRule("wet", { conditions: [when("place", "out")], outcomes: offer("screen") }),
  ]);
  assert.deepEqual(deadRules, [{ ruleId: "wet", reason: "never contributes" }]);
});

Deno.test("proveCatalog() names a system that another one always beats", () => {
  const proof = prove([
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

Deno.test("proveCatalog() tells a missing rule from a missing system, with a witness (§4.1)", () => {
  const missingRule = prove([
    aRule("all", { conditions: [when("place", "in", "out")], outcomes: offer("screen") }),
  ]);
  const [gap] = missingRule.tracks[0]?.gaps ?? [];
  assert.deepEqual({ ...gap, count: 0 }, {
    cause: "requirements",
    optionIds: ["out"],
    wouldDo: ["shed"],
    answers: ["out"],
    count: 0,
  });
  assert.match(formatProof(missingRule), /falls short of out; a rule is missing for shed/);

  const noRule = prove([
    aRule("inside", { conditions: [when("place", "in")], outcomes: offer("screen") }),
  ]);
  assert.equal(noRule.tracks[0]?.gaps[0]?.cause, "no-rule");
  assert.match(formatProof(noRule), /no rule fires/);
});

Deno.test("drawAnswers() answers every factor once, several only where several may be", () => {
  const factors = [
    aFactor("one", ["a", "b", "c"]),
    aFactor("many", ["d", "e", "f"], { multiple: true }),
    aFactor("none", []),
  ];
  fc.assert(fc.property(fc.integer(), (seed) => {
    const answers = drawAnswers(factors, seededRandom(seed));
    assert.deepEqual(answers, drawAnswers(factors, seededRandom(seed)));
    assert.equal(answers.filter((id) => ["a", "b", "c"].includes(id)).length, 1);
    assert.ok(answers.length >= 2);
  }));
});

Deno.test("the search finds a lead and a live rule exactly when trying everything does (§4.1)", () => {
  fc.assert(
    fc.property(arbitraryCatalog(), (catalog) => {
      const snapshot = compileSnapshot(catalog);
      const { leads, contributing, fired } = tryEverything(snapshot);
      const proof = proveCatalog(snapshot, { samples: 1, seed: 1 });
      for (const { systemId, witness } of proof.leadWitnesses) {
        assert.equal(witness !== null, leads.has(systemId), systemId);
        if (witness) assert.equal(select(snapshot, witness).lead?.systemId, systemId);
      }
      const dead = new Map(proof.deadRules.map(({ ruleId, reason }) => [ruleId, reason]));
      for (const { id } of snapshot.rules) {
        const expected = contributing.has(id)
          ? undefined
          : fired.has(id)
          ? "never contributes"
          : "never fires";
        assert.equal(dead.get(id), expected, id);
      }
    }),
    { numRuns: 200 },
  );
});

/** Every possible answer of every track, one by one. */
function tryEverything(snapshot: Snapshot) {
  const seen = {
    leads: new Set<string>(),
    contributing: new Set<string>(),
    fired: new Set<string>(),
  };
  const tracks = snapshot.tracks.length === 0 ? [null] : snapshot.tracks.map(({ id }) => id);
  for (const track of tracks) {
    for (const optionIds of everyAnswer(snapshot, track)) {
      const { lead, firedRules } = select(snapshot, { optionIds, track });
      if (lead) seen.leads.add(lead.systemId);
      for (const { ruleId, contributed } of firedRules) {
        seen.fired.add(ruleId);
        if (contributed) seen.contributing.add(ruleId);
      }
    }
  }
  return seen;
}

function everyAnswer(snapshot: Snapshot, track: string | null): string[][] {
  return askedFactors(snapshot, track).reduce<string[][]>((answers, { multiple, options }) => {
    const ids = options.map(({ id }) => id);
    const choices = multiple ? subsets(ids) : [[], ...ids.map((id) => [id])];
    return answers.flatMap((answer) => choices.map((choice) => [...answer, ...choice]));
  }, [[]]);
}

function subsets(ids: readonly string[]): string[][] {
  return ids.reduce<string[][]>((sets, id) => [...sets, ...sets.map((set) => [...set, id])], [[]]);
}
