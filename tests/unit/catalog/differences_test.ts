import assert from "node:assert/strict";
import fc from "fast-check";
import { explainDifference, sameValue, type TypedValue } from "../../../lib/catalog/mod.ts";

const U_FACTOR = "Btu/h·ft²·°F";
const range = (
  min: number | null,
  max: number | null,
  label: string | null = null,
): TypedValue => ({
  type: "range",
  min,
  max,
  label,
});
const size = (measurement: number, note: string | null = null): TypedValue => ({
  type: "dimension",
  measurement,
  note,
});
const some = (...labels: string[]): TypedValue => ({ type: "enum", labels });

const CASES: readonly [unit: string | null, values: TypedValue[], expected: string | null][] = [
  ["in", [size(120), size(126)], "B has 6 in more."],
  ["in", [size(120), size(120, "with a motor")], "The figure is the same, the notes differ."],
  ["in", [size(120), size(126, "x")], "B has 6 in more. The notes differ too."],
  ["STC", [range(28, 36), range(28, 42)], "B reaches 6 STC higher, which is better."],
  [
    U_FACTOR,
    [range(0.24, 0.33), range(0.27, 0.33)],
    `A starts 0.03 ${U_FACTOR} lower, which is better.`,
  ],
  [
    "psf",
    [range(null, 10), range(null, null, "By request")],
    "In words alone: B. No upper limit: B.",
  ],
  [null, [some("Steel", "oak"), some("Oak", "Glass")], "Only A: Steel. Only B: Glass."],
  ["STC", [size(40), { type: "untested" }], "Nothing to compare: B (not tested)."],
  ["lb", [size(40), range(10, 20)], "They are stated in different ways."],
  ["ft", [size(10), size(12), size(12)], "B and C have 2 ft more than A."],
  ["in", [size(10), size(10)], null],
];

for (const [unit, values, expected] of CASES) {
  Deno.test(`explainDifference() says ${JSON.stringify(expected)} (#18)`, () => {
    const named = values.map((value, place) => ({ name: "ABCD"[place] ?? "", value }));
    const said = explainDifference(named, { unit, units: "us" });
    assert.equal(said?.replaceAll("\u00a0", " ") ?? null, expected);
  });
}

const bound = fc.option(fc.integer({ min: 0, max: 3 }), { nil: null });
const words = fc.option(fc.constantFrom("By request", "On site"), { nil: null });
const anyValue: fc.Arbitrary<TypedValue> = fc.oneof(
  fc.subarray(["Oak", "Steel", "oak", "Glass"], { minLength: 1 }).map((found) => some(...found)),
  fc.tuple(bound, bound, words).map(([min, max, label]) => range(min, max, label)),
  fc.tuple(fc.integer({ min: 0, max: 3 }), words).map(([figure, note]) => size(figure, note)),
  fc.constantFrom<TypedValue>({ type: "untested" }, { type: "na" }, { type: "none" }, {
    type: "empty",
  }),
);

Deno.test("explainDifference() has something to say exactly where a row differs (§4.2)", () => {
  const values = fc.array(anyValue, { minLength: 1, maxLength: 4 });
  fc.assert(fc.property(values, fc.constantFrom("in", "STC", null), (values, unit) => {
    const named = values.map((value, place) => ({ name: "ABCD"[place] ?? "", value }));
    const said = explainDifference(named, { unit, units: "us" });
    assert.equal(
      said === null,
      values.every((value) => values.every((other) => sameValue(value, other))),
    );
    if (said !== null) assert.match(said, /^(?!.*(NaN|undefined|null)).+\.$/s);
  }));
});
