/** Classifies characters for the scope guard's tokeniser, with a cache per code unit. */

/** Kinds of characters, by code unit. */
export const Kind = { NONE: 1, LETTER: 2, WORD: 3, MARK: 4 } as const;

const kinds = new Uint8Array(65_536);
const LETTER = /\p{L}/u;
const WORD = /[\p{N}@$€|!_'’-]/u;
const MARK = /[.?¿;:,\n…()"“”„«»]/;

/** Returns the kind of a code unit. A surrogate is `NONE`, because folding leaves no letter outside of the BMP. */
export function kindOf(code: number): number {
  const known = kinds[code] ?? 0;
  if (known !== 0) return known;
  return kinds[code] = kindOfCharacter(String.fromCharCode(code));
}

function kindOfCharacter(character: string): number {
  if (LETTER.test(character)) return Kind.LETTER;
  if (WORD.test(character)) return Kind.WORD;
  return MARK.test(character) ? Kind.MARK : Kind.NONE;
}
