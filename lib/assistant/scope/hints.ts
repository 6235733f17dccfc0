/**
 * Hints of single words. They are computed once per distinct word, and an expensive pattern is tried on a text only if
 * one of its words has the hint.
 */

/** The hints as bits of one number. */
export const Hint = {
  /** The text may ask to join quoted pieces. */
  JOINED: 1 << 0,
  /** The text may ask to carry out a quotation. */
  CARRIED_OUT: 1 << 1,
  /** The first words or letters may form a hidden text. */
  FIRST: 1 << 2,
  /** The text may be a Caesar cipher. */
  SHIFTED: 1 << 3,
  /** The text may be written backwards. */
  TURNED: 1 << 4,
  /** The word "context", in any language. */
  CONTEXT: 1 << 5,
  /** A word for "from now on": now, here, henceforth. */
  HENCE: 1 << 6,
  /** A word for "free" or "unbound". */
  UNBOUND: 1 << 7,
} as const;

/** English words of attacks written backwards, chosen so that none occurs in ordinary text. */
export const TURNED =
  /\b(?:snoitcurtsni|tpmorp|suoiverp|dragersid|erongi|laever|namuh|metsys|selur|ruoy|uoy|eht|siht|htiw)\b/i;
/** A single word that means "from now on". */
export const ONE_WORD_HENCE =
  /^(?:henceforth|fortan|desormais|odtad|отныне|відтепер|voortaan|dorenavant|d'ora)$/;

const PATTERNS: readonly (readonly [hint: number, pattern: RegExp])[] = [
  [Hint.JOINED, /^(?:combin|join|concat|together|merge|append|assembl|glue)/],
  [Hint.CARRIED_OUT, /^(?:out|says?|execute|obey|perform|follow|act)$/],
  [Hint.FIRST, /^first$/],
  [Hint.SHIFTED, /^(?:rot|caesar|cipher)/],
  [Hint.TURNED, /^(?:backwards?$|revers)/],
  [Hint.TURNED, TURNED],
  [Hint.CONTEXT, /^(?:conte(?:xt|xte|xto|sto)|kontext|kontekst)$/],
  [
    Hint.HENCE,
    /^(?:now|here|onward|onwards|sofort|jetzt|nu|teraz|acum|ora|agora|ahora|maintenant|момента|moment|message|line|nachricht|mensaje|messaggio|moment)$/,
  ],
  [Hint.HENCE, ONE_WORD_HENCE],
  [
    Hint.UNBOUND,
    /^(?:free|freed|freedom|freiheit|liberte|liberat\p{L}*|unbound|libre|libero|libera|liber|livre|frei|befreit|vrij|woln\p{L}*|свобод\p{L}*|вільн\p{L}*)$/u,
  ],
];

/** Returns the hints of a folded word; 0 for most. */
export function hintsOf(text: string): number {
  let hints = 0;
  for (const [hint, pattern] of PATTERNS) if (pattern.test(text)) hints |= hint;
  return hints;
}
