import assert from "node:assert/strict";
import fc from "fast-check";
import { sameValue } from "@/lib/catalog/comparison.ts";
import { compareSystems, compileSnapshot, type TypedValue } from "@/lib/catalog/mod.ts";
import {
  aCatalog,
  anAttribute,
  aSystem,
  dimension,
  labels,
  range,
  values,
} from "@/tests/helpers/factories.ts";

const PRESENCE: TypedValue[] = [
  { type: "untested" },
  { type: "na" },
  { type: "none" },
  { type: "empty" },
];

const EQUALITY: [string, TypedValue, TypedValue, boolean][] = [
  ["enum label sets ignore order and case", labels("Steel", "Oak"), labels("oak", "STEEL"), true],
  ["enum label sets ignore repeats", labels("Steel"), labels("Steel", "steel"), true],
  ["labels ignore how an accent is encoded", labels("Caf\u00e9"), labels("Cafe\u0301"), true],
  ["different labels differ", labels("Steel"), labels("Oak"), false],
  ["a subset of labels differs", labels("Steel"), labels("Steel", "Oak"), false],
  ["ranges compare by bounds, not label", range(1, 2, "a"), range(1, 2, "b"), true],
  ["different bounds differ", range(1, 2), range(1, 3), false],
  ["an open bound is not zero", range(null, 2), range(0, 2), false],
  [
    "the label is ignored when one bound is present",
    range(1, null, "a"),
    range(1, null, "b"),
    true,
  ],
  [
    "labels count when both bounds are absent",
    range(null, null, "a"),
    range(null, null, "b"),
    false,
  ],
  ["equal labels without bounds are equal", range(null, null, "a"), range(null, null, "a"), true],
  ["dimensions compare by measurement", dimension(4), dimension(5), false],
  ["dimensions compare by note", dimension(4, "wet"), dimension(4, "dry"), false],
  ["equal dimensions are equal", dimension(4, "wet"), dimension(4, "wet"), true],
  ["different types are never equal", range(4, 4), dimension(4), false],
];

for (const [name, a, b, equal] of EQUALITY) {
  Deno.test(`sameValue(): ${name} (§4.2)`, () => {
    assert.equal(sameValue(a, b), equal);
    assert.equal(sameValue(b, a), equal);
  });
}

Deno.test("sameValue() collapses untested, na, none and empty to their type alone (§4.2)", () => {
  for (const a of PRESENCE) {
    for (const b of PRESENCE) assert.equal(sameValue(a, b), a.type === b.type);
    assert.equal(sameValue(a, labels("None")), false);
  }
});

const snapshot = compileSnapshot(aCatalog({
  attributes: [
    anAttribute("glass", { position: 1 }),
    anAttribute("height", { position: 2, valueType: "dimension", unit: "in" }),
    anAttribute("off", { position: 3, enabled: false }),
    anAttribute("gone", { position: 4, retired: true }),
  ],
  systems: [
    aSystem("a", {
      position: 1,
      values: values({ glass: labels("Clear"), height: dimension(96), off: labels("Yes") }),
    }),
    aSystem("b", { position: 2, values: values({ glass: labels("clear"), off: labels("No") }) }),
    aSystem("c", { position: 3, values: values({ gone: labels("Yes") }) }),
    aSystem("retired", { position: 4, retired: true }),
  ],
}));

Deno.test("compareSystems() has a row for each enabled attribute, in catalog order (§4.2)", () => {
  const { rows, systems } = compareSystems(snapshot, { systemIds: ["b", "a"] });
  assert.deepEqual(systems.map(({ id }) => id), ["b", "a"]);
  assert.deepEqual(rows.map(({ attributeId }) => attributeId), ["glass", "height"]);
  assert.deepEqual(rows.map(({ differs }) => differs), [false, true]);
});

Deno.test("compareSystems() reads a missing cell as empty (§4.2)", () => {
  const { rows } = compareSystems(snapshot, { systemIds: ["a", "b"], attributeIds: ["height"] });
  assert.deepEqual(rows[0]?.values, { a: dimension(96), b: { type: "empty" } });
});

Deno.test("compareSystems() limits and orders the rows by the attributes asked for (§4.2)", () => {
  const { rows } = compareSystems(snapshot, {
    systemIds: ["a", "b"],
    attributeIds: ["height", "off", "nonesuch", "gone", "glass", "height"],
  });
  assert.deepEqual(rows.map(({ attributeId }) => attributeId), ["height", "glass"]);
});

Deno.test("compareSystems() leaves unknown and retired systems out without counting them (§4.2)", () => {
  const comparison = compareSystems(snapshot, { systemIds: ["a", "nonesuch", "retired", "a"] });
  assert.deepEqual(comparison.systems.map(({ id }) => id), ["a"]);
  assert.notEqual(comparison.rows.length, 0);
  assert.ok(
    comparison.rows.every(({ differs, values }) => !differs && Object.keys(values).length === 1),
  );
});

Deno.test("compareSystems() marks absent against present as different, and all absent as equal (§4.2)", () => {
  const height = (...systemIds: string[]) =>
    compareSystems(snapshot, { systemIds, attributeIds: ["height"] }).rows[0]?.differs;
  assert.equal(height("b", "c"), false);
  assert.equal(height("b", "c", "a"), true);
  assert.equal(height("a"), false);
  assert.equal(height(), false);
});

const anyValue: fc.Arbitrary<TypedValue> = fc.oneof(
  fc.array(fc.constantFrom("a", "A", "b"), { minLength: 1 }).map((all) => labels(...all)),
  fc.tuple(fc.constantFrom(null, 1, 2), fc.constantFrom(null, 1, 2), fc.constantFrom(null, "x"))
    .map(([min, max, label]) => range(min, max, label)),
  fc.tuple(fc.constantFrom(1, 2), fc.constantFrom(null, "x")).map(([m, note]) =>
    dimension(m, note)
  ),
  fc.constantFrom(...PRESENCE),
);

Deno.test("sameValue() is an equivalence, so comparing with the first column is enough (§4.2)", () => {
  fc.assert(fc.property(fc.array(anyValue, { minLength: 20, maxLength: 20 }), (values) => {
    const equals = values.map((value) => values.map((other) => sameValue(value, other)));
    for (const [index, row] of equals.entries()) {
      assert.ok(row[index], "equal to itself");
      for (const [other, isSame] of row.entries()) {
        if (isSame) assert.deepEqual(equals[other], row, "equal to the same values");
      }
    }
  }));
});
