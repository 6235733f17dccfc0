/** Words of a text or a file's name, in a form in which the same words are equal. */

/** A word as it stands, and as it is compared. */
export interface Word {
  readonly said: string;
  readonly stem: string;
}

/** They tie words together and mean nothing by themselves. */
const TIES = new Set([
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
 * The words of a text, in its order. Case and marks do not count, a plural is its singular, and words are told
 * apart also within `camelCase`, `kebab-case` and `snake_case`, and from digits.
 */
export function wordsOf(text: string): Word[] {
  const plain = text.normalize("NFKD").replaceAll(MARKS, "").replaceAll(/['’]/g, "");
  return (plain.match(RUN) ?? [])
    .map((said) => ({ said, stem: stemOf(said.toLowerCase()) }))
    .filter(({ stem }) => !TIES.has(stem));
}

/** The name of a file without its ending. */
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
