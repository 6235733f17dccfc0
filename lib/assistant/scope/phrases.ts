/** Attacks by their phrases: what is asked of whom about what, in the words that people use for it. */
import type { AttackKind } from "./attack_kind.ts";
import { PHRASES } from "./phrases/index.ts";
import { hasPhrase } from "./phrases/match.ts";
import type { Sentence } from "./sentence.ts";

/** The walk in which each phrase was tried last, so that none is tried twice in one. */
const triedIn = new Float64Array(PHRASES.length);
let walk = 0;

/** The kinds of the phrases in a sentence. */
export function phrasesOf(sentence: Sentence): ReadonlySet<AttackKind> {
  let found = NONE;
  walk++;
  for (const { phrases } of sentence.words) {
    for (const index of phrases) {
      if (triedIn[index] === walk) continue;
      triedIn[index] = walk;
      const entry = PHRASES[index];
      if (entry === undefined || found.has(entry.kind) || !hasPhrase(sentence, entry.phrase)) {
        continue;
      }
      found = new Set([...found, entry.kind]);
    }
  }
  return found;
}

const NONE: ReadonlySet<AttackKind> = new Set();
