/** Splits texts and file names into words and stems them for comparison. */

/** A word as written, and its stem. */
export interface Word {
  readonly said: string;
  readonly stem: string;
}

/** Stop words. */
const STOP_WORDS = new Set([
  "a",
  "an",
  "and",
  "at",
  "by",
  "for",
  "in",
  "of",
  "on",
  "or",
  "the",
  "to",
  "with",
]);
const MARKS = /\p{M}+/gu;
const RUN = /\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{Lu}+|\p{Lo}+|\p{N}+/gu;

/**
 * Splits a text into words, in order and without stop words. Splits at `camelCase`, `kebab-case` and `snake_case`
 * boundaries and between letters and digits. Stems ignore case and diacritics, and an English plural has the stem of
 * its singular.
 */
export function wordsOf(text: string): Word[] {
  const plain = text.normalize("NFKD").replaceAll(MARKS, "").replaceAll(/['’]/g, "");
  return (plain.match(RUN) ?? [])
    .map((said) => ({ said, stem: stemOf(said.toLowerCase()) }))
    .filter(({ stem }) => !STOP_WORDS.has(stem));
}

/** Returns a file name without its extension. */
export function stemOfFile(filename: string): string {
  return filename.replace(/\.[a-z\d]{1,5}$/i, "");
}

function stemOf(word: string): string {
  if (word.length < 4) return word;
  if (word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  if (/(ss|x|z|ch|sh)es$/.test(word)) return word.slice(0, -2);
  if (/[^suiy]s$/.test(word)) return word.slice(0, -1);
  return word;
}
