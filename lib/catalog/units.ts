/** Prints figures for buyers, in US units (lengths in feet and inches) or metric, and says which direction is better. */
import { cookieValues } from "../http/mod.ts";
import { formatValue, withUnit } from "./format.ts";
import { formatList } from "../text/mod.ts";
import type { Predicate, TypedValue } from "./schema.ts";

/** The unit system in which a buyer reads figures. */
export type Units = "us" | "metric";

/** Name of the cookie that stores a buyer's choice of units. */
export const UNITS_COOKIE = "ns_units";

/** Reads the unit system from a `Cookie` header: `metric` if it has that and no other `ns_units` value, else `us`. */
export function readUnits(cookieHeader: string | null): Units {
  const [value, ...others] = new Set(cookieValues(cookieHeader, UNITS_COOKIE));
  return value === "metric" && others.length === 0 ? "metric" : "us";
}

/** Whether a higher or a lower figure is better. */
type Direction = "higher" | "lower";

interface UnitRule {
  readonly better?: Direction;
  /** The unit after the number 1, where it differs. */
  readonly one?: string;
  /** Digits after the point, always printed. */
  readonly digits?: number;
  /**
   * The metric unit, the factor that converts to it, and the digits printed after the point. Where these are 0, a number
   * below ten may have one, because a loss of up to a third would mislead.
   */
  readonly metric?: { readonly unit: string; readonly factor: number; readonly digits: number };
}

/** Rules for the units of the data sheets. Figures in any other unit are printed unconverted. */
const UNIT_RULES: Readonly<Record<string, UnitRule>> = {
  "STC": { better: "higher" },
  "Btu/h·ft²·°F": {
    better: "lower",
    digits: 2,
    metric: { unit: "W/m²·K", factor: 5.678263, digits: 2 },
  },
  "psf": { better: "higher", metric: { unit: "kPa", factor: 0.04788026, digits: 2 } },
  "lb": { metric: { unit: "kg", factor: 0.45359237, digits: 0 } },
  "min": { better: "higher" },
  "weeks": { better: "lower", one: "week" },
  "years": { better: "higher", one: "year" },
};

/** Inches in one unit of length. */
const INCHES: Readonly<Record<string, number>> = { in: 1, ft: 12 };

/** Returns which figures of a unit are better; null when that depends on the attribute, as for lengths. */
export function betterOf(unit: string | null): Direction | null {
  return ruleOf(unit)?.better ?? null;
}

function ruleOf(unit: string | null): UnitRule | undefined {
  return Object.hasOwn(UNIT_RULES, unit ?? "") ? UNIT_RULES[unit ?? ""] : undefined;
}

/** How to print the numbers of an attribute. */
export interface Reading {
  /** Unit of the numbers, as the attribute states it. */
  readonly unit: string | null;
  /** Unit system of the buyer. */
  readonly units: Units;
  /** Largest number printed beside these: it picks one unit, such as metres, for all. None by default. */
  readonly largest?: number;
}

/** Returns a reading that prints all figures of these values in one unit, as in a row of a table. */
export function inOneUnit(
  values: readonly TypedValue[],
  reading: Pick<Reading, "unit" | "units">,
): Reading {
  const numbers = values.flatMap(numbersIn);
  return { ...reading, largest: Math.max(0, ...numbers.map(Math.abs)) };
}

function numbersIn(value: TypedValue): number[] {
  if (value.type === "range") return [value.min ?? 0, value.max ?? 0];
  return value.type === "dimension" ? [value.measurement] : [];
}

/**
 * Prints a value for a buyer: "10 ft 6 in", "½ in", "up to 0.48 kPa", "0.27–0.42 Btu/h·ft²·°F". Metric figures are
 * converted and rounded; notes and labels are printed unchanged.
 */
export function formatFigure(value: TypedValue, reading: Reading): string {
  switch (value.type) {
    case "range": {
      const { min, max } = value;
      if (min !== null && max !== null) return between(min, max, reading);
      if (max !== null) return `up to ${measure(max, reading)}`;
      if (min !== null) return `${measure(min, reading)} and more`;
      return formatValue(value, reading.unit);
    }
    case "dimension": {
      const figure = measure(value.measurement, reading);
      return value.note === null ? figure : `${figure} (${value.note})`;
    }
    default:
      return formatValue(value, reading.unit);
  }
}

/**
 * Prints the predicate of an option as a sentence without its stop: "You need at least 10 ft", "You need 0.30
 * Btu/h·ft²·°F or better (lower is better)", "You need “Steel” or “Wood”". A single figure such as 10 ft stands for an
 * answer such as "up to 12 feet", so it is what the rules assume, and no buyer said it.
 */
export function formatWanted(predicate: Predicate, reading: Reading): string {
  if (predicate.kind === "includes") {
    return `You need ${formatList(predicate.labels.map((label) => `“${label}”`), "or")}`;
  }
  const figure = measure(predicate.value, reading);
  if (predicate.kind === "at-least") return `You need at least ${figure}`;
  if (predicate.kind === "at-most") return `You need at most ${figure}`;
  const better = betterOf(reading.unit);
  return better === null
    ? `We assume ${figure}`
    : `You need ${figure} or better (${better} is better)`;
}

