/** What single words say at sight, so that patterns are tried on a word once and on a text only where it has the word. */

/** Bits of what a word hints at. */
export const Hint = {
  /** Quotations may have to be put together. */
  JOINED: 1 << 0,
  /** A quotation may have to be carried out. */
  CARRIED_OUT: 1 << 1,
  /** First words or letters may say something. */
  FIRST: 1 << 2,
  /** Letters may be shifted. */
  SHIFTED: 1 << 3,
  /** Letters may be in the reverse order. */
  TURNED: 1 << 4,
  /** "Context", in any language. */
  CONTEXT: 1 << 5,
  /** From this time on: now, here, henceforth. */
  HENCE: 1 << 6,
  /** Free, unbound. */
  UNBOUND: 1 << 7,
} as const;

/** English words backwards that are part of no other. */
export const TURNED =
  /\b(?:snoitcurtsni|tpmorp|suoiverp|dragersid|erongi|laever|namuh|metsys|selur|ruoy|uoy|eht|siht|htiw)\b/i;
/** Says by itself that something is meant from now on. */
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

/** What a folded word hints at; 0 for most. */
export function hintsOf(text: string): number {
  let hints = 0;
  for (const [hint, pattern] of PATTERNS) if (pattern.test(text)) hints |= hint;
  return hints;
}
