/** More of what a word can stand for, for attacks that name no rule by its usual name. See `Concept` for the others. */
import { fold } from "./fold.ts";
import { MARK_WORDS } from "./marks_words.ts";

/** Bits of what words stand for beside their concepts. */
export const Mark = {
  /** As though it were so: pretend, imagine, als gäbe. */
  AS_IF: 1 << 0,
  /** To do as somebody says: listen, heed. */
  LISTEN: 1 << 1,
  /** Nobody else: only, just. */
  ONLY: 1 << 2,
  /** Who writes: me, mir, moi. */
  ME: 1 << 3,
  /** Who the assistant works for: creator, developer, operator. */
  MAKER: 1 << 4,
  /** Ordered or said to somebody, in other words than `Concept.TOLD`. */
  BIDDEN: 1 << 5,
  /** In force no more: suspended, withdrawn, off. */
  VOID: 1 << 6,
  /** Without restraint: freely. */
  FREELY: 1 << 7,
  /** To make believe: insist, claim, convince. */
  CLAIM: 1 << 8,
  /** A form that a text is put into: poem, base64, French. */
  FORM: 1 << 9,
  /** Is written there: stands, contains. */
  STANDS: 1 << 10,
  /** Where a message is: above, before. */
  ABOVE: 1 << 11,
  /** A message, a chat, a line of it. */
  MESSAGE: 1 << 12,
  /** This, my, the first. */
  THIS: 1 << 13,
  /** You are, as it is said in a claim: eres, seist, es. */
  ARE: 1 << 14,
  /** Kept from others: secret. */
  SECRET: 1 << 15,
  /** Of flesh and blood: real, living, true. */
  LIVING: 1 << 16,
  /** To whom something is said: dir, te, тебе. */
  THEE: 1 << 17,
  /** To put a text into other words, or to read it out. */
  RETELL: 1 << 18,
  /** Not allowed: forbidden, interdit, запрещено. */
  BAN: 1 << 19,
  /** What you want: quieras, willst, хочешь. */
  YOU_WANT: 1 << 20,
  /** Only tried: a test, a rehearsal. */
  TRIAL: 1 << 21,
  /** Who only obeys: slave, Diener. */
  SERVANT: 1 << 22,
  /** How a person is addressed: Frau, señora, пані. */
  TITLE: 1 << 23,
  /** You work, as it is said to a person; and the years of it. */
  YOU_WORK: 1 << 24,
  /** To check on somebody: control, surveille. */
  WATCH: 1 << 25,
  /** To allow. */
  ALLOW: 1 << 26,
  /** To begin. */
  BEGIN: 1 << 27,
  /** What holds somebody back, in a picture: chains, a muzzle, brakes. */
  CURB: 1 << 28,
} as const;

const exact = new Map<string, number>();
const stems = new Map<string, [stem: string, bits: number][]>();
const STEM_START = 2;

const WORDS: Readonly<Record<keyof typeof Mark, string>> = MARK_WORDS;
for (const [name, words] of Object.entries(WORDS)) {
  const bit = Mark[name as keyof typeof Mark];
  for (const entry of words.split(" ")) {
    const word = fold(entry);
    if (!word.endsWith("*")) {
      exact.set(word, (exact.get(word) ?? 0) | bit);
      continue;
    }
    const stem = word.slice(0, -1);
    const start = stem.slice(0, STEM_START);
    stems.set(start, [...stems.get(start) ?? [], [stem, bit]]);
  }
}

/** What a folded word stands for beside its concepts; 0 where nobody knows. */
export function marksOf(word: string): number {
  let bits = exact.get(word) ?? 0;
  for (const [stem, bit] of stems.get(word.slice(0, STEM_START)) ?? []) {
    if (word.startsWith(stem)) bits |= bit;
  }
  return bits;
}
