/** Reads numbers written in digits, as fractions and in words. */
import { PARTS, SCALES, VULGAR, WORDS } from "./units.ts";

/** A token of a text: a word, number or sign, in lower case, with its offsets. */
export interface Piece {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const TOKEN =
  /[^\P{N}\d¹²³¼½¾⅓⅔⅛⅜⅝⅞]\p{N}*|[1-9]\d{0,2}(?:[,\u00a0\u2009\u202f]\d{3})+(?!\d)(?:\.\d+)?|\d+(?:\.\d+|,\d+(?![,\d]))?|[¼½¾⅓⅔⅛⅜⅝⅞]|[°][cf]?|[%$€£"″′/–-]|\p{L}[\p{L}\d²³⁰-₟/+]*/giu;
/** A superscript, subscript or circled digit, or a rare fraction. `²` and `³` alone belong to units. */
const STYLED = /^[^\P{N}\d¹²³¼½¾⅓⅔⅛⅜⅝⅞]/u;
/** The zeros of other scripts with positional decimal digits, in ascending order. */
const ZEROS = "٠۰߀०০੦૦୦௦౦೦൦෦๐໐༠၀႐០᠐０";
const OTHER_DIGITS = new RegExp(
  `[${[...ZEROS].map((zero) => `${zero}-${later(zero, 9)}`).join("")}]`,
  "g",
);

/** Splits a text into pieces, in order. */
export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  for (const { 0: token, index } of withOurDigits(text).matchAll(TOKEN)) {
    const piece = { text: token.toLowerCase(), start: index, end: index + token.length };
    const last = pieces.at(-1);
    if (last?.end === index && /^\d+$/.test(last.text) && STYLED.test(token)) {
      pieces[pieces.length - 1] = { ...piece, text: last.text + piece.text, start: last.start };
    } else pieces.push(piece);
  }
  return pieces;
}

/** Replaces digits of other scripts by ASCII digits. The length stays the same, so offsets stay valid. */
function withOurDigits(text: string): string {
  return text.replaceAll(OTHER_DIGITS, (digit) => {
    const zero = [...ZEROS].findLast((zero) => zero <= digit) ?? "0";
    return String(digit.charCodeAt(0) - zero.charCodeAt(0));
  });
}

function later(character: string, places: number): string {
  return String.fromCharCode(character.charCodeAt(0) + places);
}

const THOUSANDS = /^\d{1,3}(?:[,\u00a0\u2009\u202f]\d{3})+(?:\.|$)/;

/** Parses digits with separators: "1,200" is 1200, but "4,2" and "0,125" have a decimal comma. */
function numberOf(digits: string): number {
  const isGrouped = !digits.startsWith("0") && THOUSANDS.test(digits);
  return Number(digits.replaceAll(/[,\u00a0\u2009\u202f]/g, isGrouped ? "" : "."));
}

/** A number and the position after it. */
export interface Read {
  readonly value: number;
  /** Index of the first piece after the number. */
  readonly next: number;
}

/** Reads the number that begins at the piece `at`; null if none does. */
export function readNumber(pieces: readonly Piece[], at: number): Read | null {
  const piece = pieces[at]?.text ?? "";
  const next = pieces[at + 1]?.text ?? "";
  if (STYLED.test(piece.replace(/^\d+/, ""))) return { value: styledValue(piece), next: at + 1 };
  if (/^\d/.test(piece)) {
    const value = numberOf(piece);
    if (next === "/" && /^\d+$/.test(pieces[at + 2]?.text ?? "") && adjoins(pieces, at)) {
      return { value: value / Number(pieces[at + 2]?.text), next: at + 3 };
    }
    if (
      /^\d+$/.test(next) && pieces[at + 2]?.text === "/" &&
      /^\d+$/.test(pieces[at + 3]?.text ?? "") &&
      adjoins(pieces, at + 1)
    ) {
      return {
        value: value + Number(next) / Number(pieces[at + 3]?.text),
        next: at + 4,
      };
    }
    const vulgar = VULGAR.get(next);
    if (vulgar !== undefined) return { value: value + vulgar, next: at + 2 };
    const scale = SCALES.get(next) ?? scaleBeside(pieces[at], pieces[at + 1]);
    return scale === undefined ? { value, next: at + 1 } : { value: value * scale, next: at + 2 };
  }
  const vulgar = VULGAR.get(piece);
  if (vulgar !== undefined) return { value: vulgar, next: at + 1 };
  return readWords(pieces, at);
}

/** Reads "10⁵" by its digits, which are the same in a claim and a passage, and "2⅕" by its value. Any other is NaN. */
function styledValue(piece: string): number {
  const whole = /^\d*/.exec(piece)?.[0] ?? "";
  const rest = piece.slice(whole.length).normalize("NFKC");
  const [over = "", under] = rest.split("⁄");
  return under === undefined ? Number(whole + rest) : Number(whole) + Number(over) / Number(under);
}

/** Returns the factor in "75k" or "75e3"; undefined if there is none. */
function scaleBeside(number: Piece | undefined, piece: Piece | undefined): number | undefined {
  if (number === undefined || piece?.start !== number.end) return undefined;
  if (piece.text === "k") return 1000;
  return /^e\d{1,2}$/.test(piece.text) ? 10 ** Number(piece.text.slice(1)) : undefined;
}

/** Whether a piece stands next to the one after the next, as the parts of "3/4" do. */
function adjoins(pieces: readonly Piece[], at: number): boolean {
  const [first, last] = [pieces[at], pieces[at + 2]];
  return first !== undefined && last !== undefined && last.start - first.end <= 3;
}

/** Reads a number in words: "half an", "three quarters of an", "a tenth of an", "forty-five", "two". */
function readWords(pieces: readonly Piece[], at: number): Read | null {
  const word = pieces[at]?.text ?? "";
  const next = pieces[at + 1]?.text ?? "";
  const part = PARTS.get(next);
  const value = word === "a" || word === "an" ? 1 : WORDS.get(word);
  if (value === undefined) return null;
  if (part !== undefined && word !== "half") {
    if (word === "a" && !/^(?:of|inch|mile|hour)/.test(pieces[at + 2]?.text ?? "")) return null;
    return { value: value / part, next: skipOf(pieces, at + 2) };
  }
  if (word === "a" || word === "an") return null;
  if (word === "half" || word === "quarter") {
    return { value, next: skipOf(pieces, at + 1) };
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
    scale !== undefined && scale >= 100;
    scale = WORDS.get(pieces[after]?.text ?? "")
  ) {
    total *= scale;
    after++;
  }
  return { value: total, next: after };
}

function skipOf(pieces: readonly Piece[], at: number): number {
  let next = at;
  while (/^(?:of|an|a)$/.test(pieces[next]?.text ?? "") && next < at + 2) next++;
  return next;
}
