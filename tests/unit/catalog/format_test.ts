import assert from "node:assert/strict";
import { formatValue, type TypedValue } from "@/lib/catalog/mod.ts";

const CASES: [TypedValue, string | null, string][] = [
  [{ type: "enum", labels: ["Aluminium", "Clad wood"] }, null, "Aluminium, Clad wood"],
  [{ type: "range", min: 28, max: 36, label: null }, "STC", "28–36 STC"],
  [{ type: "range", min: 34, max: 34, label: null }, "STC", "34 STC"],
  [{ type: "range", min: null, max: 10, label: null }, "ft", "up to 10 ft"],
  [{ type: "range", min: 0.25, max: null, label: null }, null, "from 0.25"],
  [{ type: "range", min: null, max: null, label: "By project" }, "ft", "By project"],
  [{ type: "range", min: null, max: null, label: null }, "ft", "Not stated"],
  [{ type: "dimension", measurement: 1200, note: null }, "lb", "1,200 lb"],
  [{ type: "dimension", measurement: 0.75, note: "flush sill" }, "in", "0.75 in (flush sill)"],
  [{ type: "untested" }, "STC", "Not tested"],
  [{ type: "na" }, "STC", "Not applicable"],
  [{ type: "none" }, "STC", "None"],
  [{ type: "empty" }, "STC", "Not stated"],
];

for (const [value, unit, expected] of CASES) {
  Deno.test(`formatValue() prints ${value.type} as "${expected}" (§2.2)`, () => {
    assert.equal(formatValue(value, unit).replaceAll("\u00a0", " "), expected);
  });
}
