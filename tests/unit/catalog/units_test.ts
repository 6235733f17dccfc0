import assert from "node:assert/strict";
import fc from "fast-check";
import {
  betterOf,
  formatFigure,
  formatWanted,
  inOneUnit,
  measure,
  readUnits,
  type TypedValue,
  type Units,
} from "@/lib/catalog/mod.ts";
import { dimension, range } from "@/tests/helpers/factories.ts";

const U_FACTOR = "Btu/h·ft²·°F";

const FIGURES: readonly [value: TypedValue, unit: string | null, us: string, metric: string][] = [
  [dimension(126), "in", "10 ft 6 in", "3.2 m"],
  [dimension(120), "in", "10 ft", "3.05 m"],
  [dimension(0.75), "in", "¾ in", "19 mm"],
  [dimension(4.25), "in", "4¼ in", "108 mm"],
  [dimension(0.3), "in", "0.3 in", "8 mm"],
  [dimension(0), "in", "0 in", "0 mm"],
  [dimension(47.999), "in", "4 ft", "1,219 mm"],
  [dimension(10.5), "ft", "10 ft 6 in", "3.2 m"],
  [
    dimension(50, "panels up to 36 × 108 in"),
    "psf",
    "50 psf (panels up to 36 × 108 in)",
    "2.39 kPa (panels up to 36 × 108 in)",
  ],
  [dimension(210), "lb", "210 lb", "95 kg"],
  [dimension(1), "lb", "1 lb", "0.5 kg"],
  [
    dimension(3.2, "for each square foot"),
    "lb",
    "3.2 lb (for each square foot)",
    "1.5 kg (for each square foot)",
  ],
  [dimension(0), "lb", "0 lb", "0 kg"],
  [dimension(0.01), "in", "0.01 in", "0.3 mm"],
  [dimension(0.05), "psf", "0.05 psf", "0.002 kPa"],
  [dimension(0.0004), U_FACTOR, `0.0004 ${U_FACTOR}`, "0.002 W/m²·K"],
  [range(18, 34), "in", "1 ft 6 in to 2 ft 10 in", "457–864 mm"],
  [range(24, 36), "in", "2–3 ft", "610–914 mm"],
  [range(0.5, 0.75), "in", "½–¾ in", "13–19 mm"],
  [range(4, 20), "ft", "4–20 ft", "1.22–6.1 m"],
  [range(20, 20), "ft", "20 ft", "6.1 m"],
  [range(0.27, 0.4), U_FACTOR, `0.27–0.40 ${U_FACTOR}`, "1.53–2.27 W/m²·K"],
  [range(null, 10), "psf", "up to 10 psf", "up to 0.48 kPa"],
  [range(40, null), "ft", "40 ft and more", "12.19 m and more"],
  [range(28, 36), "STC", "28–36 STC", "28–36 STC"],
  [dimension(1), "years", "1 year", "1 year"],
  [range(1, 1), "weeks", "1 week", "1 week"],
  [range(1, 2), "weeks", "1–2 weeks", "1–2 weeks"],
  [range(null, null, "By request"), "in", "By request", "By request"],
  [{ type: "enum", labels: ["Steel", "Oak"] }, null, "Steel, Oak", "Steel, Oak"],
  [{ type: "untested" }, "STC", "Not tested", "Not tested"],
];

const plain = (text: string) => text.replaceAll("\u00a0", " ");

for (const [value, unit, us, metric] of FIGURES) {
  Deno.test(`formatFigure() prints "${us}", and "${metric}" in metric units (#18)`, () => {
    assert.equal(plain(formatFigure(value, { unit, units: "us" })), us);
    assert.equal(plain(formatFigure(value, { unit, units: "metric" })), metric);
  });
}

const WANTED = [
  [{ kind: "at-least", value: 120 }, "in", "You need at least 10 ft"],
  [{ kind: "at-most", value: 0.75 }, "in", "You need at most ¾ in"],
  [
    { kind: "covers", value: 0.3 },
    U_FACTOR,
    `You need 0.30 ${U_FACTOR} or better (lower is better)`,
  ],
  [{ kind: "covers", value: 42 }, "STC", "You need 42 STC or better (higher is better)"],
  [{ kind: "covers", value: 20 }, "ft", "We assume 20 ft"],
  [{ kind: "includes", labels: ["Steel", "Oak"] }, null, "You need “Steel” or “Oak”"],
] as const;

for (const [predicate, unit, expected] of WANTED) {
  Deno.test(`formatWanted() says "${expected}" (#18)`, () => {
    const wanted = predicate.kind === "includes"
      ? { ...predicate, labels: [...predicate.labels] }
      : predicate;
    assert.equal(plain(formatWanted(wanted, { unit, units: "us" })), expected);
  });
}

const ROWS: readonly [values: TypedValue[], us: string[], metric: string[]][] = [
  [[range(72, null), range(36, 480)], ["6 ft and more", "3–40 ft"], [
    "1.83 m and more",
    "0.91–12.19 m",
  ]],
  [[dimension(18), dimension(0.5), dimension(96)], ["1 ft 6 in", "½ in", "8 ft"], [
    "0.46 m",
    "0.013 m",
    "2.44 m",
  ]],
  [[dimension(18), { type: "na" }], ["18 in", "Not applicable"], ["457 mm", "Not applicable"]],
];

for (const [values, us, metric] of ROWS) {
  Deno.test(`inOneUnit() prints a row as ${metric.join(", ")}, so that its figures compare (design §10)`, () => {
    const rowIn = (units: Units) => {
      const reading = inOneUnit(values, { unit: "in", units });
      return values.map((value) => plain(formatFigure(value, reading)));
    };
    assert.deepEqual(rowIn("us"), us);
    assert.deepEqual(rowIn("metric"), metric);
  });
}

Deno.test("betterOf() returns null for lengths, unknown units and names of inherited properties", () => {
  for (const unit of ["in", "ft", "furlong", "constructor", "__proto__", null]) {
    assert.equal(betterOf(unit), null);
    assert.equal(typeof measure(3, { unit, units: "metric" }), "string");
  }
});

Deno.test("measure() prints feet and inches within a sixteenth of an inch of the length", () => {
  fc.assert(fc.property(fc.double({ min: 24, max: 10_000, noNaN: true }), (inches) => {
    const text = plain(measure(inches, { unit: "in", units: "us" })).replaceAll(",", "");
    const [, feet = "0", whole = "0", fraction = ""] =
      /^(?:(\d+) ft)? ?(?:(\d*)([⅛¼⅜½⅝¾⅞]?) in)?$/.exec(text) ?? assert.fail(text);
    const eighths = "⅛¼⅜½⅝¾⅞".indexOf(fraction || "-") + 1;
    const read = Number(feet) * 12 + Number(whole) + eighths / 8;
    assert.ok(Math.abs(read - inches) <= 1 / 16, `${text} for ${inches}`);
  }));
});

const COOKIES: readonly [string | null, Units][] = [
  [null, "us"],
  ["ns_units=metric", "metric"],
  ["a=b; ns_units=metric; c=d", "metric"],
  ["ns_units=us", "us"],
  ["ns_units=METRIC", "us"],
  ["ns_units=metric; ns_units=us", "us"],
  ["xns_units=metric", "us"],
];

for (const [cookie, units] of COOKIES) {
  Deno.test(`readUnits() reads ${units} from ${JSON.stringify(cookie)}`, () => {
    assert.equal(readUnits(cookie), units);
  });
}
