/** Cuts the quotation out of a passage for the stub: the rows about a system, or its first sentences. Pure. */
import { hasName, truncate } from "@/lib/text/mod.ts";
import { splitSentences } from "../grounding/sentences.ts";

/** Most characters of a quotation. A longer passage is truncated at the end of a sentence, else of a word. */
const MAX_QUOTED = 700;

/**
 * Returns the rows of a table about the systems that the question names, else about those that it refers to, so that a
 * long table is not cut before them; null if there are none. A row is about the system at its beginning, or, if none of the
 * table begins with one, about those that it names ("Folding: Example Heron Thermal").
 */
export function rowsAsked(
  passage: string,
  question: string,
  about: readonly string[],
): string | null {
  const lines = passage.split("\n");
  const rows = lines.flatMap((row) => {
    const end = row.indexOf(": ");
    return end > 0 ? [{ row, name: row.slice(0, end) }] : [];
  });
  const named = rows.filter(({ name }) => hasName(question, name));
  const own = named.length > 0 ? named : rows.filter(({ name }) => about.includes(name));
  const isTable = rows.length > 1 && rows.length === lines.length;
  const asked = own.length === 0 && isTable
    ? rows.filter(({ row }) => about.some((name) => hasName(row, name)))
    : own;
  return asked.length === 0 ? null : asked.map(({ row }) => row).join("\n");
}

/** Returns a text of at most 700 characters, cut at the end of a sentence, else of a word. */
export function shorten(text: string): string {
  if (text.length <= MAX_QUOTED) return text;
  const last = splitSentences(text).findLast(({ end }) => end <= MAX_QUOTED);
  if (last !== undefined) return text.slice(0, last.end);
  // Half a figure is another figure.
  const [words = ""] = /^[^]*(?=\s)/.exec(text.slice(0, MAX_QUOTED + 1)) ?? [];
  return words || truncate(text, MAX_QUOTED);
}
