/** Attacks by their phrases: what is asked of whom about what, in the words that people use for it. */
import type { AttackKind } from "./attack_kind.ts";
import { IMPERSONATION_PHRASES } from "./phrases/impersonation.ts";
import { INJECTION_PHRASES } from "./phrases/injection.ts";
import { LEAK_PHRASES } from "./phrases/leak.ts";
import { hasPhrase, type Phrase } from "./phrases/match.ts";
import type { Sentence } from "./words.ts";

const PHRASES: readonly (readonly [AttackKind, readonly Phrase[]])[] = [
  ["prompt_leak", LEAK_PHRASES],
  ["impersonation", IMPERSONATION_PHRASES],
  ["injection", INJECTION_PHRASES],
];

/** The kinds of the phrases in a sentence. */
export function phrasesOf(sentence: Sentence): AttackKind[] {
  if (sentence.classes === 0) return [];
  return PHRASES.filter(([_, phrases]) => hasPhrase(sentence, phrases)).map(([kind]) => kind);
}
