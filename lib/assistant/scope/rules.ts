/**
 * Weighs how strongly a sentence attacks the assistant, by kind. Single words never suffice: each rule adds up the
 * concepts that occur close together, and subtracts for signs of the buyer's own subject.
 */
import { Concept, has } from "./concepts.ts";
import type { AttackKind } from "./attack_kind.ts";
import { movesOf } from "./moves.ts";
import { phrasesOf } from "./phrases.ts";
import { weighFreedom, weighLawless, weighNewOrders } from "./rules/freedom.ts";
import { weighLeak, weighWanted } from "./rules/leak.ts";
import { isOverride, weighOverride } from "./rules/override.ts";
import { weighDenial, weighPersona } from "./rules/persona.ts";
import { ENOUGH } from "./rules/shared.ts";
import type { Sentence, Word } from "./sentence.ts";
import { sentenceOf } from "./sentences.ts";

/** The weight of the evidence for each kind; 1 or more is an attack. */
type Accusation = Record<AttackKind, number>;

const C = Concept;
/** The threshold of rules whose concepts are common in honest questions. */
const PLENTY = 3;
/** The threshold for a hidden text. */
const HIDDEN_ENOUGH = 2;

const VERBS = C.OVERRIDE | C.REVEAL | C.PERSONA | C.ROLE | C.FREE |
  C.NOT | C.DENY | C.NEW | C.NOW | C.WHAT | C.BE | C.SAY |
  C.OBEY | C.DECODE | C.WISH;

/** Returns whether a sentence has a word that a rule, a move or a phrase starts from; a cheap filter. */
export function mayAttack({ words, bits, marks, classes }: Sentence): boolean {
  return has(bits, VERBS) || marks !== 0 || classes !== 0 ||
    words.some(({ phrases }) => phrases.length > 0);
}

/** Weighs one sentence. `hidden` lowers the thresholds, because no honest question is encoded. */
export function accuse(given: Sentence, hidden = false): Accusation {
  const accusation: Accusation = { injection: 0, prompt_leak: 0, impersonation: 0 };
  const add = (kind: AttackKind, sum: number, needed: number) => {
    const weight = sum / (hidden ? Math.min(HIDDEN_ENOUGH, needed) : needed);
    if (weight > accusation[kind]) accusation[kind] = weight;
  };
  const sentence = withoutOtherSenses(withoutReports(given));
  const { words, bits } = sentence;
  // Preconditions of the rules, so that most words of honest sentences cost nothing.
  const rules = has(bits, C.RULES | C.PROMPT);
  const who = has(bits, C.HUMAN | C.EXPERT | C.FREE | C.MACHINE);
  for (let at = 0; at < words.length; at++) {
    const word = words[at];
    if (word === undefined || word.bits === 0) continue;
    if ((rules || has(bits, C.ALL | C.WHAT | C.TEXT)) && isOverride(sentence, at)) {
      add("injection", weighOverride(sentence, at), ENOUGH);
    }
    if (has(word.bits, C.FREE)) add("injection", weighFreedom(sentence, at), ENOUGH);
    if (rules && has(word.bits, C.NOT)) add("injection", weighLawless(sentence, at), ENOUGH);
    if (has(word.bits, C.NEW) && rules || has(word.bits, C.NOW) && has(bits, C.YOU)) {
      add("injection", weighNewOrders(sentence, at), ENOUGH);
    }
    if (has(word.bits, C.REVEAL | C.WHAT)) {
      if (rules || has(bits, C.TEXT | C.ALL | C.TOLD)) {
        add("prompt_leak", weighLeak(sentence, at), PLENTY);
      }
    } else if (rules && WANTS.test(word.text)) {
      add("prompt_leak", weighWanted(sentence, at), PLENTY);
    }
    if (who && has(word.bits, C.PERSONA | C.ROLE | C.BE | C.SAY)) {
      const { human, other } = weighPersona(sentence, at);
      add("impersonation", human, PLENTY);
      add("injection", other, PLENTY);
    }
    if (has(bits, C.MACHINE) && has(word.bits, C.NOT | C.DENY)) {
      add("impersonation", weighDenial(sentence, at), PLENTY);
    }
    if (has(word.bits, C.DECODE) && has(bits, C.OBEY)) add("injection", ENOUGH, ENOUGH);
  }
  for (const kind of movesOf(sentence)) add(kind, ENOUGH, ENOUGH);
  for (const kind of phrasesOf(sentence)) add(kind, ENOUGH, ENOUGH);
  return accusation;
}

const WANTS =
  /^(?:need|want|require|call|name|mean|refer|brauche|quiero|veux|voglio|quero|chce|vreau)$/;

const UNSAID = {
  text: "",
  bits: 0,
  marks: 0,
  classes: 0,
  whose: 0,
  hints: 0,
  named: 0,
  phrases: [],
};

const PROMPTLY =
  /^(?:reply|replies|answers?|responses?|service|deliver\p{L}*|help|attention|payment|feedback|reaction|processing)$/u;
/** Objects of the verb "prompts": "Which system prompts the user to close it?" */
const PROMPTED =
  /^(?:(?:the|a|an|any) (?:user|visitor|driver|operator|person|guest)s?|me to|us to|them to|people to)/;
/** Adverbs before the adjective "prompt". */
const HOW_PROMPT = /^(?:very|so|more|most|too|quite|really)$/;

/** Blanks out other senses of "prompt" ("your prompt reply") and "rules" ("this rules the wall out"). */
function withoutOtherSenses(sentence: Sentence): Sentence {
  if (!has(sentence.bits, C.PROMPT | C.RULES)) return sentence;
  const isOther = sentence.words.map(({ text }, at) =>
    text === "rules" && sentence.words.slice(at + 1, at + 3).some((word) => word.text === "out") ||
    /^prompts?$/.test(text) && (PROMPTLY.test(sentence.words[at + 1]?.text ?? "") &&
          !sentence.words[at + 1]?.breaks ||
        PROMPTED.test(sentence.words.slice(at + 1, at + 3).map((word) => word.text).join(" ")) ||
        HOW_PROMPT.test(sentence.words[at - 1]?.text ?? "") && at < sentence.words.length - 1)
  );
  if (!isOther.includes(true)) return sentence;
  return withoutWords(sentence, (_, at) => isOther[at] === true);
}

/** Blanks out quoted words if the text around them reports them, because talking about words is not an order. */
function withoutReports(sentence: Sentence): Sentence {
  if (!sentence.words.some(({ quoted }) => quoted)) return sentence;
  let outside = 0;
  for (const word of sentence.words) if (!word.quoted) outside |= word.bits;
  const reports = has(outside, C.REPORT | C.DOMAIN) && !has(outside, C.DECODE | C.OBEY | C.YOUR);
  if (!reports) return sentence;
  return withoutWords(sentence, ({ quoted }) => quoted);
}

/** Blanks out some words of a sentence. */
function withoutWords(
  { words, asks }: Sentence,
  isBlanked: (word: Word, at: number) => boolean,
): Sentence {
  const kept = words.map((word, at) => isBlanked(word, at) ? { ...word, ...UNSAID } : word);
  return sentenceOf(kept, asks);
}
