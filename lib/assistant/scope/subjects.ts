/** Detects whether the subject of a verb is the buyer or somebody on the buyer's side. */
import { Concept, has } from "./concepts.ts";
import type { Sentence, Word } from "./sentence.ts";

const SUBJECTS =
  /^(?:i|we|im|id|ive|ich|wir|je|nous|yo|nosotros|io|noi|eu|ik|wij|ja|я|мы|ми|installers?|tenants?|client|customer)$/;

/** Returns whether a word is the buyer or somebody on their side. "i" counts only in English; it can mean "and". */
export function isSubject(words: readonly Word[], at: number): boolean {
  const text = words[at]?.text ?? "";
  if (text === "i") return words.some((word) => ENGLISH.test(word.text));
  return SUBJECTS.test(text);
}

const ENGLISH = /^(?:the|you|your|to|is|and|of|can|all|it|for|my|that|do|what)$/;

/** Most words between a verb and its subject; large, because some languages put the verb last. */
const REACH = 6;

/** Returns whether a verb's subject is not the assistant: "can I ignore", "may the installer skip". */
export function byOthers({ words }: Sentence, verb: number): boolean {
  for (let at = verb - 1; at >= Math.max(0, verb - REACH) && !words[at + 1]?.breaks; at--) {
    const word = words[at];
    if (word === undefined || has(word.bits, Concept.YOU)) return false;
    if (isSubject(words, at)) return true;
  }
  return false;
}
