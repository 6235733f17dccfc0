/** Splits a message into its questions: "How heavy is it, and can it be curved?" asks two things. Pure. */
import type { Snapshot } from "../catalog/mod.ts";
import { isOfTrade, otherWordsFor } from "../corpus/mod.ts";
import { completeQuestion, type Shown } from "./follow_up.ts";
import { splitSentences } from "./grounding/sentences.ts";
import { systemsNamed } from "./journey.ts";
import { MAX_PASSAGES } from "./merge_passages.ts";
import type { HistoryEntry } from "./schema.ts";
import { topicOf } from "./topic.ts";

/** Most questions of a message that are taken up: each needs a passage of its own. */
const MOST_PARTS = MAX_PASSAGES;

/** Most characters of what a message tells that are read with each of its questions. A pasted specification is longer. */
const MOST_TOLD = 600;

const AND = "(?:and|plus|as well as|und|sowie|et|ainsi que|y|e|ed)";
/** Words that begin a question, in English, German, French, Spanish and Italian. */
const ASKING = [
  "what|which|who|whose|how|when|where|why|whether",
  "wie|was|welche[mnrs]?|wer|wo|wann|warum|wieso|wieviel|ob",
  "quel(?:le)?s?|combien|comment|quand|qui|où|pourquoi|est-ce|est-il|est-elle|peut-on|y a-t-il|faut-il",
  "qu[eé]|cu[aá]l(?:es)?|cu[aá]nt[oa]s?|c[oó]mo|cu[aá]ndo|d[oó]nde|qui[eé]n|hay|tiene|puede|necesita|es(?! que)",
  "quant[oaei]|quale?|quali|che|chi|dove|quando|è|ha|può|c['’]è",
].join("|");
/** Verbs that begin a question if its subject follows. */
const VERBS = [
  "(?:is|are|does|do|did|can|could|will|would|has|have|should|must|may) (?:it|they|you|we|i|there|the|this|that|these|those|an?|one|my|our|your|its)",
  "(?:ist|sind|kann|können|gibt|hat|haben|braucht|muss|lässt|wird) (?:es|sie|er|man|das|die|der|eine?|wir|ich)",
].join("|");
const YES_OR_NO = new RegExp(String.raw`^\W*(?:${VERBS})(?![\p{L}\p{M}])`, "iu");
const BEGINS = String.raw`(?:${ASKING}|${VERBS})(?![\p{L}\p{M}])`;
const JOINT = new RegExp(`(?:[,;]? ${AND}|[.;]) (?=${BEGINS})`, "iu");
/** With a comma only in a list, because "When it rains, does it leak?" asks one thing. */
const LISTED = new RegExp(`, (?=${BEGINS})`, "iu");
const CONDITION = /^\W*(?:when|if|since|as|because|wenn|falls|weil|quand|si|cuando|se|quando)\b/i;
const BEGINNING = new RegExp(`^[ ¿¡]?(?:${AND} )?${BEGINS}`, "iu");
/** Between properties: "the weight, the lead time and the warranty". */
const PAIR = new RegExp(`, (?:${AND} )?| ${AND} `, "giu");
/** Most words of a sentence that is split between properties, and how it begins. */
const LONGEST_PAIR = 16;
/** Fewest properties of a list that is split whatever its beginning. */
const FEWEST_LISTED = 3;
const PROPERTIES =
  /^[ ¿]?(?:what(?:['’]s| is| are)|quel(?:le)?s? (?:est|sont)|cu[aá]l(?:es)? (?:es|son)|qual[ie]? (?:è|sono)|wie (?:ist|sind)|(?:(?:please|can you|could you) )?(?:tell|give|show|confirm|state)|(?:i|we) need)(?!\p{L})/iu;
const COMPARES = /\b(?:between|differ\w*|compare\w*|versus|vs)\b/i;
/** A sentence that asks, with a question mark or without. */
const ASKS =
  /\?|^(?:please )?(?:tell|explain|describe|give|show|list|compare|confirm|state)\b|\b(?:like|want|need) to know\b/i;

/** The questions of a message that are taken up, and how many of its later ones are not. */
interface TakenUp<Question> {
  readonly questions: readonly Question[];
  readonly leftOut: number;
}

/** A question, and its place among those of the message, from 0. */
interface Placed {
  readonly question: string;
  readonly place: number;
}

/**
 * Returns the first six questions of a message, each with the sentences of the message that ask nothing unless these are
 * long. A message with one question is returned as it is, or without those sentences if it is clear without them.
 */
export function partsOf(message: string): TakenUp<string> {
  const whole = { questions: [message], leftOut: 0 };
  const sentences = splitSentences(message).map(({ start, end }) =>
    message.slice(start, end).replaceAll(/\s+/g, " ")
  );
  const asks = (sentence: string) =>
    ASKS.test(sentence) || BEGINNING.test(sentence) && !CONDITION.test(sentence);
  // "We have a hall. It must be quiet." asks for one thing in two sentences, and "I need its weight and height" for two.
  if (!sentences.some(asks) && sentences.length > 1) return whole;
  const others = sentences.length > 1 ? sentences.filter((sentence) => !asks(sentence)) : [];
  const asked = sentences.filter((sentence) => !others.includes(sentence)).flatMap(clausesOf);
  const [only] = asked;
  if (only === undefined || asked.length < 2) {
    return others.length > 0 && only !== undefined && saysWhat(only)
      ? { questions: [only], leftOut: 0 }
      : whole;
  }
  const told = others.join(" ");
  const context = told.length > 0 && told.length <= MOST_TOLD ? `${told} ` : "";
  return {
    questions: asked.slice(0, MOST_PARTS).map((part) => context + part),
    leftOut: Math.max(0, asked.length - MOST_PARTS),
  };
}

/** Refers to what a message tells before: "Our opening is 9 m wide. Can it span that?" */
const POINTS_BACK = /\b(?:this|that|these|those|there|such|so)\b/i;

/** Whether a question has a word of the trade and can be understood without what the message tells. */
function saysWhat(question: string): boolean {
  return !POINTS_BACK.test(question) && topicOf(question, []).some(({ isOfTrade }) => isOfTrade);
}

/**
 * Returns the questions of a message as {@linkcode partsOf} does, each completed by the ones before it and by the buyer's
 * earlier questions, as {@linkcode completeQuestion} does. Those that ask nothing ("Really?") are left out unless there is no
 * other. "Is it good?" asks for a judgement, which is more than nothing although it has no word that says of what.
 */
export function questionsOf(
  snapshot: Snapshot,
  message: string,
  { history, shown }: { readonly history: readonly HistoryEntry[]; readonly shown: Shown },
): TakenUp<Placed> {
  const { questions, leftOut } = partsOf(withSubject(snapshot, withCapitals(message)));
  const earlier = questions.map((content) => ({ role: "user" as const, content }));
  const completed = questions.map((part, at) =>
    completeQuestion(snapshot, part, { history: [...history, ...earlier.slice(0, at)], shown })
  );
  // "And Heron Lite?" after two questions asks both of them.
  if (completed.length === 1) {
    const parts = partsOf(completed[0] ?? message);
    return { ...parts, questions: placed(parts.questions) };
  }
  const all = placed(completed);
  const asked = all.filter(({ question }) =>
    topicOf(question, []).length > 0 || YES_OR_NO.test(question)
  );
  return { questions: asked.length > 0 ? asked : all.slice(0, 1), leftOut };
}

/** Where a question begins with a small letter after the end of a sentence. */
const SMALL = new RegExp(String.raw`(?<=[.!?] )(?=${BEGINS})\p{Ll}`, "giu");

/**
 * Returns a message with a capital at the beginning of each question after another sentence: "we have a shop. is it loud?"
 * Without it the sentences could not be told apart.
 */
function withCapitals(message: string): string {
  return message.replaceAll(SMALL, (letter) => letter.toUpperCase());
}

/** A property alone, which is asked of "it": "Fire rated?", but not "Seals replaceable?" or "Permit needed?" */
const PROPERTY_ALONE = new RegExp(
  [
    `^(?!(?:${AND}|${ASKING}|or|but|also|any\\w*|is|are|do|does|can|could|will|has|have|it|they|this|that|the|my|our|your)\\s)`,
    String.raw`(?:[\p{L}\p{N}]{1,20}[ -]){0,3}(?<!s )`,
    String.raw`(?!(?:needed|required|included|available|possible|supplied|allowed) ?\?)`,
    String.raw`(?:\p{L}{3,15}(?<!e)ed|\p{L}{2,15}[ai]ble|\p{L}{0,15}(?:proof|free|tight)`,
    String.raw`|resistant|compliant|efficient|safe) ?\?$`,
  ].join(""),
  "iu",
);

function withSubject(snapshot: Snapshot, message: string): string {
  const isOfIt = PROPERTY_ALONE.test(message.trim()) &&
    systemsNamed(snapshot, message).length === 0;
  return isOfIt ? `Is it ${message.trim()}` : message;
}

function placed(questions: readonly string[]): Placed[] {
  return questions.map((question, place) => ({ question, place }));
}

/** Splits a sentence where a question of its own begins, else between two properties. */
function clausesOf(sentence: string): string[] {
  const joined = splitAt(sentence, JOINT);
  const clauses = joined.flatMap((clause, at) =>
    joined.length > 1 && at < joined.length - 1 && !CONDITION.test(clause)
      ? splitAt(clause, LISTED)
      : [clause]
  );
  const questions = clauses.length > 1 ? clauses : propertiesOf(sentence);
  return questions.map((clause) => /[.!?]$/.test(clause) ? clause : `${clause}?`);
}

function splitAt(text: string, joint: RegExp): string[] {
  return text.split(joint).filter((part) => part.trim() !== "");
}

/**
 * Splits "What are the lead time and the warranty?": at "and" between words of the trade that mean different things. Three of
 * them are split after any beginning: "How do they compare on weight, rain and lead time?"
 */
function propertiesOf(sentence: string): string[] {
  const isLong = sentence.split(/\s+/, LONGEST_PAIR + 1).length > LONGEST_PAIR;
  if (isLong) return [sentence];
  const parts = splitProperties(sentence);
  const isPair = PROPERTIES.test(sentence) && !COMPARES.test(sentence);
  return parts.length >= FEWEST_LISTED || isPair ? parts : [sentence];
}

function splitProperties(sentence: string): string[] {
  const parts: string[] = [];
  let from = 0;
  for (const { 0: joint, index } of [...sentence.matchAll(PAIR)]) {
    const part = sentence.slice(from, index);
    const rest = sentence.slice(index + joint.length);
    if (!areApart(part, rest)) continue;
    parts.push(part);
    from = index + joint.length;
  }
  return [...parts, sentence.slice(from)];
}

function areApart(one: string, other: string): boolean {
  const called = calledIn(one);
  const others = calledIn(other);
  return called.size > 0 && others.size > 0 && called.isDisjointFrom(others);
}

/** Returns the words of the trade in a text, with those that documents use for them. */
function calledIn(text: string): Set<string> {
  const words = topicOf(text, []).map(({ word }) => word).filter(isOfTrade);
  return new Set(words.flatMap((word) => [word, ...otherWordsFor(word)]));
}
