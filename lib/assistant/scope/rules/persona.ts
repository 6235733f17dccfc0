/** Rules for impersonation and for other personas: "pretend to be a human advisor". */
import { Concept, has } from "../concepts.ts";
import { anyWithin } from "../sentences.ts";
import type { Sentence, Word } from "../sentence.ts";
import { byOthers, isSubject } from "../subjects.ts";
import { range } from "./shared.ts";

const C = Concept;

/** Weights of the personas that a sentence asks for. */
interface PersonaWeights {
  readonly human: number;
  readonly other: number;
}

const NO_PERSONA: PersonaWeights = { human: 0, other: 0 };

/**
 * Weighs a verb of posing, as a person (`human`) or as something else (`other`): "pretend to be a human advisor", "you
 * are a real person", "act as an evil bot".
 */
export function weighPersona(sentence: Sentence, at: number): PersonaWeights {
  const { words, asks, bits } = sentence;
  const pose = poseAt(sentence, at);
  if (pose === null || asks && has(bits, C.DOMAIN) && !has(bits, C.YOU)) return NO_PERSONA;
  if (isReport(sentence, at) || hasOtherSubject(sentence, at)) return NO_PERSONA;
  const within = (concept: number) => anyWithin(sentence, concept, at + 1, at + pose.reach);
  const named = words.slice(at + 1, at + pose.reach + 1);
  const persons = words.slice(at + 1, at + pose.reach).filter(({ bits }) => has(bits, C.HUMAN));
  const isDomain = anyWithin(sentence, C.DOMAIN, at + 1, at + 5) && !within(C.HUMAN);
  const isPerson = named.some(({ bits, text }) => has(bits, C.HUMAN) && !PEOPLE.test(text));
  const denies = anyWithin(sentence, C.NOT, at, at + 10) && within(C.MACHINE) ? 0.7 : 0;
  const sum = pose.weight + (anyWithin(sentence, C.NOW, at - 6, at + 4) ? 0.5 : 0) -
    (isDomain ? 2 : 0) + (persons.length > 1 ? 0.4 : 0);
  const expert = has(words[at]?.bits ?? 0, C.PERSONA) ? 1 : 0.5;
  const human = isPerson ? 1.5 : within(C.EXPERT) ? expert : 0;
  const other = within(C.FREE) ? 1.5 : within(C.MACHINE) ? 0.8 : 0.4;
  return { human: human === 0 ? 0 : sum + human + denies, other: sum + (denies > 0 ? 0 : other) };
}

/** A verb of posing. */
interface Pose {
  readonly weight: number;
  /** How many words after the verb can name the persona. */
  readonly reach: number;
}

/** Returns the pose that a verb means; null when it means none. */
function poseAt(sentence: Sentence, at: number): Pose | null {
  const { words, asks } = sentence;
  const bits = words[at]?.bits ?? 0;
  const next = words[at + 1]?.text ?? "";
  if (has(bits, C.PERSONA)) {
    return { weight: asks && anyWithin(sentence, C.BE, 0, at - 1) ? 0.5 : 2, reach: REACH };
  }
  if (has(bits, C.ROLE)) {
    const isAs = AS.test(next) || AS.test(words[at + 2]?.text ?? "");
    if (!isAs || WITH.test(next)) return null;
    const clause = words.slice(at + 1, at + REACH + 1).findIndex(({ breaks }) => breaks);
    return { weight: 1.5, reach: clause < 0 ? REACH : clause };
  }
  if (has(bits, C.SAY)) {
    const claims = anyWithin(sentence, C.YOU, at + 1, at + 4) &&
      anyWithin(sentence, C.BE, at + 1, at + 5) &&
      !(asks && anyWithin(sentence, C.WISH | C.BE, 0, at - 1));
    if (!claims && !AS.test(next)) return null;
    return { weight: claims ? 1.7 : 1, reach: 9 };
  }
  return states(words, at) && !asks ? { weight: 1.2, reach: 6 } : null;
}

/** How many words after most verbs of posing can name the persona. */
const REACH = 8;

/** Whether a verb only reports or describes: "he said that …", "who pretends to be a king", "a man posing as …". */
function isReport(sentence: Sentence, at: number): boolean {
  const { words, bits } = sentence;
  const verb = words[at];
  if (verb === undefined || TOLD.test(verb.text) || isKnown(sentence, at)) return true;
  if (has(verb.bits, C.PERSONA) && OF_OTHERS.test(verb.text) && !has(bits, C.MACHINE)) return true;
  return PARTICIPLE.test(verb.text) && has(words[at - 1]?.bits ?? 0, C.HUMAN);
}

/** Whether the buyer or somebody else poses, not the assistant. */
function hasOtherSubject(sentence: Sentence, at: number): boolean {
  const { words } = sentence;
  const isBuyer = [at + 1, at + 2].some((place) =>
    words[place]?.text !== "je" && isSubject(words, place)
  );
  return isBuyer || byOthers(sentence, at);
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
