/** Further meanings of words, for attacks that avoid the usual words of `Concept`. */
import { MARK_WORDS } from "./marks_words.ts";
import { wordBits } from "./word_bits.ts";

/** The marks as bits of one number, in addition to a word's concepts. */
export const Mark = {
  /** Supposing: pretend, imagine, als gäbe. */
  AS_IF: 1 << 0,
  /** Verbs of listening to somebody: listen, heed. */
  LISTEN: 1 << 1,
  /** Exclusively: only, just. */
  ONLY: 1 << 2,
  /** The writer: me, mir, moi. */
  ME: 1 << 3,
  /** The assistant's maker or operator: creator, developer, operator. */
  MAKER: 1 << 4,
  /** Participles for given orders, in addition to `Concept.TOLD`. */
  BIDDEN: 1 << 5,
  /** No longer in force: suspended, withdrawn, off. */
  VOID: 1 << 6,
  /** Adverbs for "without restrictions": freely. */
  FREELY: 1 << 7,
  /** Verbs of claiming: insist, claim, convince. */
  CLAIM: 1 << 8,
  /** A target format or language of a text: poem, base64, French. */
  FORM: 1 << 9,
  /** Verbs for being written somewhere: stands, contains. */
  STANDS: 1 << 10,
  /** Positions before a message: above, before. */
  ABOVE: 1 << 11,
  /** A message, a chat, a line of it. */
  MESSAGE: 1 << 12,
  /** This, my, the first. */
  THIS: 1 << 13,
  /** "You are" in one verb form, as in claims: eres, seist, es. */
  ARE: 1 << 14,
  /** Words for secrecy: secret. */
  SECRET: 1 << 15,
  /** Words for a real person: real, living, true. */
  LIVING: 1 << 16,
  /** "You" as an object: dir, te, тебе. */
  THEE: 1 << 17,
  /** Verbs of rewording or reading out a text. */
  RETELL: 1 << 18,
  /** Words for prohibition: forbidden, interdit, запрещено. */
  BAN: 1 << 19,
  /** "You want", in one verb form: quieras, willst, хочешь. */
  YOU_WANT: 1 << 20,
  /** A trial: a test, a rehearsal. */
  TRIAL: 1 << 21,
  /** Servants: slave, Diener. */
  SERVANT: 1 << 22,
  /** Titles of persons: Frau, señora, пані. */
  TITLE: 1 << 23,
  /** "You work", as said to a person, and years of work. */
  YOU_WORK: 1 << 24,
  /** Verbs of supervising: control, surveille. */
  WATCH: 1 << 25,
  /** Verbs of allowing. */
  ALLOW: 1 << 26,
  /** Verbs of beginning. */
  BEGIN: 1 << 27,
  /** Metaphors for restraint: chains, a muzzle, brakes. */
  CURB: 1 << 28,
} as const;

/** Returns the marks of a folded word; 0 if it has none. */
export const marksOf = wordBits(Mark, MARK_WORDS);