/** Prints one number with its unit, converted to the buyer's unit system. */
export function measure(value: number, reading: Reading): string {
  const { text, unit: printed } = numberOf(value, reading, Math.abs(value));
  if (printed === null) return text;
  const one = text === "1" ? ruleOf(printed)?.one : undefined;
  return `${text}\u00a0${one ?? printed}`;
}

function between(min: number, max: number, reading: Reading): string {
  if (min === max) return measure(min, reading);
  const size = Math.max(Math.abs(min), Math.abs(max));
  const [low, high] = [numberOf(min, reading, size), numberOf(max, reading, size)];
  if (low.unit === high.unit && low.unit !== null) {
    return `${low.text}–${high.text}\u00a0${high.unit}`;
  }
  const printed = [low, high].map(({ text, unit }) => withUnit(text, unit));
  return printed.some((text) => text.includes("\u00a0")) ? printed.join(" to ") : printed.join("–");
}

interface Printed {
  readonly text: string;
  /** Null when the text already contains its units, as in "10 ft 6 in", or the number has no unit. */
  readonly unit: string | null;
}

/** Formats a number. `own` is the largest magnitude of its range: it picks one unit, such as feet, for both ends. */
function numberOf(value: number, { unit, units, largest = 0 }: Reading, own: number): Printed {
  const size = Math.max(own, largest);
  const inches = Object.hasOwn(INCHES, unit ?? "") ? INCHES[unit ?? ""] : undefined;
  if (inches !== undefined) {
    const length = { inches: value * inches, size: size * inches };
    return units === "metric" ? metricLength(length) : builtLength(length);
  }
  const rule = ruleOf(unit);
  if (units === "metric" && rule?.metric) {
    const { factor, digits, unit: printed } = rule.metric;
    const converted = value * factor;
    const most = digits === 0 && Math.abs(converted) < 10 ? 1 : digits;
    return { text: decimal(converted, digits, most), unit: printed };
  }
  return { text: decimal(value, rule?.digits ?? 0, Math.max(rule?.digits ?? 0, 3)), unit };
}

interface Length {
  readonly inches: number;
  readonly size: number;
}

const MM_PER_INCH = 25.4;
/** Lengths from this size are printed in metres, shorter ones in millimetres. */
const METRES_FROM_MM = 2_000;
/** Lengths below this size lose too much when they are printed in metres with two digits. */
const SHORT_MM = 100;

function metricLength({ inches, size }: Length): Printed {
  const mm = inches * MM_PER_INCH;
  return size * MM_PER_INCH >= METRES_FROM_MM
    ? { text: decimal(mm / 1_000, 0, Math.abs(mm) < SHORT_MM ? 3 : 2), unit: "m" }
    : { text: decimal(mm, 0, 0), unit: "mm" };
}

/** Lengths from this size are printed in feet and inches, shorter ones in inches. */
const FEET_FROM_INCHES = 24;
const EIGHTHS = ["", "⅛", "¼", "⅜", "½", "⅝", "¾", "⅞"];

/** "10 ft 6 in", "4¼ in"; a range of whole feet is "4–20 ft". */
function builtLength({ inches, size }: Length): Printed {
  if (size < FEET_FROM_INCHES || inches < 0) return { text: withFraction(inches), unit: "in" };
  // Round before splitting, so that a remainder of 11.99 inches becomes a foot.
  const whole = Math.round(inches * 8) / 8;
  const feet = Math.floor(whole / 12);
  const rest = whole - feet * 12;
  if (rest === 0) return { text: decimal(feet, 0, 0), unit: "ft" };
  if (feet === 0) return { text: withFraction(rest), unit: "in" };
  return { text: `${decimal(feet, 0, 0)}\u00a0ft\u00a0${withFraction(rest)}\u00a0in`, unit: null };
}

function withFraction(inches: number): string {
  const whole = Math.floor(inches);
  const eighths = (inches - whole) * 8;
  if (inches < 0 || !Number.isInteger(eighths)) return decimal(inches, 0, 3);
  return eighths === 0 ? decimal(whole, 0, 0) : `${whole || ""}${EIGHTHS[eighths]}`;
}

const FORMATS = new Map<string, Intl.NumberFormat>();

const FIRST_DIGIT = new Intl.NumberFormat("en-US", { maximumSignificantDigits: 1 });

/** Prints a number with `least` to `most` digits after the point. More are printed only if the number would read zero. */
function decimal(value: number, least: number, most: number): string {
  if (value !== 0 && Math.abs(value) < 0.5 * 10 ** -most) return FIRST_DIGIT.format(value);
  const key = `${least} ${most}`;
  const format = FORMATS.getOrInsertComputed(key, () =>
    new Intl.NumberFormat("en-US", {
      minimumFractionDigits: least,
      maximumFractionDigits: most,
    }));
  return format.format(value);
}
