/** Reads numbers with their units, so that "1.2 m" and "1200 mm" are equal (the grounding guard's second layer). */
import { type Piece, piecesOf, readNumber } from "./numbers.ts";
import { CURRENCIES, RATINGS } from "./units.ts";
import { type Measure, measureAt, per } from "./measures.ts";

/** A number of a text with its unit. Offsets in UTF-16 units. */
export interface Figure {
  /** Value in the base unit of its dimension. */
  readonly value: number;
  /** The number as written before its unit. */
  readonly written: number;
  /** The quantity, such as `length` or `mass/length`, or a rating's name; null for a bare number. */
  readonly dimension: string | null;
  /** The unit; null for a bare number and a rating. */
  readonly measure: Measure | null;
  readonly start: number;
  readonly end: number;
}

/**
 * Returns the figures of a text in order. Reference marks such as `[2]` are not figures; `references` is the highest
 * number of one, by default any.
 */
export function figuresOf(
  text: string,
  { references = Infinity }: { readonly references?: number } = {},
): Figure[] {
  const pieces = piecesOf(text);
  const figures: Figure[] = [];
  for (let at = 0; at < pieces.length;) {
    const read = readNumber(pieces, at);
    const first = pieces[at];
    if (read === null || first === undefined) {
      at++;
      continue;
    }
    const sign = isNegative(text, first) ? -1 : 1;
    const figure = figureOf(pieces, at, { value: read.value * sign, next: read.next });
    const refers = read.value <= references && figure.dimension === null &&
      isReference(text, first);
    if (!refers) figures.push(figure);
    at = refers ? at + 1 : read.next;
  }
  return shareUnits(figures, text);
}

const MINUS = /(?:^|[\s(:;|])[-−–]$|\bminus\s$/u;
/** A number with an optional unit before a dash: the dash then separates the ends of a range. */
const RANGE_SO_FAR = /\d\s?\p{L}{0,4}\s[-−–]$/u;

function isNegative(text: string, { start }: Piece): boolean {
  const before = text.slice(Math.max(0, start - 12), start);
  return MINUS.test(before) && !RANGE_SO_FAR.test(before);
}

/** Whether a number is a reference mark such as `[2]`. */
function isReference(text: string, { start, end }: Piece): boolean {
  return text.charAt(start - 1) === "[" && text.charAt(end) === "]";
}

interface Number {
  readonly value: number;
  /** Index of the first piece after it. */
  readonly next: number;
}

function figureOf(pieces: readonly Piece[], at: number, { value, next }: Number): Figure {
  const before = pieces[at - 1]?.text ?? "";
  const start = pieces[at]?.start ?? 0;
  const end = pieces[next - 1]?.end ?? start;
  const bare = { value, written: value, dimension: null, measure: null, start, end };
  const currency = CURRENCIES.get(before);
  if (currency !== undefined) {
    const measure = per(pieces, next, { dimension: currency, factor: 1, zero: 0, imperial: false });
    return measured(bare, { ...measure, end: measure.end ?? end, start: start - 1 });
  }
  const measure = measureAt(pieces, next);
  if (measure !== null) return measured(bare, { ...measure, start });
  const rating = [before, pieces[at - 2]?.text ?? "", pieces[at - 3]?.text ?? ""]
    .find((word) => RATINGS.has(word));
  if (
    rating !== undefined && (rating === before || /^(?:of|is|rating|rated|to|at)$/.test(before))
  ) return { ...bare, dimension: rating };
  return bare;
}

function measured(
  figure: Figure,
  { start, end, ...measure }: Measure & { readonly start: number; readonly end: number },
): Figure {
  const { dimension, factor, zero } = measure;
  return { ...figure, value: (figure.written - zero) * factor, dimension, measure, start, end };
}

/**
 * Copies the unit of a range's second end to the first ("18 to 32 inches"), and the rating of the first to the second.
 * Drops "zero", "one" and "two" as words without a unit, because they rarely state a figure.
 */
function shareUnits(figures: readonly Figure[], text: string): Figure[] {
  const shared: Figure[] = [];
  for (const [index, figure] of figures.entries()) {
    const next = figures[index + 1];
    if (next?.measure && lacksPartOf(figure, next) && isRange(text, figure, next)) {
      const { start, end } = figure;
      shared.push(measured(figure, { ...next.measure, start, end }));
      continue;
    }
    const previous = shared.at(-1);
    if (
      figure.dimension === null && previous?.dimension && RATINGS.has(previous.dimension) &&
      isRange(text, previous, figure)
    ) {
      shared.push({ ...figure, dimension: previous.dimension });
      continue;
    }
    if (
      figure.dimension === null && Math.abs(figure.value) <= 2 &&
      /^\p{L}/u.test(text.slice(figure.start))
    ) continue;
    shared.push(figure);
  }
  return shared;
}

/** Whether the first end of a range lacks the unit or its divisor: "18 to 32 inches", "$9 to $15 per square foot". */
function lacksPartOf({ dimension }: Figure, next: Figure): boolean {
  return dimension === null || next.dimension?.startsWith(`${dimension}/`) === true;
}

function isRange(text: string, from: Figure, to: Figure): boolean {
  return /^(?:\s*|- )(?:to|and|or|by|[-–x×])\s*$/.test(text.slice(from.end, to.start).slice(0, 12));
}

/** Tolerance for values that were converted between unit systems and rounded, as a share of the value. */
const ROUNDED = 0.01;
/** The same for temperatures, absolute in degrees Celsius, because the scales have different zeros. */
const ROUNDED_DEGREES = 0.6;

/** Returns whether two figures are equal. Between metric and imperial units, a rounding difference is tolerated. */
export function sameFigure(a: Figure, b: Figure): boolean {
  if (a.dimension === null || b.dimension === null) return near(a.written, b.written, 1e-6);
  if (a.dimension !== b.dimension) return false;
  const isConverted = a.measure !== null && b.measure !== null &&
    a.measure.imperial !== b.measure.imperial;
  if (isConverted && a.measure?.zero !== b.measure?.zero) {
    return Math.abs(a.value - b.value) <= ROUNDED_DEGREES;
  }
  return near(a.value, b.value, isConverted ? ROUNDED : 1e-6);
}

/**
 * Returns whether an answer of the buyer states a figure. Unlike a passage, whose words say what a number counts, the
 * answer "120" to a question about people is no 120 dB, and who asked for 56 dB mentioned no 56 people.
 */
export function answersFigure(answer: Figure, stated: Figure): boolean {
  return (stated.dimension === null) === (answer.dimension === null) && sameFigure(stated, answer);
}

function near(a: number, b: number, share: number): boolean {
  return Math.abs(a - b) <= Math.max(Math.abs(a), Math.abs(b)) * share;
}
