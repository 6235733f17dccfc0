/** Links that open a page where it says what is quoted. Pure. */
import { aboutStart, type QuoteLine, quoteLines } from "./quote_lines.ts";
import type { QuotedText } from "./quote_view.ts";

/** What browsers do not show as a page of text. */
const NO_PAGE = /\.(pdf|docx?|xlsx?|pptx?|od[tsp]|rtf|csv|zip|png|jpe?g|webp|svg|mp4)$/i;

/** Enough to be found once on a page. */
const WORDS = 5;
/** A line that says something; shorter ones are headings and labels, which pages repeat. */
const TELLING_WORDS = 4;
/** How far into a line its first words are looked for. */
const REACH = 300;

const segmenter = new Intl.Segmenter("en", { granularity: "word" });

/**
 * The address of a quote in its source: a text fragment names the first words that are about what it is quoted for and
 * the last ones, which browsers show and mark. It ends before a table, whose rows the page does not have as they are
 * quoted; of a row it names the label. A fragment that the address has already stays. Files that are not pages keep
 * their address.
 */
export function quoteHref(sourceUrl: string, quote: QuotedText): string {
  const { pathname, hash } = new URL(sourceUrl);
  const directive = NO_PAGE.test(pathname) ? null : textDirective(quote);
  if (directive === null) return sourceUrl;
  const [place = ""] = hash.slice(1).split(":~:");
  return `${sourceUrl.split("#", 1)[0]}#${place}:~:${directive}`;
}

/** The text directives of a quote; null where its words cannot be told apart. */
function textDirective(quote: QuotedText): string | null {
  const about = aboutStart(quote);
  const all = quoteLines(quote.text.toWellFormed());
  const from = all.findIndex(({ start, text }) => start + text.length > about);
  const lines = all.slice(Math.max(0, from));
  // Where the row is not what the quote begins with, prose says more of the place.
  const isRow = lines[0]?.row !== null && (about > 0 || lines.every(({ row }) => row));
  if (isRow) return rowDirective(all, Math.max(0, from));
  const first = lines.findIndex(({ row }) => row === null);
  const end = lines.findIndex(({ row }, index) => index > first && row !== null);
  const prose = lines.slice(first, end < 0 ? undefined : end).map(({ text, start }) =>
    text.slice(Math.max(0, about - start)).replace(/\s+/g, " ").trim()
  );
  return proseDirective(prose.filter((line) => line !== ""));
}

/**
 * The label of a row: in the place after the last word of the row above it, and wherever it stands first, for tables
 * that are set in another order.
 */
function rowDirective(lines: readonly QuoteLine[], index: number): string | null {
  const label = lines[index]?.row?.label;
  if (label === undefined) return null;
  const above = lines[index - 1];
  const prefix = above?.row ? lastWords(above.text, 1) : null;
  const anywhere = `text=${encode(label)}`;
  return prefix === null ? anywhere : `text=${encode(prefix)}-,${encode(label)}&${anywhere}`;
}

/** `text=first words,last words`, or all of a short quote; null where the words cannot be told apart. */
function proseDirective(lines: readonly string[]): string | null {
  const telling = lines.filter((line) => {
    const words = firstWords(line, TELLING_WORDS);
    return words === null || words.length < line.length;
  });
  const [first] = telling.length > 0 ? telling : lines;
  const last = telling.at(-1) ?? lines.at(-1);
  if (first === undefined || last === undefined) return null;
  const start = firstWords(first, WORDS);
  const end = lastWords(last, WORDS);
  if (start === null || end === null) return null;
  const isShort = first === last && first.length <= start.length + end.length;
  return isShort ? `text=${encode(first)}` : `text=${encode(start)},${encode(end)}`;
}

/** The first words of a line; null where a word does not end within reach. */
function firstWords(line: string, count: number): string | null {
  let left = count;
  for (const { segment, index, isWordLike } of segmenter.segment(line.slice(0, REACH))) {
    if (!isWordLike || --left > 0) continue;
    const end = index + segment.length;
    return end === REACH && line.length > REACH ? null : line.slice(0, end);
  }
  return line.length <= REACH ? line : null;
}

/** The last words of a line; null where a word does not begin within reach. */
function lastWords(line: string, count: number): string | null {
  const tail = line.slice(-REACH);
  const words = [...segmenter.segment(tail)].filter(({ isWordLike }) => isWordLike);
  const from = words.at(-count);
  if (from !== undefined && (from.index > 0 || tail.length === line.length)) {
    return tail.slice(from.index);
  }
  return tail.length === line.length ? line : null;
}

/** Percent-encoded, and with it the dash, which has a meaning in a text fragment. */
function encode(words: string): string {
  return encodeURIComponent(words).replaceAll("-", "%2D");
}
