/** Units of measurement that can be converted into each other. */

/** A unit: its dimension, and its size in the base unit of that dimension. */
interface Unit {
  readonly of: "length" | "mass" | "time" | "pressure";
  readonly size: number;
}

const UNITS: ReadonlyMap<string, Unit> = new Map([
  ...named("length", 0.0254, ["in", "in.", "inch", "inches", '"', "″"]),
  ...named("length", 0.3048, ["ft", "ft.", "foot", "feet", "'", "′"]),
  ...named("length", 1, ["m", "metre", "metres", "meter", "meters"]),
  ...named("length", 0.01, ["cm"]),
  ...named("length", 0.001, ["mm"]),
  ...named("mass", 0.45359237, ["lb", "lb.", "lbs", "lbs.", "pound", "pounds"]),
  ...named("mass", 1, ["kg", "kilogram", "kilograms"]),
  ...named("time", 1, ["min", "min.", "mins", "minute", "minutes"]),
  ...named("time", 60, ["h", "hr", "hrs", "hour", "hours"]),
  ...named("time", 10_080, ["week", "weeks", "wk", "wks"]),
  ...named("time", 1_440, ["day", "days"]),
  ...named("pressure", 47.880_259, ["psf"]),
  ...named("pressure", 1, ["pa"]),
]);

function named(of: Unit["of"], size: number, names: readonly string[]): [string, Unit][] {
  return names.map((name) => [name, { of, size }]);
}

/** Whether a word is the attribute's own unit or a known one. Case does not matter. */
export function isUnit(word: string, own: string | null): boolean {
  return isSame(word, own) || UNITS.has(word.toLowerCase());
}

/**
 * Converts a number from the unit `word` to the unit `own`, rounded to thousandths; null when the units do not convert.
 * Without a word the number is in the attribute's own unit already.
 */
export function inUnit(
  value: number,
  { word, own }: { readonly word: string | null; readonly own: string | null },
): number | null {
  if (word === null || isSame(word, own)) return value;
  const from = UNITS.get(word.toLowerCase());
  const to = own === null ? undefined : UNITS.get(own.toLowerCase());
  if (from === undefined || to === undefined || from.of !== to.of) return null;
  return from.size === to.size ? value : Math.round(value * from.size / to.size * 1_000) / 1_000;
}

function isSame(word: string, own: string | null): boolean {
  return own !== null && word.toLowerCase() === own.toLowerCase();
}
