/** Names inside sentences and texts. */

/** Returns a name as it is written inside a sentence: without its capital, unless it is a proper name or an abbreviation. */
export function inSentence(words: string): string {
  return words.replace(/^\p{Lu}(?=\p{Ll})(?!.*\s\p{Lu})/su, (capital) => capital.toLowerCase());
}

/**
 * Whether a text has a name, or its plural, as a word in any case. Only Latin letters and digits continue a word, because
 * other scripts write particles without a space after a name.
 */
export function hasName(text: string, name: string): boolean {
  const [within, wanted] = [text.toLowerCase(), name.toLowerCase()];
  if (!within.includes(wanted)) return false;
  const inWord = String.raw`[\p{Script=Latin}\p{N}]`;
  return new RegExp(`(?<!${inWord})${RegExp.escape(wanted)}s?(?!${inWord})`, "u").test(within);
}

/** Returns a message with its full stop: error messages lack it, because programs read them too. */
export function withFullStop(message: string): string {
  return /[.!?]$/.test(message) ? message : `${message}.`;
}
