/** Numbers with their units, so that "1.2 m" and "1200 mm" are one figure (spec §4.5, second layer). */
import { CURRENCIES, PARTS, RATINGS, type Unit, UNITS, VULGAR, WORDS } from "./units.ts";

/** A number as a text states it. */
export interface Figure {
  /** In the base unit of its dimension. */
  readonly value: number;
  /** What is measured, such as `length`; null for a bare number. */
  readonly dimension: string | null;
  /** The unit as it was read, so that converted values may be rounded. */
  readonly unit: string | null;
  readonly start: number;
  readonly end: number;
}

const TOKEN = /\d[\d,]*(?:\.\d+)?|[¼½¾⅓⅔⅛⅜⅝⅞]|[°][cf]?|[%$€£"″′/–-]|[\p{L}][\p{L}\d²/+]*/giu;

interface Piece {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Reads every figure of a text, in order. Marks of lists and references are none. */
export function figuresOf(text: string): Figure[] {
  const pieces: Piece[] = Array.from(text.matchAll(TOKEN), ({ 0: piece, index }) => ({
    text: piece.toLowerCase(),
    start: index,
    end: index + piece.length,
  }));
  const figures: Figure[] = [];
  for (let at = 0; at < pieces.length;) {
    const read = readNumber(pieces, at);
    if (read === null || isReference(text, pieces[at])) {
      at++;
      continue;
    }
    figures.push(figureOf(pieces, at, read));
    at = read.next;
  }
  return shareUnits(figures, text);
}

/** `[2]` is a mark, not a figure. */
function isReference(text: string, piece: Piece | undefined): boolean {
  return piece !== undefined && text.charAt(piece.start - 1) === "[" &&
    text.charAt(piece.end) === "]";
}

interface Read {
  readonly value: number;
  /** The place of the first piece after the number. */
  readonly next: number;
  /** Small words such as "one" count only beside a unit. */
  readonly weak: boolean;
}

function readNumber(pieces: readonly Piece[], at: number): Read | null {
  const piece = pieces[at]?.text ?? "";
  const next = pieces[at + 1]?.text ?? "";
  if (/^\d/.test(piece)) {
    const value = Number(piece.replaceAll(",", ""));
    if (next === "/" && /^\d+$/.test(pieces[at + 2]?.text ?? "") && adjoins(pieces, at, 2)) {
      return { value: value / Number(pieces[at + 2]?.text), next: at + 3, weak: false };
    }
    if (
      /^\d+$/.test(next) && pieces[at + 2]?.text === "/" &&
      /^\d+$/.test(pieces[at + 3]?.text ?? "") &&
      adjoins(pieces, at + 1, 2)
    ) {
      return {
        value: value + Number(next) / Number(pieces[at + 3]?.text),
        next: at + 4,
        weak: false,
      };
    }
    const vulgar = VULGAR[next];
    if (vulgar !== undefined) return { value: value + vulgar, next: at + 2, weak: false };
    if (next === "hundred") return { value: value * 100, next: at + 2, weak: false };
    return { value, next: at + 1, weak: false };
  }
  const vulgar = VULGAR[piece];
  if (vulgar !== undefined) return { value: vulgar, next: at + 1, weak: false };
  return readWords(pieces, at);
}

function adjoins(pieces: readonly Piece[], at: number, count: number): boolean {
  const [first, last] = [pieces[at], pieces[at + count]];
  return first !== undefined && last !== undefined && last.start - first.end <= 3;
}

/** "half an", "three quarters of an", "a tenth of an", "forty-five", "two". */
function readWords(pieces: readonly Piece[], at: number): Read | null {
  const word = pieces[at]?.text ?? "";
  const next = pieces[at + 1]?.text ?? "";
  const part = PARTS[next];
  const value = word === "a" || word === "an" ? 1 : WORDS.get(word);
  if (value === undefined) return null;
  if (part !== undefined && word !== "half") {
    if (word === "a" && !/^(?:of|inch|mile|hour)/.test(pieces[at + 2]?.text ?? "")) return null;
    return { value: value / part, next: skipOf(pieces, at + 2), weak: false };
  }
  if (word === "a" || word === "an") return null;
  if (word === "half" || word === "quarter") {
    return { value, next: skipOf(pieces, at + 1), weak: true };
  }
  let total = value;
  let after = at + 1;
  if (value >= 20 && value < 100) {
    const hyphen = next === "-" ? 1 : 0;
    const unit = WORDS.get(pieces[at + 1 + hyphen]?.text ?? "");
    if (unit !== undefined && unit >= 1 && unit < 10) {
      total += unit;
      after = at + 2 + hyphen;
    }
  }
  for (
    let scale = WORDS.get(pieces[after]?.text ?? "");
    scale === 100 || scale === 1000;
    scale = WORDS.get(pieces[after]?.text ?? "")
  ) {
    total *= scale;
    after++;
  }
  return { value: total, next: after, weak: total <= 2 };
}

function skipOf(pieces: readonly Piece[], at: number): number {
  let next = at;
  while (/^(?:of|an|a)$/.test(pieces[next]?.text ?? "") && next < at + 2) next++;
  return next;
}

function figureOf(pieces: readonly Piece[], at: number, { value, next }: Read): Figure {
  const first = pieces[at];
  const before = pieces[at - 1]?.text ?? "";
  const start = first?.start ?? 0;
  const end = pieces[next - 1]?.end ?? start;
  const currency = CURRENCIES[before];
  if (currency !== undefined) {
    return { value, dimension: currency, unit: before, start: start - 1, end };
  }
  const unit = unitAt(pieces, next);
  if (unit !== null) {
    const [dimension, factor] = unit.unit;
    return { value: value * factor, dimension, unit: unit.name, start, end: unit.end };
  }
  const rating = [before, pieces[at - 2]?.text ?? "", pieces[at - 3]?.text ?? ""]
    .find((word) => RATINGS.has(word));
  if (
    rating !== undefined && (rating === before || /^(?:of|is|rating|rated|to|at)$/.test(before))
  ) {
    return { value, dimension: rating, unit: rating, start, end };
  }
  return { value, dimension: null, unit: null, start, end };
}

function unitAt(
  pieces: readonly Piece[],
  at: number,
): { readonly unit: Unit; readonly name: string; readonly end: number } | null {
  const hyphen = pieces[at]?.text === "-" ? 1 : 0;
  const piece = pieces[at + hyphen];
  const previous = pieces[at - 1];
  if (piece === undefined || previous === undefined || piece.start - previous.end > 2 + hyphen) {
    return null;
  }
  const squared = /^(?:square|sq)$/.test(piece.text) ? pieces[at + hyphen + 1] : undefined;
  if (squared !== undefined) {
    const unit = UNITS.get(
      `${singular(squared.text).replace(/^f\w+$/, "ft").replace(/^m\w*$/, "m")}2`,
    );
    return unit === undefined ? null : { unit, name: squared.text, end: squared.end };
  }
  const unit = UNITS.get(piece.text) ?? UNITS.get(singular(piece.text));
  // `in` is a unit only where nothing goes on: "8 in the morning" is none.
  if (unit === undefined || piece.text === "a") return null;
  return { unit, name: singular(piece.text), end: piece.end };
}

function singular(word: string): string {
  return word.length > 2 && word.endsWith("s") ? word.slice(0, -1) : word;
}

/** "18 to 32 inches" are two lengths; "one" and "two" without a unit are no figures. */
function shareUnits(figures: readonly Figure[], text: string): Figure[] {
  const shared: Figure[] = [];
  for (const [index, figure] of figures.entries()) {
    const next = figures[index + 1];
    if (
      figure.dimension === null && next?.dimension && next.unit !== null &&
      isRange(text, figure, next)
    ) {
      const [dimension, factor] = UNITS.get(next.unit) ?? [next.dimension, 1];
      shared.push({ ...figure, value: figure.value * factor, dimension, unit: next.unit });
      continue;
    }
    const previous = shared.at(-1);
    if (
      figure.dimension === null && previous?.dimension && RATINGS.has(previous.dimension) &&
      isRange(text, previous, figure)
    ) {
      shared.push({ ...figure, dimension: previous.dimension, unit: previous.unit });
      continue;
    }
    if (
      figure.dimension === null && figure.value <= 2 && /^\p{L}/u.test(text.slice(figure.start))
    ) continue;
    shared.push(figure);
  }
  return shared;
}

function isRange(text: string, from: Figure, to: Figure): boolean {
  return /^\s*(?:to|and|or|by|[-–x×])\s*$/.test(text.slice(from.end, to.start).slice(0, 12));
}

const IMPERIAL = /^(?:in|inch|inche|"|″|ft|foot|feet|′|yd|yard|lb|pound|oz|ounce|psf|psi|mph)$/;

/** Whether two figures say the same. Values of two systems of units may be rounded. */
export function sameFigure(a: Figure, b: Figure): boolean {
  if (a.dimension !== null && b.dimension !== null && a.dimension !== b.dimension) return false;
  const converted = a.unit !== null && b.unit !== null &&
    IMPERIAL.test(a.unit) !== IMPERIAL.test(b.unit);
  const bare = a.dimension === null || b.dimension === null;
  const [x, y] = bare ? [written(a), written(b)] : [a.value, b.value];
  return Math.abs(x - y) <= Math.max(x, y) * (converted && !bare ? 0.01 : 1e-6);
}

/** The number as it was written, before its unit. */
function written({ value, unit }: Figure): number {
  const factor = unit === null ? 1 : UNITS.get(unit)?.[1] ?? 1;
  return value / factor;
}
