/** Splits an answer or a passage into sentences with their offsets (spec §4.5, grounding guard). */

/** A part of a text without surrounding whitespace. Offsets in UTF-16 units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Abbreviations: a full stop after them does not end a sentence. */
const ABBREVIATED = new Set(
  "approx ca cf e.g eg i.e ie etc vs no nos fig figs max min incl excl mr mrs ms dr prof st ave inc ltd co dept est sec ref vol pp pos bzw z.b ing resp temp dim qty ext int std sq"
    .split(" "),
);
const ENDS = /[.!?…]{1,8}["'”’»)\]]{0,4}(?=\s|$)/g;
const LAST_WORD = /[\p{L}.]{1,12}$/u;
const LOOK_BACK = 14;
/** Markers before the text of a list item, a heading or a quotation. */
const BULLET = /^[ \t]{0,12}(?:[-*•–]|\d{1,2}[.)]|#{1,6}|>)[ \t]{1,4}/;

/** Splits a text into lines, because list items and headings have no full stop, and each line into sentences. */
export function splitSentences(text: string): Span[] {
  const spans: Span[] = [];
  let from = 0;
  for (const line of text.split("\n")) {
    const bullet = BULLET.exec(line)?.[0].length ?? 0;
    splitLine(text, { start: from + bullet, end: from + line.length }, spans);
    from += line.length + 1;
  }
  return spans;
}

function splitLine(text: string, line: Span, spans: Span[]): void {
  const words = text.slice(line.start, line.end);
  let start = 0;
  for (const { 0: mark, index } of words.matchAll(ENDS)) {
    const end = index + mark.length;
    if (!endsSentence(words, index, end)) continue;
    add(text, { start: line.start + start, end: line.start + end }, spans);
    start = end;
  }
  add(text, { start: line.start + start, end: line.end }, spans);
}

function endsSentence(words: string, mark: number, end: number): boolean {
  const next = words.slice(end).trimStart().charAt(0);
  if (next === "") return true;
  if (words.charAt(mark) !== "." || words.charAt(mark + 1) === ".") return !/\p{Ll}/u.test(next);
  const before = LAST_WORD.exec(words.slice(Math.max(0, mark - LOOK_BACK), mark))?.[0] ?? "";
  if (ABBREVIATED.has(before.toLowerCase()) || /^\p{Lu}$/u.test(before)) return false;
  return !/[\p{Ll},;]/u.test(next);
}

function add(text: string, { start, end }: Span, spans: Span[]): void {
  const words = text.slice(start, end);
  const trimmed = words.trim();
  if (trimmed === "") return;
  const from = start + words.indexOf(trimmed);
  spans.push({ start: from, end: from + trimmed.length });
}
