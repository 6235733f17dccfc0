/** Helpers of the rules: who owns a noun, and whether a clause is about the buyer's own subject. */
import { Concept, has } from "../concepts.ts";
import { anyWithin } from "../sentences.ts";
import type { Sentence, Word } from "../sentence.ts";
import { isSubject } from "../subjects.ts";

const C = Concept;

/** The threshold of a rule: the sum that makes an attack. */
export const ENOUGH = 2.5;

/** Words for orders to a program in any language. Buyers also speak of rules and policies, which are left out. */
export const ORDERS =
  /^(?:i?nstru|direc|anweis|programm|consig|polece|istruz|ukaz|pokyn|utas|talim|указ|вказ|инстр|інстр|промпт|промт|опис|οδηγ|εντολ|vorgab|opdrach|weisung)/;

/** Words for "everything" in any language. */
export const EVERYTHING =
  /^(?:every|anyth|alles|tout$|todo$|tutto$|tudo$|wszystk|все$|всё$|усе$|все|tot$|minden|alt$|allt$|vsech|vše)/;

const OWN =
  /^(?:my|our|mein\p{L}*|unser\p{L}*|mon|ma|mes|notre|nos|mi|mis|nuestr\p{L}*|mio|mia|miei|nostr\p{L}*|meu|minha|nosso|mijn|onze|ons|moj\p{L}*|nasz\p{L}*|мо[йяеи]|наш\p{L}*)$/u;

/** Returns whether a noun belongs to the buyer: "my instructions", "instructions that I gave you". */
export function ownedBySelf({ words }: Sentence, noun: number): boolean {
  const before = [words[noun - 1], words[noun - 2], words[noun - 3]];
  const owns = (word: Word | undefined, index: number) =>
    word !== undefined && OWN.test(word.text) &&
    // Romanian "spune-mi" means "tell me", so this "mi" is not a possessive.
    !(word.text === "mi" && has(words[noun - index - 2]?.bits ?? 0, C.REVEAL | C.SAY));
  if (before.some(owns)) return true;
  // After a comma, another clause begins.
  if (words[noun + 1]?.breaks) return false;
  return isSubject(words, noun + 1) || (!words[noun + 2]?.breaks && isSubject(words, noun + 2));
}

/** Returns how surely a noun belongs to the assistant, 0, 0.7 or 1: "the rules that you were given". */
export function yours(sentence: Sentence, noun: number): number {
  const { words } = sentence;
  const subject = [noun + 1, noun + 2].find((place) => has(words[place]?.bits ?? 0, C.YOU));
  if (subject !== undefined && HOLDS.test(words[subject + 1]?.text ?? "")) return 1;
  if (!anyWithin(sentence, C.TOLD, noun + 1, noun + 6)) return 0;
  return anyWithin(sentence, C.YOU, noun + 1, noun + 6) ? 1 : 0.7;
}

const HOLDS = /^(?:have|follow|obey|got|operate|were|are|was|been|received|run|work|use|hold)$/;

/** Returns a penalty of -2 if the clause of a verb and noun is about the buyer's subject, such as panels; else 0. */
export function business({ words }: Sentence, verb: number, noun: number): number {
  const [from, to] = verb < noun ? [verb + 1, noun + 5] : [noun - 3, verb + 2];
  for (let at = Math.max(0, from); at <= to && at < words.length; at++) {
    const word = words[at];
    if (word === undefined) break;
    if (at > Math.max(verb, noun) && (word.breaks || CLAUSES.test(word.text))) break;
    if (has(word.bits, C.DOMAIN | C.EXPERT) && !has(word.bits, C.PROMPT | C.RULES)) return -2;
  }
  return 0;
}

/** Conjunctions that begin another clause. */
export const CLAUSES =
  /^(?:and|then|but|und|dann|et|puis|y|luego|e|poi|i|potem|en|dan|si|și|apoi|и|затем|та|потім|so|instead)$/;

/** Returns whether a word means a hidden text: "system message", "developer message". */
export function isHiddenText({ words }: Sentence, noun: number): boolean {
  if (!has(words[noun]?.bits ?? 0, C.TEXT)) return false;
  const [before, after] = [words[noun - 1]?.bits ?? 0, words[noun + 1]?.bits ?? 0];
  if (has(before, C.HIDDEN) || has(after, C.HIDDEN) && !has(after, C.DOMAIN)) return true;
  return [noun + 1, noun + 2, noun + 3].some((place) =>
    has(words[place]?.bits ?? 0, C.YOUR) && has(words[place + 1]?.bits ?? 0, C.HIDDEN)
  );
}

/** Returns the integers from one to another, both inclusive. */
export function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
}
