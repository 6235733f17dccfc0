/** Types raw CMS values by the value-type hint of the attribute, and never guesses (spec §3.3). Pure. */
import type { TypedValue, ValueType } from "@/lib/catalog/mod.ts";
import type { RawValue } from "../client/terms.ts";
import { inUnit, isUnit } from "./units.ts";

/** The value-type hint of an attribute. */
export interface Typing {
  readonly valueType: ValueType;
  /** The attribute's own unit. */
  readonly unit: string | null;
}

/** Longest label and note. */
const MAX_LABEL = 200;
/** The longest text that is parsed as a number. */
const MAX_FIGURE = 300;

/** Returns the typed value; null when the raw value cannot be typed. */
export function typeRaw(raw: RawValue, { valueType, unit }: Typing): TypedValue | null {
  if (typeof raw !== "string" && "unexpected" in raw) return null;
  const parts = (typeof raw === "string" ? [raw] : raw).map((part) => part.trim());
  const [first, ...others] = parts.filter((part) => part !== "");
  if (first === undefined) return null;
  if (others.length === 0) {
    const presence = presenceOf(first);
    if (presence !== null) return { type: presence };
  }
  if (valueType === "enum") return labelsOf([first, ...others]);
  if (others.length > 0 || first.length > MAX_FIGURE) return null;
  const text = plain(first);
  return valueType === "range" ? rangeOf(text, unit) : dimensionOf(text, unit);
}

type Presence = "na" | "untested" | "none";

const PRESENCE: ReadonlyMap<string, Presence> = new Map<string, Presence>([
  ...["n/a", "na", "n.a.", "n.a", "not applicable", "does not apply", "inapplicable"]
    .map((word) => [word, "na"] as const),
  ...["not tested", "untested", "not yet tested", "tbd", "t.b.d.", "to be determined", "not rated"]
    .map((word) => [word, "untested"] as const),
  ...["none", "–", "—", "-", "−", "nil"].map((word) => [word, "none"] as const),
]);

function presenceOf(text: string): Presence | null {
  const word = text.toLowerCase().replaceAll(/\s{1,20}/g, " ");
  return PRESENCE.get(word) ?? PRESENCE.get(word.replace(/\.$/, "")) ?? null;
}

function labelsOf(names: readonly string[]): TypedValue | null {
  const labels = [...new Set(names)];
  return labels.some((label) => label.length > MAX_LABEL) ? null : { type: "enum", labels };
}

/** Normalises blanks, dashes and quotes. */
function plain(text: string): string {
  return text.replaceAll(/[\s\u00a0\u2009\u202f]{1,20}/g, " ").replaceAll(/[’‘′]/g, "'")
    .replaceAll(/[”“″]/g, '"').replaceAll("''", '"').replaceAll(/[−‐‑]/g, "-").trim();
}

/** A measure at the start of a text: a number or fraction, feet and inches, with or without a unit. */
interface Measure {
  readonly value: number;
  /** The unit as written; null without one. */
  readonly word: string | null;
  /** The text after the measure. */
  readonly rest: string;
}

