import assert from "node:assert/strict";
import fc from "fast-check";
import { explainDifference, sameValue, type TypedValue } from "@/lib/catalog/mod.ts";
import { dimension, labels, range } from "@/tests/helpers/factories.ts";

const U_FACTOR = "Btu/h·ft²·°F";

const CASES: readonly [unit: string | null, values: TypedValue[], expected: string | null][] = [
  ["in", [dimension(120), dimension(126)], "B has 6 in more."],
  [
    "in",
    [dimension(120), dimension(120, "with a motor")],
    "The figure is the same, the notes differ.",
  ],
  ["in", [dimension(120), dimension(126, "x")], "B has 6 in more. The notes differ too."],
  ["STC", [range(28, 36), range(28, 42)], "B has 6 STC more at the upper limit, which is better."],
  [
    U_FACTOR,
    [range(0.24, 0.33), range(0.27, 0.33)],
    `A has 0.03 ${U_FACTOR} less at the lower limit, which is better.`,
  ],
  [
    "psf",
    [range(null, 10), range(null, null, "By request")],
    "In words alone: B.",
  ],
  ["STC", [range(30, 40), range(null, null)], "Not stated: B."],
  [
    "STC",
    [range(30, 40), range(30, 45), range(null, null, "By request")],
    [
      "In words alone: C.",
      "B has 5 STC more than A at the upper limit, which is better.",
    ].join(" "),
  ],
  ["STC", [range(null, null, "On site"), range(null, null)], "In words alone: A. Not stated: B."],
  ["STC", [range(null, 40), range(30, 40)], "No lower limit: A."],
  [null, [labels("Steel", "oak"), labels("Oak", "Glass")], "Only A: Steel. Only B: Glass."],
  ["STC", [dimension(40), { type: "untested" }], null],
  ["ft", [dimension(10), { type: "untested" }, dimension(12)], "C has 2 ft more than A."],
  ["lb", [dimension(40), range(10, 20)], "They are stated in different ways."],
  [
    "lb",
    [dimension(340), dimension(6.5, "for each square foot"), range(1, 2)],
    "They are stated in different ways.",
  ],
  [
    "lb",
    [dimension(3.2, "for each square foot"), dimension(6.5, "for each square foot")],
    "B has 3.3 lb more.",
  ],
  ["ft", [dimension(10), dimension(12), dimension(12)], "B and C have 2 ft more than A."],
  ["ft", [dimension(10), dimension(12), dimension(10)], "B has 2 ft more than A and C."],
  [
    "ft",
    [range(4, 60), range(5, 44), range(8, null)],
    [
      "C has 4 ft more than A at the lower limit.",
      "No upper limit: C. A has 16 ft more than B at the upper limit.",
    ].join(" "),
  ],
  [
    "weeks",
    [range(4, 6), range(8, 10), range(8, 10)],
    "A has 4 weeks less than B and C at both limits, which is better.",
  ],
  [
    "weeks",
    [range(5, 7), range(4, 6)],
    "B has 1 week less at both limits, which is better.",
  ],
  [
    "STC",
    [range(31, 39), range(33, 43)],
    "B has 2 STC more at the lower limit and 4 STC more at the upper limit, which is better.",
  ],
  [
    "STC",
    [range(30, 43), range(33, 39)],
    [
      "B has 3 STC more at the lower limit, which is better.",
      "A has 4 STC more at the upper limit, which is better.",
    ].join(" "),
  ],
  [
    "ft",
    [range(4, 20), range(5.5, 27), range(5.5, 27)],
    "B and C have 18 in more than A at the lower limit and 7 ft more at the upper limit.",
  ],
  ["in", [dimension(10), dimension(10)], null],
];

for (const [unit, values, expected] of CASES) {
  Deno.test(`explainDifference() returns ${JSON.stringify(expected)} (#18)`, () => {
    const named = values.map((value, place) => ({ name: "ABCD"[place] ?? "", value }));
    const sentence = explainDifference(named, { unit, units: "us" });
    assert.equal(sentence?.replaceAll("\u00a0", " ") ?? null, expected);
  });
}

Deno.test("explainDifference() never says that a system has 0 kg more (#18)", () => {
  const named = [210, 211].map((figure, place) => ({
    name: "AB"[place] ?? "",
    value: dimension(figure),
  }));
  const sentence = explainDifference(named, { unit: "lb", units: "metric" });
  assert.equal(sentence?.replaceAll("\u00a0", " "), "B has 0.5 kg more.");
});

const bound = fc.option(fc.integer({ min: 0, max: 3 }), { nil: null });
const words = fc.option(fc.constantFrom("By request", "On site"), { nil: null });
const anyValue: fc.Arbitrary<TypedValue> = fc.oneof(
  fc.subarray(["Oak", "Steel", "oak", "Glass"], { minLength: 1 }).map((found) => labels(...found)),
  fc.tuple(bound, bound, words).map(([min, max, label]) => range(min, max, label)),
  fc.tuple(fc.integer({ min: 0, max: 3 }), words).map(([figure, note]) => dimension(figure, note)),
  fc.constantFrom<TypedValue>({ type: "untested" }, { type: "na" }, { type: "none" }, {
    type: "empty",
  }),
);

Deno.test("explainDifference() returns a sentence exactly when stated values differ (§4.2)", () => {
  const values = fc.array(anyValue, { minLength: 1, maxLength: 4 });
  fc.assert(fc.property(values, fc.constantFrom("in", "STC", null), (values, unit) => {
    const named = values.map((value, place) => ({ name: "ABCD"[place] ?? "", value }));
    const sentence = explainDifference(named, { unit, units: "us" });
    const stated = values.filter(({ type }) => ["enum", "range", "dimension"].includes(type));
    assert.equal(
      sentence === null,
      stated.every((value) => stated.every((other) => sameValue(value, other))),
    );
    if (sentence !== null) assert.match(sentence, /^(?!.*(NaN|undefined|null)).+\.$/s);
  }));
});

Deno.test("explainDifference() keeps a name from right to left apart from the words around it (#18)", () => {
  const named = [["חלון", 4], ["جدار", 6], ["Oak", 4]].map(([name, measurement]) => ({
    name: String(name),
    value: dimension(Number(measurement)),
  }));
  const sentence = explainDifference(named, { unit: null, units: "us" });
  assert.equal(sentence, "\u2068جدار\u2069 has 2 more than \u2068חלון\u2069 and Oak.");
});
