/** A passage as lines and rows of tables, and where in it something is named. Pure; runs in browsers too. */

/** A row of a table, as the import writes it: `Label: value; value`. */
export interface QuoteRow {
  readonly label: string;
  readonly values: string;
}

/** A line of a passage that is not blank. */
export interface QuoteLine {
  readonly text: string;
  /** Where it begins in the passage. */
  readonly start: number;
  /** Null for a line of prose. */
  readonly row: QuoteRow | null;
}

/** A label of a few words, and values that are no sentence. */
const ROW = /^([^:;]{1,80}): (\S(?:.*[^.!?:\s])?)$/;
const SENTENCE_END = /[.!?] /;
const sentences = new Intl.Segmenter("en", { granularity: "sentence" });

/**
 * The lines of a passage in their order. A line counts as a row of a table where it has several values, or where the
 * line directly above or below it looks like a row as well.
 */
export function quoteLines(text: string): QuoteLine[] {
  let start = 0;
  const all = text.split("\n").map((line) => {
    const at = start;
    start += line.length + 1;
    return { text: line, start: at, row: rowOf(line) };
  });
  return all.map((line, index) => {
    const { row } = line;
    const isOne = row?.values.includes("; ") || all[index - 1]?.row || all[index + 1]?.row;
    return isOne ? line : { ...line, row: null };
  }).filter(({ text }) => text.trim() !== "");
}

function rowOf(line: string): QuoteRow | null {
  const [, label = "", values = ""] = ROW.exec(line) ?? [];
  return label.trim() === "" || SENTENCE_END.test(label) ? null : { label, values };
}

/** How far into a line a name can stand and still be seen where a phone folds the passage, in characters. */
const IN_SIGHT = 70;

/**
 * Where a passage begins to be about something: at the first line that names it, or at the sentence that does where
 * the line is long; 0 where its heading names it or nothing does.
 */
export function aboutStart(
  { text, heading, name }: {
    readonly text: string;
    readonly heading: string | null;
    readonly name: string | null;
  },
): number {
  const pattern = name === null ? null : namePattern(name);
  if (pattern === null || (heading !== null && heading.search(pattern) >= 0)) return 0;
  for (const line of quoteLines(text)) {
    const at = line.text.search(pattern);
    if (at < 0) continue;
    return line.start + (line.row || at < IN_SIGHT ? 0 : sentenceStart(line.text, at));
  }
  return 0;
}

function sentenceStart(line: string, at: number): number {
  return sentences.segment(line).containing(at)?.index ?? 0;
}

/** A part of a text; the parts that are marked are the name. */
export interface QuotePart {
  readonly text: string;
  readonly isName: boolean;
}

/** A text in parts, of which every second is the name as it is written there. Joined they are the text. */
export function markName(text: string, name: string | null): QuotePart[] {
  const pattern = name === null ? null : namePattern(name);
  const parts = pattern === null ? [text] : text.split(pattern);
  return parts.map((part, index) => ({ text: part, isName: index % 2 === 1 }))
    .filter(({ text }) => text !== "");
}

/** Finds a name as whole words in any case, in one group; null for a name without words. */
function namePattern(name: string): RegExp | null {
  const words = name.trim().split(/\s+/).map((word) =>
    word.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")
  );
  if (words.join("") === "") return null;
  return new RegExp(`(?<![\\p{L}\\p{N}])(${words.join("\\s+")})(?![\\p{L}\\p{N}])`, "iu");
}
