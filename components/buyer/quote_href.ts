/** Links that open a source at the quoted text. Pure. */
import { aboutStart, type QuotedText, type QuoteLine, quoteLines } from "./quote_lines.ts";

/** File types that browsers do not show as a page of text. */
const NO_PAGE = /\.(pdf|docx?|xlsx?|pptx?|od[tsp]|rtf|csv|zip|png|jpe?g|webp|svg|mp4)$/i;

/** Number of words that usually occur together only once on a page. */
const WORDS = 5;
/** Longest line, in words, that counts as a heading or label. Pages repeat those, so longer lines are preferred. */
const TELLING_WORDS = 4;
/** Number of characters at each end of a line in which its first or last words are searched. */
const REACH = 300;

const segmenter = new Intl.Segmenter("en", { granularity: "word" });

/**
 * Returns the address of a quote in its source, with a text fragment that browsers scroll to and highlight. The
 * fragment has the first words about the quoted name and the last words of the quote. It ends before a table, because
 * the source page formats its rows differently; a quote that starts at a row uses the label of that row. A fragment
 * that the address already has is kept. Addresses of files that are not pages are returned unchanged.
 */
export function quoteHref(sourceUrl: string, quote: QuotedText): string {
  const { pathname, hash } = new URL(sourceUrl);
  const directive = NO_PAGE.test(pathname) ? null : textDirective(quote);
  if (directive === null) return sourceUrl;
  const [place = ""] = hash.slice(1).split(":~:");
  return `${sourceUrl.split("#", 1)[0]}#${place}:~:${directive}`;
}

/** Returns the text directives of a quote; null where no words identify it. */
function textDirective(quote: QuotedText): string | null {
  const about = aboutStart(quote);
  const all = quoteLines(quote.text.toWellFormed());
  const from = all.findIndex(({ start, text }) => start + text.length > about);
  const lines = all.slice(Math.max(0, from));
  // A row counts only if the text about the name starts at it or all lines are rows. Prose identifies a place better.
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
 * Returns directives for the label of a row: first the label after the last word of the row above, then its first
 * occurrence anywhere, for pages that order their tables differently.
 */
function rowDirective(lines: readonly QuoteLine[], index: number): string | null {
  const label = lines[index]?.row?.label;
  if (label === undefined) return null;
  const above = lines[index - 1];
  const prefix = above?.row ? lastWords(above.text, 1) : null;
  const anywhere = `text=${encode(label)}`;
  return prefix === null ? anywhere : `text=${encode(prefix)}-,${encode(label)}&${anywhere}`;
}

/** Returns `text=first words,last words`, or the whole of a short quote; null where no words can be found. */
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

/** Returns the first words of a line; null where they do not end within {@linkcode REACH}. */
function firstWords(line: string, count: number): string | null {
  let left = count;
  for (const { segment, index, isWordLike } of segmenter.segment(line.slice(0, REACH))) {
    if (!isWordLike || --left > 0) continue;
    const end = index + segment.length;
    return end === REACH && line.length > REACH ? null : line.slice(0, end);
  }
  return line.length <= REACH ? line : null;
}

/** Returns the last words of a line; null where they do not start within {@linkcode REACH}. */
function lastWords(line: string, count: number): string | null {
  const tail = line.slice(-REACH);
  const words = [...segmenter.segment(tail)].filter(({ isWordLike }) => isWordLike);
  const from = words.at(-count);
  if (from !== undefined && (from.index > 0 || tail.length === line.length)) {
    return tail.slice(from.index);
  }
  return tail.length === line.length ? line : null;
}

/** Percent-encodes text, including the dash, which is syntax in a text fragment. */
function encode(words: string): string {
  return encodeURIComponent(words).replaceAll("-", "%2D");
}
