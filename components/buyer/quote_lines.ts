/** Splits a passage into lines and table rows, and finds a name in it. Pure; runs in browsers too. */

/** A table row as the corpus import writes it: `Label: value; value`. */
export interface QuoteRow {
  readonly label: string;
  readonly values: string;
}

/** A line of a passage that is not blank. */
export interface QuoteLine {
  readonly text: string;
  /** Index of its first character in the passage. */
  readonly start: number;
  /** Null for a line of prose. */
  readonly row: QuoteRow | null;
}

/** A label of at most 80 characters, and values that do not end like a sentence. */
const ROW = /^([^:;]{1,80}): (\S(?:.*[^.!?:\s])?)$/;
const SENTENCE_END = /[.!?] /;
const sentences = new Intl.Segmenter("en", { granularity: "sentence" });

/**
 * Returns the lines of a passage that are not blank, in order. A line counts as a table row if it has several values,
 * or if the line directly above or below also looks like a row.
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

/** A passage, its heading, and the name of what it is quoted for. */
export interface QuotedText {
  readonly text: string;
  readonly heading: string | null;
  readonly name: string | null;
}

/** Number of characters of a line that a collapsed passage certainly shows on a phone. */
const IN_SIGHT = 70;

/**
 * Returns the index in a passage where the text about a name starts: the first line that has the name, or the sentence
 * that has it where the name is far into a line. Returns 0 if the heading has the name or no line does.
 */
export function aboutStart({ text, heading, name }: QuotedText): number {
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

/** A part of a text that is either the name or text between names. */
export interface QuotePart {
  readonly text: string;
  readonly isName: boolean;
}

/** Splits a text at every occurrence of a name. The parts joined are the text; `isName` marks the occurrences. */
export function markName(text: string, name: string | null): QuotePart[] {
  const pattern = name === null ? null : namePattern(name);
  const parts = pattern === null ? [text] : text.split(pattern);
  return parts.map((part, index) => ({ text: part, isName: index % 2 === 1 }))
    .filter(({ text }) => text !== "");
}

/** Returns a pattern with one group that matches a name as whole words in any case; null for a blank name. */
function namePattern(name: string): RegExp | null {
  const words = name.trim().split(/\s+/).map((word) =>
    word.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")
  );
  if (words.join("") === "") return null;
  return new RegExp(`(?<![\\p{L}\\p{N}])(${words.join("\\s+")})(?![\\p{L}\\p{N}])`, "iu");
}
