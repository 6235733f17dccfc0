/** Filter bits for the words that phrases name: a sentence without an element's bits has none of its words. */

const bits = new Map<string, number>();

/** Returns the bit of a word that a phrase names, and assigns one to a new word. Several words share a bit. */
export function nameBit(word: string): number {
  return bits.getOrInsert(word, 1 << (bits.size % 31));
}

/** Returns the bit of a word; 0 if no phrase names it. */
export function namedBit(word: string): number {
  return bits.get(word) ?? 0;
}
