/** Detects attacks by the table of phrases (see `phrases/match.ts`). */
import type { AttackKind } from "./attack_kind.ts";
import { PHRASES } from "./phrases/index.ts";
import { hasPhrase } from "./phrases/match.ts";
import type { Sentence } from "./sentence.ts";

/** For each phrase the number of the call that tried it last, so that no call tries it twice. */
const triedIn = new Float64Array(PHRASES.length);
let call = 0;

/** Returns the kinds of the attacks whose phrases occur in a sentence. */
export function phrasesOf(sentence: Sentence): ReadonlySet<AttackKind> {
  let found = NONE;
  call++;
  for (const { phrases } of sentence.words) {
    for (const index of phrases) {
      if (triedIn[index] === call) continue;
      triedIn[index] = call;
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
