/** Rules for impersonation and for other personas: "pretend to be a human advisor". */
import { Concept, has } from "../concepts.ts";
import { anyWithin } from "../sentences.ts";
import type { Sentence, Word } from "../sentence.ts";
import { byOthers, isSubject } from "../subjects.ts";
import { range } from "./shared.ts";

const C = Concept;

/**
 * Weighs a verb of posing, as a person (`human`) or as something else (`other`): "pretend to be a human advisor", "you
 * are a real person", "act as an evil bot".
 */
export function weighPersona(sentence: Sentence, at: number): { human: number; other: number } {
  const { words, asks, bits } = sentence;
  const nothing = { human: 0, other: 0 };
  const verb = words[at];
  if (verb === undefined) return nothing;
  const next = words[at + 1];
  if (TOLD.test(verb.text) || isKnown(sentence, at)) return nothing;
  let base = 0;
  let reach = 8;
  if (has(verb.bits, C.PERSONA) && OF_OTHERS.test(verb.text) && !has(bits, C.MACHINE)) {
    return nothing;
  }
  if (PARTICIPLE.test(verb.text) && has(words[at - 1]?.bits ?? 0, C.HUMAN)) return nothing;
  if (has(verb.bits, C.PERSONA)) base = asks && anyWithin(sentence, C.BE, 0, at - 1) ? 0.5 : 2;
  else if (has(verb.bits, C.ROLE)) {
    const isAs = AS.test(next?.text ?? "") || AS.test(words[at + 2]?.text ?? "");
    base = isAs && !WITH.test(next?.text ?? "") ? 1.5 : 0;
    const after = words.slice(at + 1, at + reach + 1).findIndex(({ breaks }) => breaks);
    if (after >= 0) reach = after;
  } else if (has(verb.bits, C.SAY)) {
    const claims = anyWithin(sentence, C.YOU, at + 1, at + 4) &&
      anyWithin(sentence, C.BE, at + 1, at + 5);
    base = claims && !(asks && anyWithin(sentence, C.WISH | C.BE, 0, at - 1))
      ? 1.7
      : AS.test(next?.text ?? "")
      ? 1
      : 0;
    reach = 9;
  } else if (states(words, at) && !asks) {
    base = 1.2;
    reach = 6;
  }
  if (base === 0 || asks && has(bits, C.DOMAIN) && !has(bits, C.YOU)) return nothing;
  const mine = [at + 1, at + 2].some((place) =>
    words[place]?.text !== "je" && isSubject(words, place)
  );
  if (mine || byOthers(sentence, at)) return nothing;
  const within = (concept: number) => anyWithin(sentence, concept, at + 1, at + reach);
  const domain = anyWithin(sentence, C.DOMAIN, at + 1, at + 5) && !within(C.HUMAN) ? -2 : 0;
  const now = anyWithin(sentence, C.NOW, at - 6, at + 4) ? 0.5 : 0;
  const denies = anyWithin(sentence, C.NOT, at, at + 10) && within(C.MACHINE) ? 0.7 : 0;
  const isPerson = words.slice(at + 1, at + reach + 1)
    .some(({ bits, text }) => has(bits, C.HUMAN) && !PEOPLE.test(text));
  const human = isPerson ? 1.5 : within(C.EXPERT) ? (has(verb.bits, C.PERSONA) ? 1 : 0.5) : 0;
  const other = within(C.FREE) ? 1.5 : within(C.MACHINE) ? 0.8 : 0.4;
  const persons = words.slice(at + 1, at + reach).filter(({ bits }) => has(bits, C.HUMAN)).length;
  const sum = base + now + domain + (persons > 1 ? 0.4 : 0);
  return { human: human === 0 ? 0 : sum + human + denies, other: sum + (denies > 0 ? 0 : other) };
}

/** Reported speech, which is no order. */
const TOLD = /^(?:says|said|saying)$/;
/** Plurals, because nobody poses as several people. */
const PEOPLE =
  /^(?:people|persons|humans|staff|employees|advis[eo]rs|menschen|personen|personnes|personas|persone|pessoas|mensen)$/;
const KNOWS =
  /^(?:know|knew|think|thought|guess|hear|heard|believe|see|understand|suppose|assume|read|hope|weiss|denke|glaube|sais|crois|pense|se|creo|so|credo)$/;

/** Whether the buyer only states a belief: "I know that you are not a human." */
function isKnown({ words, asks }: Sentence, at: number): boolean {
  if (asks || !states(words, at)) return false;
  return words.slice(Math.max(0, at - 5), at).some(({ text }, index, before) =>
    KNOWS.test(text) && isSubject(before, index - 1)
  );
}

/** Verb forms about somebody else, which are no order: "who pretends to be a king". */
const OF_OTHERS = /^(?:pretends|impersonates|poses)$/;

/** Participles about somebody else: "a man pretending to be your technician". */
const PARTICIPLE = /^(?:pretending|posing|impersonating)$/;

const AS =
  /^(?:as|like|the|als|wie|comme|como|come|que|jak|jako|как|як|som|ca|of|в|that|mint|gibi|σαν|ως|so|zo|an|a|den|die|le|el|il|o|rol|rola|роль|tamquam)$/;

/** Prepositions after a verb of speaking: "speak with an advisor". */
const WITH = /^(?:with|to|mit|met|avec|con|com|cu|z|с|з)$/;

/** Whether a verb says "you are", "du bist", "eres". */
function states(words: readonly Word[], at: number): boolean {
  const bits = words[at]?.bits ?? 0;
  if (!has(bits, C.BE)) return false;
  return has(words[at - 1]?.bits ?? 0, C.YOU) || has(bits, C.YOU);
}

/** Weighs an order to deny being a machine: "never admit that you are a bot". */
export function weighDenial(sentence: Sentence, at: number): number {
  const { words } = sentence;
  const bits = words[at]?.bits ?? 0;
  const machine = range(at + 1, Math.min(words.length - 1, at + 12))
    .find((place) => has(words[place]?.bits ?? 0, C.MACHINE));
  if (machine === undefined || byOthers(sentence, at)) return 0;
  if (anyWithin(sentence, C.SELF, at + 1, machine)) return 0;
  const tells = anyWithin(sentence, C.SAY | C.DENY | C.REVEAL, at, machine) ? 1 : 0;
  const you = anyWithin(sentence, C.YOU | C.YOUR, at, machine) ? 1 : 0;
  return 1 + (at === 0 && has(bits, C.DENY) ? 0.5 : 0) + tells + you * 0.7 +
    (has(bits, C.DENY) ? 0.5 : 0.3) - (tells === 0 ? 1 : 0) -
    (sentence.asks ? 1.5 : 0);
}
