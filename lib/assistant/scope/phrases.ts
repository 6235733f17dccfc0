/** Attacks by their phrases: what is asked of whom about what, in the words that people use for it. */
import type { AttackKind } from "./attack_kind.ts";
import { PHRASES } from "./phrases/index.ts";
import { hasPhrase } from "./phrases/match.ts";
import type { Sentence } from "./sentence.ts";

/** The kinds of the phrases in a sentence. */
export function phrasesOf(sentence: Sentence): ReadonlySet<AttackKind> {
  const found = new Set<AttackKind>();
  let tried: Set<number> | undefined;
  for (const { phrases } of sentence.words) {
    if (phrases.length === 0) continue;
    tried ??= new Set();
    for (const index of phrases) {
      const entry = PHRASES[index];
      if (entry === undefined || found.has(entry.kind) || tried.has(index)) continue;
      tried.add(index);
      if (hasPhrase(sentence, entry.phrase)) found.add(entry.kind);
    }
  }
  return found;
}
