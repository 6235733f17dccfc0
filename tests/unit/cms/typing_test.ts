import assert from "node:assert/strict";
import { typeRaw } from "@/lib/cms/mod.ts";
import type { TypedValue, ValueType } from "@/lib/catalog/mod.ts";

const range = (min: number | null, max: number | null): TypedValue => ({
  type: "range",
  min,
  max,
  label: null,
});
const dimension = (measurement: number, note: string | null = null): TypedValue => ({
  type: "dimension",
  measurement,
  note,
});

const CASES: readonly [ValueType, string | null, string | string[], TypedValue | null][] = [
  ["enum", null, "Aluminium", { type: "enum", labels: ["Aluminium"] }],
  ["enum", null, ["Oak", "Ash"], { type: "enum", labels: ["Oak", "Ash"] }],
  ["enum", null, "none", { type: "none" }],
  ["range", "STC", "40", range(40, 40)],
  ["range", "STC", "35–45", range(35, 45)],
  ["range", "STC", "35 to 45", range(35, 45)],
  ["range", "STC", "35-45 STC", range(35, 45)],
  ["range", "STC", "≥ 40", range(40, null)],
  ["range", "STC", "40+", range(40, null)],
  ["range", "STC", "min. 40", range(40, null)],
  ["range", "STC", "minimum 40", range(40, null)],
  ["range", "STC", "maximum 51 STC.", range(null, 51)],
  ["range", "STC", "35\u201145", range(35, 45)],
  ["range", "STC", "up to 51", range(null, 51)],
  ["range", "in", "2' to 3'", range(24, 36)],
  ["range", "STC", "45–35", null],
  ["range", "STC", "40 dB", null],
  ["range", "STC", "1,200", null],
  ["range", "STC", "about forty", null],
  ["range", "STC", ["40", "50"], null],
  ["dimension", "in", "126 in", dimension(126)],
  ["dimension", "in", "126 in.", dimension(126)],
  ["dimension", "min", "30 min. (tested)", dimension(30, "tested")],
  ["dimension", "in", "126 inside", null],
  ["dimension", "in", "10' 6\"", dimension(126)],
  ["dimension", "in", "3.2 m (glazed)", dimension(125.984, "glazed")],
  ["dimension", "min", "30 min (with mineral core)", dimension(30, "with mineral core")],
  ["dimension", "in", "10 1/2 in", dimension(10.5)],
  ["dimension", "in", "4-1/2 in", dimension(4.5)],
  ["dimension", "in", "1-3/2 in", null],
  ["dimension", "in", "10' - 6\"", dimension(126)],
  ["dimension", "in", "10' – 4-1/2\" (clear)", dimension(124.5, "clear")],
  ["dimension", "in", "126 in in height", dimension(126, "in height")],
  ["dimension", "in", "126 in min. at a wall", dimension(126, "min. at a wall")],
  ["dimension", "min", "30 min (per ASTM E119)", dimension(30, "per ASTM E119")],
  ["dimension", "lb", "12 lb per panel", dimension(12, "per panel")],
  ["dimension", "lb", "12 lb / sq ft", null],
  ["dimension", "lb", "12 lb /ft²", null],
  ["dimension", "lb", "12 lb (per sq ft)", null],
  ["dimension", "lb", "12 lbs. per ft²", null],
  ["dimension", "lb", "12 lb, per m²", null],
  ["dimension", "lb", "12 lb ft", null],
  ["dimension", "lb", "12 lb in", null],
  ["dimension", "in", "126 in H", dimension(126, "H")],
  ["dimension", "lb", "12 lb · ft", null],
  ["dimension", "lb / sq ft", "12 lb / sq ft", dimension(12)],
  ["range", "in", "2' - 30\"", range(24, 30)],
  ["range", "in", "0-1/2 in", range(0, 0.5)],
  ["range", "in", "1-1/2 in to 4-1/2 in", range(1.5, 4.5)],
  ["range", "lb", "5 to 12 lb / sq ft", null],
  ["dimension", "in", "126 × 20 in", null],
  ["dimension", "in", "5 kg", null],
  ["dimension", "in", "126 furlongs", null],
  ["range", "STC", "n/a", { type: "na" }],
  ["dimension", "in", "Not applicable", { type: "na" }],
  ["range", "STC", "not tested", { type: "untested" }],
  ["range", "STC", "untested", { type: "untested" }],
  ["range", "STC", "TBD", { type: "untested" }],
  ["range", "STC", "–", { type: "none" }],
];

Deno.test("typeRaw() reads common notations by the attribute's type and unit, and never guesses (spec §3.3)", () => {
  for (const [valueType, unit, raw, expected] of CASES) {
    assert.deepEqual(typeRaw(raw, { valueType, unit }), expected, `${valueType} ${raw}`);
  }
});
