/** Prints typed values in the attribute's own unit, without conversion (spec §2.2). */
import type { TypedValue } from "./schema.ts";

const PRESENCE = {
  untested: "Not tested",
  na: "Not applicable",
  none: "None",
  empty: "Not stated",
} as const;

/**
 * Prints a value with its attribute's unit: "28–36 STC", "up to 10 ft", "from 4.5 in",
 * "120 in (with wind load)", "Aluminium, Clad wood". The presence-like types print as words.
 */
export function formatValue(value: TypedValue, unit: string | null): string {
  switch (value.type) {
    case "enum":
      return value.labels.join(", ");
    case "range":
      return formatRange(value, unit);
    case "dimension": {
      const measure = withUnit(formatNumber(value.measurement), unit);
      return value.note === null ? measure : `${measure} (${value.note})`;
    }
    default:
      return PRESENCE[value.type];
  }
}

function formatRange(
  { min, max, label }: Extract<TypedValue, { type: "range" }>,
  unit: string | null,
): string {
  if (min !== null && max !== null) {
    const bounds = min === max ? formatNumber(min) : `${formatNumber(min)}–${formatNumber(max)}`;
    return withUnit(bounds, unit);
  }
  if (max !== null) return `up to ${withUnit(formatNumber(max), unit)}`;
  if (min !== null) return `from ${withUnit(formatNumber(min), unit)}`;
  return label ?? PRESENCE.empty;
}

const NUMBER = new Intl.NumberFormat("en-US", { maximumFractionDigits: 3 });

function formatNumber(value: number): string {
  return NUMBER.format(value);
}

/** Returns a number with its unit, which no line break separates. */
export function withUnit(text: string, unit: string | null): string {
  return unit === null ? text : `${text}\u00a0${unit}`;
}
