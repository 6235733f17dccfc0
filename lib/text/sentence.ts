/** Names inside sentences. */

/** Returns a name as it is written inside a sentence: without its capital, unless it is a proper name or an abbreviation. */
export function inSentence(words: string): string {
  return /^\p{Lu}\p{Ll}/u.test(words) && !/\s\p{Lu}/u.test(words)
    ? words.charAt(0).toLowerCase() + words.slice(1)
    : words;
}
