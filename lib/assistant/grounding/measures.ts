/** Reads the unit after a number, including compound units such as kilograms per square metre. */
import type { Piece } from "./numbers.ts";
import { IMPERIAL, UNITS } from "./units.ts";

/** A unit of measurement. */
export interface Measure {
  /** The quantity, such as `length` or `mass/length`. */
  readonly dimension: string;
  /** Number of base units in one unit. */
  readonly factor: number;
  /** The offset of its zero point: 32 for degrees Fahrenheit. */
  readonly zero: number;
  readonly imperial: boolean;
}

interface Read extends Measure {
  /** End of its last piece in the text, in UTF-16 units. */
  readonly end: number;
  /** Index of the first piece after it. */
  readonly next: number;
}

/** Reads the unit after a number, at the piece `at`; null if there is none. */
export function measureAt(
  pieces: readonly Piece[],
  at: number,
): Measure & { readonly end: number } | null {
  const hyphen = pieces[at]?.text === "-" ? 1 : 0;
  const [number, piece] = [pieces[at - 1], pieces[at + hyphen]];
  if (number === undefined || piece === undefined || piece.start - number.end > 2 + hyphen) {
    return null;
  }
  const read = readUnit(pieces, at + hyphen);
  if (read === null) return null;
  const whole = per(pieces, read.next, read);
  return { ...whole, end: whole.end ?? read.end };
}

/** Divides a unit or currency by the unit that follows it, as in "per square metre" or "/ m"; sets `end` only then. */
export function per(
  pieces: readonly Piece[],
  at: number,
  { dimension, factor, zero, imperial }: Measure,
): Measure & { readonly end?: number } {
  const alone = { dimension, factor, zero, imperial };
  const words = `${pieces[at]?.text} ${pieces[at + 1]?.text}`;
  const isPrice = dimension.startsWith("money") && /^an? /.test(words);
  const under = /^for (?:each|every)$/.test(words)
    ? at + 2
    : isPrice || /^(?:per|[/]|each|every) /.test(words)
    ? at + 1
    : null;
  const by = under === null ? null : readUnit(pieces, under);
  return by === null ? alone : { ...divided(alone, by), end: by.end };
}

/** Compound units that are pressures, with their factor to pascals. */
const PRESSURES: Readonly<Record<string, number>> = {
  "mass/area": 0.00980665,
  "force/area": 1,
};

function divided(over: Measure, under: Measure): Measure {
  const dimension = `${over.dimension}/${under.dimension}`;
  const factor = over.factor / under.factor;
  const pressure = PRESSURES[dimension];
  return {
    dimension: pressure === undefined ? dimension : "pressure",
    factor: factor * (pressure ?? 1),
    zero: 0,
    imperial: over.imperial || under.imperial,
  };
}

function readUnit(pieces: readonly Piece[], at: number): Read | null {
  const piece = pieces[at];
  if (piece === undefined || piece.text === "a") return null;
  const after = pieces[at + 1];
  if (piece.text === "in" && after !== undefined && AFTER_PREPOSITION.test(after.text)) return null;
  const percent = piece.text === "per" && after?.text === "cent" ? measureOf("percent") : null;
  if (percent !== null && after !== undefined) return { ...percent, end: after.end, next: at + 2 };
  if (after !== undefined && /^(?:square|sq|cubic)$/.test(piece.text)) {
    const power = piece.text === "cubic" ? 3 : 2;
    const base = singular(after.text).replace(/^f\w+$/, "ft").replace(/^m\w*$/, "m");
    const unit = measureOf(`${base}${power}`);
    return unit === null ? null : { ...unit, end: after.end, next: at + 2 };
  }
  const scale = /^(?:degrees?|°)$/.test(piece.text) ? SCALES.get(after?.text ?? "") : undefined;
  const scaled = scale === undefined ? null : measureOf(scale);
  if (scaled !== null && after !== undefined) return { ...scaled, end: after.end, next: at + 2 };
  const unit = measureOf(piece.text) ?? fractionOf(piece.text);
  return unit === null ? null : { ...unit, end: piece.end, next: at + 1 };
}

/** Words after "in" the preposition: "STC 50 in the laboratory". */
const AFTER_PREPOSITION =
  /^(?:the|an?|all|any|both|each|every|its|our|your|their|this|that|these|those|which|total|use|most|some|other)$/;

const SCALES: ReadonlyMap<string, string> = new Map([
  ["c", "°c"],
  ["celsius", "°c"],
  ["f", "°f"],
  ["fahrenheit", "°f"],
]);

/** Reads "kg/m²" in one word. The unit after the slash may be unknown. */
function fractionOf(word: string): Measure | null {
  const slash = word.indexOf("/");
  if (slash <= 0 || slash === word.length - 1) return null;
  const over = measureOf(word.slice(0, slash));
  if (over === null) return null;
  const name = word.slice(slash + 1).replaceAll("²", "2").replaceAll("³", "3");
  return divided(over, measureOf(name) ?? { dimension: name, factor: 1, zero: 0, imperial: false });
}

function measureOf(word: string): Measure | null {
  const name = UNITS.has(word) ? word : singular(word);
  const unit = UNITS.get(name);
  if (unit === undefined) return null;
  const [dimension, factor, zero] = unit;
  return { dimension, factor, zero, imperial: IMPERIAL.has(name) };
}

function singular(word: string): string {
  return word.length > 2 && word.endsWith("s") ? word.slice(0, -1) : word;
}