const NUMBER = /^([-+]?\d{1,9}(?:\.\d{1,6})?)(?![\d.,/]\d)(?:([ -])(\d{1,2})\/(\d{1,2})(?!\d))?/;
const FRACTION = /^(\d{1,2})\/(\d{1,2})(?!\d)/;
const FEET = /^(\d{1,5})(?:'| ?(?:ft|feet|foot)\b\.?)[ –-]{0,3}/i;
const WORD = /^ ?("|'|[A-Za-z·²³°/]{1,20}\.?)/;

function measureAt(text: string, own: string | null): Measure | null {
  return feetAndInches(text) ?? numberWithUnit(text, own);
}

/** Parses feet and inches: 10' 6", 10 ft 6 1/2 in. */
function feetAndInches(text: string): Measure | null {
  const feet = FEET.exec(text);
  if (feet === null) return null;
  const inches = numberAt(text.slice(feet[0].length));
  const mark = inches && /^ ?(?:"|in(?:ch|ches)?\b\.?)/i.exec(inches.rest);
  // Twelve or more inches are the upper bound of a range: 10' – 14".
  if (!inches || !mark || inches.value >= 12) return null;
  return {
    value: Number(feet[1]) * 12 + inches.value,
    word: "in",
    rest: inches.rest.slice(mark[0].length),
  };
}

function numberWithUnit(text: string, own: string | null): Measure | null {
  const number = numberAt(text);
  if (number === null) return null;
  const owned = own !== null && startsWithUnit(number.rest, own);
  if (owned) return { value: number.value, word: own, rest: number.rest.slice(owned.length) };
  const [word] = WORD.exec(number.rest) ?? [];
  if (!word || !isUnit(word.trim(), own)) return { ...number, word: null };
  return { value: number.value, word: word.trim(), rest: number.rest.slice(word.length) };
}

/** Matches the attribute's own unit, which may contain blanks and signs ("Btu/h·ft²·°F"), with an optional abbreviation dot. */
function startsWithUnit(rest: string, own: string): string | null {
  const begins = rest.startsWith(" ") ? 1 : 0;
  const found = rest.slice(0, begins + own.length);
  const [dot] = /^\.(?!\d)/.exec(rest.slice(found.length)) ?? [""];
  const isWhole = !/^[A-Za-z]/.test(rest.slice(found.length));
  return isWhole && found.slice(begins).toLowerCase() === own.toLowerCase() ? found + dot : null;
}

function numberAt(text: string): { value: number; rest: string } | null {
  const fraction = FRACTION.exec(text);
  if (fraction !== null) {
    const value = Number(fraction[1]) / Number(fraction[2]);
    return Number.isFinite(value) ? { value, rest: text.slice(fraction[0].length) } : null;
  }
  const number = NUMBER.exec(text);
  if (number === null) return null;
  const [whole, figures = "", sign, over, under] = number;
  const part = over === undefined ? 0 : Number(over) / Number(under);
  // "4-1/2" is a mixed number. "0-1/2" and "4-3/2" are ranges, so only the first figure is taken.
  if (sign === "-" && (Number(figures) === 0 || part >= 1)) {
    return { value: Number(figures) + 0, rest: text.slice(figures.length) };
  }
  const value = Number(figures) + (Number(figures) < 0 ? -part : part);
  return Number.isFinite(value) ? { value: value + 0, rest: text.slice(whole.length) } : null;
}

const FROM = /^(?:≥|>=|at least|minimum|min\.?|from) ?/i;
const UP_TO = /^(?:≤|<=|at most|maximum|max\.?|up to) ?/i;
const SEPARATOR = /^ ?(?:–|—|-|to\b) ?/i;

function rangeOf(text: string, own: string | null): TypedValue | null {
  const from = FROM.exec(text);
  const upTo = UP_TO.exec(text);
  const opening = (from ?? upTo)?.[0] ?? "";
  const low = measureAt(text.slice(opening.length), own);
  if (low === null) return null;
  const only = { own, word: low.word };
  if (opening !== "") {
    const bound = low.rest.trim() === "" ? inUnit(low.value, only) : null;
    if (bound === null) return null;
    return from ? between(bound, null) : between(null, bound);
  }
  const rest = low.rest.trim();
  if (rest === "") return exactly(inUnit(low.value, only));
  const open = /^(?:\+|and (?:above|more|up))(.*)$/i.exec(rest);
  if (open !== null) {
    const after = open[1]?.trim() ?? "";
    const word = after === "" ? low.word : after;
    const min = inUnit(low.value, { own, word });
    return min === null ? null : between(min, null);
  }
  return secondBound(low, own);
}

function secondBound(low: Measure, own: string | null): TypedValue | null {
  const separator = SEPARATOR.exec(low.rest);
  const high = separator && measureAt(low.rest.slice(separator[0].length), own);
  if (!high || high.rest.trim() !== "") return null;
  const min = inUnit(low.value, { own, word: low.word ?? high.word });
  const max = inUnit(high.value, { own, word: high.word ?? low.word });
  return min === null || max === null || min > max ? null : between(min, max);
}

function exactly(value: number | null): TypedValue | null {
  return value === null ? null : between(value, value);
}

function between(min: number | null, max: number | null): TypedValue {
  return { type: "range", min, max, label: null };
}

function dimensionOf(text: string, own: string | null): TypedValue | null {
  const measure = measureAt(text, own);
  if (measure === null) return null;
  const measurement = inUnit(measure.value, { own, word: measure.word });
  const note = noteOf(measure);
  if (measurement === null || note === undefined) return null;
  return { type: "dimension", measurement, note };
}

/**
 * Returns the note after a measurement, without the brackets or the comma around it; null without a note. Undefined
 * means that the rest may belong to the figure, such as an unknown or compound unit, so the value cannot be typed.
 */
function noteOf({ word, rest }: Measure): string | null | undefined {
  const text = rest.trim();
  if (text === "") return null;
  const bracketed = /^\(([^()]{1,200})\)$/.exec(text)?.[1]?.trim();
  if (bracketed !== undefined) return makesUnit(bracketed) ? undefined : bracketed || null;
  const setOff = /^(?:,|;|:|–|—) ?(.{1,200})$/.exec(text);
  const note = setOff?.[1] ?? (word !== null && rest.startsWith(" ") ? text : undefined);
  if (note === undefined || note.length > MAX_LABEL || /^[-+×x*/]? ?\d/.test(note)) {
    return undefined;
  }
  return makesUnit(note) ? undefined : note.trim() || null;
}

const RATE = /^(?:[/·*×]|per (?:sq|square|cu|cubic|lin|lineal|linear|[sl]f)\b)/i;
const NEXT_WORD = /^(per )?([a-z]{1,20}\.?)(?![a-z])/i;
/** Units that can also begin a note: "H", "in height", "min. at a wall". */
const NO_UNIT = /^(?:h\b|in |min\b)/i;

/** Whether the text after a unit makes it a compound unit, as "/ sq ft", "per m²" and "ft" do after pounds. */
function makesUnit(note: string): boolean {
  if (RATE.test(note)) return true;
  const [, per, word = ""] = NEXT_WORD.exec(note) ?? [];
  return isUnit(word, null) && (per !== undefined || !NO_UNIT.test(note));
}
