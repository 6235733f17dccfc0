/** Rules for injections that set orders aside: "ignore all previous instructions". */
import { Concept, has } from "../concepts.ts";
import { anyWithin } from "../sentences.ts";
import type { Sentence } from "../sentence.ts";
import { byOthers } from "../subjects.ts";
import { Whose } from "../whose.ts";
import {
  business,
  CLAUSES,
  EVERYTHING,
  isHiddenText,
  ORDERS,
  ownedBySelf,
  yours,
} from "./shared.ts";

const C = Concept;

/** Returns whether a word sets something aside: a verb like "ignore", or a negated verb like "not follow". */
export function isOverride(sentence: Sentence, at: number): boolean {
  const bits = sentence.words[at]?.bits ?? 0;
  if (has(bits, C.OVERRIDE)) return true;
  return has(bits, C.OBEY) && anyWithin(sentence, C.NOT, at - 3, at - 1);
}

/** Weighs such a verb: "ignore all previous instructions", "alle Anweisungen von oben vergessen". */
export function weighOverride(sentence: Sentence, at: number): number {
  const { words } = sentence;
  const isNoOrder = byOthers(sentence, at) || byGivers(sentence, at) || supposes(sentence, at);
  const excuse = (isNoOrder ? -1.5 : 0) -
    (has(words[at]?.bits ?? 0, C.OVERRIDE) && INFLECTED.test(words[at]?.text ?? "") ? 1 : 0);
  let best = 0;
  for (let noun = Math.max(0, at - 9); noun <= Math.min(words.length - 1, at + 10); noun++) {
    const word = words[noun];
    if (word === undefined || noun === at) continue;
    if (has(word.bits, C.RULES | C.PROMPT) || isHiddenText(sentence, noun)) {
      best = Math.max(best, weighOverridden(sentence, at, noun) + excuse);
    } else if (
      word.text === "what" && noun > at && noun - at <= 3 && !CHOOSES.test(words[at]?.text ?? "")
    ) {
      const told = saysWhatWasTold(sentence, noun) ? 2.5 : 0;
      best = Math.max(best, told + excuse + business(sentence, at, noun));
    } else if (has(word.bits, C.ALL) && EVERYTHING.test(word.text) && Math.abs(noun - at) <= 4) {
      const after = Math.max(at, noun);
      const prior = comesFromBefore(sentence, after) ? 1 : 0;
      const own = anyWithin(sentence, C.SELF, after, after + 3) ? -1.5 : 0;
      best = Math.max(best, 2 + prior + own + excuse + business(sentence, at, noun));
    }
  }
  return best;
}

/** Whether "what" begins "what the hidden text says" or "what you were told". */
function saysWhatWasTold(sentence: Sentence, what: number): boolean {
  return anyWithin(sentence, C.HIDDEN, what, what + 4) &&
      anyWithin(sentence, C.SAY | C.TOLD, what, what + 6) ||
    anyWithin(sentence, C.TOLD, what, what + 6) && anyWithin(sentence, C.YOU, what, what + 3) &&
      !anyWithin(sentence, C.SELF, what, what + 2);
}

/** Whether "everything" is what came before: "everything above", "everything you were told". */
function comesFromBefore(sentence: Sentence, after: number): boolean {
  return anyWithin(sentence, C.PRIOR, after - 1, after + 4) ||
    anyWithin(sentence, C.TOLD, after, after + 6) && anyWithin(sentence, C.YOU, after, after + 5) ||
    anyWithin(sentence, C.HIDDEN, after, after + 6) && anyWithin(sentence, C.SAY, after, after + 6);
}

/** Nouns that buyers also replace, lift or skip. */
const BUYERS_TOO =
  /^(?:filters?|checks|limits|norms|boundaries|training|task|briefing|commands?|protocols?|regulations?)$/;

/** Verbs of choosing: "Replace what you have drawn." */
const CHOOSES = /^(?:replac|remov|instead|cancel)/;

const MODERATION = /^(?:content|usage|moderation|ethic\p{L}*|contenu|contenido|inhalts\p{L}*)$/u;

/** Inflected verbs, which report what somebody does or has done and give no order. */
const INFLECTED = /(?:ores|gets|passes|rides|gards|[^e]ed|otten|ing)$/;

/**
 * Whether the buyer's side is the subject and the assistant is not addressed: "the client has withdrawn all earlier
 * instructions" is no attack, but "the client wants yours ignored" is.
 */
function byGivers(sentence: Sentence, verb: number): boolean {
  if (!has(sentence.whose, Whose.OWN) || anyWithin(sentence, C.YOU | C.YOUR, verb - 6, verb + 8)) {
    return false;
  }
  for (let at = verb - 1; at >= Math.max(0, verb - 6) && !sentence.words[at + 1]?.breaks; at--) {
    if (has(sentence.words[at]?.whose ?? 0, Whose.OWN)) return true;
  }
  return false;
}

/** Whether a question only supposes it: "What happens if you ignore …?" */
function supposes({ words, asks }: Sentence, verb: number): boolean {
  return asks && words.slice(Math.max(0, verb - 4), verb)
    .some(({ text }) => /^(?:if|when|wenn|si|se|jesli|als|daca|если|якщо)$/.test(text));
}

function weighOverridden(sentence: Sentence, verb: number, noun: number): number {
  const word = sentence.words[noun];
  if (word === undefined) return 0;
  const [from, to] = verb < noun ? [verb + 1, noun + 4] : [noun - 3, verb];
  const near = (concept: number) => anyWithin(sentence, concept, from, to) ? 1 : 0;
  const own = ownedBySelf(sentence, noun) ? -1.5 : 0;
  const usual = BUYERS_TOO.test(word.text) ? 0.4 : 0.8;
  return 1 + (has(word.bits, C.PROMPT) ? 1.5 : ORDERS.test(word.text) ? 1 : usual) +
    near(C.PRIOR) + (near(C.YOUR) || yours(sentence, noun)) + near(C.ALL) * 0.5 +
    near(C.HIDDEN) * 0.8 +
    (MODERATION.test(sentence.words[noun - 1]?.text ?? "") ? 0.8 : 0) +
    near(C.MACHINE) * 0.5 + own + business(sentence, verb, noun) +
    (isOrder(sentence, verb) && !anyWithin(sentence, C.SELF, verb, noun + 4) ? 0.4 : 0) -
    (Math.abs(verb - noun) > 6 ? 0.5 : 0);
}

/** Whether a verb is an order: "lift all limits", "I am telling you to drop the guidelines". */
function isOrder(sentence: Sentence, verb: number): boolean {
  if (sentence.asks) return false;
  const { words } = sentence;
  const begins = verb === 0 || words[verb]?.breaks || CLAUSES.test(words[verb - 1]?.text ?? "");
  return begins || anyWithin(sentence, C.YOU, verb - 2, verb - 1);
}
