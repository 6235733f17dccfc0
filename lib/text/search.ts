/** Search in short texts, such as names: without case and accents, every word of the search anywhere in the text. */

/** Longest search text, in UTF-16 code units; the rest is ignored. */
export const MAX_SEARCH = 100;

/** Removes case and accents from a text, for searching. */
export function plainText(text: string): string {
  // Most texts have no accents, and normalizing one takes many times as long as this test.
  if (ASCII.test(text)) return text.toLowerCase();
  return text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
}

const ASCII = /^\p{ASCII}*$/u;

/** Returns the search text `q` of a query, trimmed and truncated to {@linkcode MAX_SEARCH}. */
export function searchOf(query: URLSearchParams): string {
  return (query.get("q") ?? "").trim().slice(0, MAX_SEARCH).toWellFormed();
}

/** Returns the words of a search text, without case and accents. */
export function searchWords(q: string): string[] {
  return plainText(q).split(/\s+/).filter((word) => word !== "");
}

/** Whether a text contains all words of a search, without case and accents; no words are in every text. */
export function hasWords(text: string, words: readonly string[]): boolean {
  if (words.length === 0) return true;
  const plain = plainText(text);
  return words.every((word) => plain.includes(word));
}
