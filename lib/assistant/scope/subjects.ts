/** Who does what a verb says, where it is the buyer or somebody of theirs. */
import { Concept, has } from "./concepts.ts";
import type { Sentence, Word } from "./sentence.ts";

const SUBJECTS =
  /^(?:i|we|im|id|ive|ich|wir|je|nous|yo|nosotros|io|noi|eu|ik|wij|ja|я|мы|ми|installers?|tenants?|client|customer)$/;

/** Whether the buyer, or somebody of theirs, stands there. In some languages `i` only joins two words. */
export function isSubject(words: readonly Word[], at: number): boolean {
  const text = words[at]?.text ?? "";
  if (text === "i") return words.some((word) => ENGLISH.test(word.text));
  return SUBJECTS.test(text);
}

const ENGLISH = /^(?:the|you|your|to|is|and|of|can|all|it|for|my|that|do|what)$/;

/** As far before a verb may its subject stand; in some languages the verb comes last. */
const REACH = 6;

/** Whether the buyer or somebody else is who would do it: "can I ignore", "may the installer skip". */
export function byOthers({ words }: Sentence, verb: number): boolean {
  for (let at = verb - 1; at >= Math.max(0, verb - REACH) && !words[at + 1]?.breaks; at--) {
    const word = words[at];
    if (word === undefined || has(word.bits, Concept.YOU)) return false;
    if (isSubject(words, at)) return true;
  }
  return false;
}
