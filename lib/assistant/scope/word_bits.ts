/** Tables of words by their meaning. */
import { fold } from "./fold.ts";

/**
 * Returns a function that looks up the bits of a folded word; 0 for most. `words` has the words of each name, separated
 * by spaces; a word with a star matches as a prefix.
 */
export function wordBits<Name extends string>(
  bits: Readonly<Record<Name, number>>,
  words: Readonly<Record<Name, string>>,
): (word: string) => number {
  const exact = new Map<string, number>();
  const stemsByStart = new Map<string, [stem: string, bit: number][]>();
  for (const name of Object.keys(words) as Name[]) {
    for (const entry of words[name].split(" ")) {
      const word = fold(entry.replace("*", ""));
      if (!entry.endsWith("*")) exact.set(word, (exact.get(word) ?? 0) | bits[name]);
      else stemsByStart.set(word[0] ?? "", [...stemsOf(word), [word, bits[name]]]);
    }
  }
  function stemsOf(word: string) {
    return stemsByStart.get(word[0] ?? "") ?? [];
  }
  return (word) => {
    let found = exact.get(word) ?? 0;
    for (const [stem, bit] of stemsOf(word)) if (word.startsWith(stem)) found |= bit;
    return found;
  };
}
