/** Words that phrases name themselves, by bits: a sentence without the bit of a part has no word of it. */

const bits = new Map<string, number>();

/** The bit of a word that a phrase names; words share bits. */
export function nameBit(word: string): number {
  const known = bits.get(word) ?? 1 << (bits.size % 31);
  bits.set(word, known);
  return known;
}

/** The bit of a word; 0 where no phrase names it. */
export function namedBit(word: string): number {
  return bits.get(word) ?? 0;
}
