import assert from "node:assert/strict";
import { deepFreeze, type Predicate, type TypedValue } from "@/lib/catalog/mod.ts";
import { meetsRequirements, satisfies } from "@/lib/selection/requirements.ts";
import { anAttribute, aSystem, dimension, labels, values } from "@/tests/helpers/factories.ts";

const range = (min: number | null, max: number | null): TypedValue => (
  { type: "range", min, max, label: "As built" }
);
const includes = (...labels: string[]): Predicate => ({ kind: "includes", labels });
const covers = (value: number): Predicate => ({ kind: "covers", value });
const atLeast = (value: number): Predicate => ({ kind: "at-least", value });
const atMost = (value: number): Predicate => ({ kind: "at-most", value });

const CASES: [TypedValue, Predicate, boolean][] = [
  [labels("Glass", "Wood"), includes("Steel", "Wood"), true],
  [labels("Glass"), includes("glass"), true],
  [labels("Glass"), includes("Steel"), false],
  [range(10, 20), covers(10), true],
  [range(10, 20), covers(20), true],
  [range(10, 20), covers(9.9), false],
  [range(10, 20), covers(20.1), false],
  [range(null, 20), covers(-5), true],
  [range(null, 20), covers(21), false],
  [range(10, null), covers(500), true],
  [range(10, null), covers(9), false],
  [range(0, null), covers(-1), false],
  [range(null, null), covers(0), false],
  [dimension(40), atLeast(40), true],
  [dimension(39), atLeast(40), false],
  [dimension(40), atMost(40), true],
  [dimension(41), atMost(40), false],
  [range(40, 40), atLeast(40), false],
  [dimension(40), covers(40), false],
  [dimension(40), includes("40"), false],
  [labels("40"), atMost(40), false],
];

for (const [value, predicate, expected] of CASES) {
  const named = `${JSON.stringify(value)} ${expected ? "meets" : "misses"} ${
    JSON.stringify(predicate)
  }`;
  Deno.test(`satisfies(): ${named} (design §6.3)`, () => {
    assert.equal(satisfies(value, predicate), expected);
  });
}

for (const type of ["untested", "na", "none", "empty"] as const) {
  Deno.test(`satisfies() is false for ${type}, whatever the predicate (design §6.3)`, () => {
    for (const predicate of [includes(type), covers(0), atLeast(-1), atMost(1)]) {
      assert.equal(satisfies({ type }, predicate), false);
    }
  });
}

Deno.test("meetsRequirements() checks every requirement, and treats a missing value as empty (design §6.3)", () => {
  const attributeById = new Map([["a", anAttribute("a")], ["b", anAttribute("b")]]);
  const requirements = [
    { attributeId: "a", predicate: atLeast(1) },
    { attributeId: "b", predicate: atLeast(1) },
  ];
  const meets = (measurements: Record<string, number>) => {
    const entries = Object.entries(measurements).map(([id, value]) => [id, dimension(value)]);
    const system = aSystem("s", { values: values(Object.fromEntries(entries)) });
    const met = meetsRequirements(system, requirements, attributeById);
    assert.equal(meetsRequirements(deepFreeze(system), requirements, attributeById), met);
    return met;
  };
  assert.equal(meets({ a: 1, b: 1 }), true);
  assert.equal(meets({ a: 1, b: 0 }), false);
  assert.equal(meets({ a: 1 }), false);

  const edited = aSystem("s", { values: values({ a: dimension(1), b: dimension(0) }) });
  assert.equal(meetsRequirements(edited, requirements, attributeById), false);
  edited.values.splice(1, 1, ...values({ b: dimension(2) }));
  assert.equal(meetsRequirements(edited, requirements, attributeById), true, "no stale values");
});

Deno.test("meetsRequirements() ignores attributes that are unknown or disabled (§4.1)", () => {
  const requirements = [{ attributeId: "off", predicate: atLeast(1) }];
  assert.equal(meetsRequirements(aSystem("s"), requirements, new Map()), true);
});
