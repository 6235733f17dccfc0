/**
 * Finds out what kind of answer a question asks for (a size, a material, how often), and whether a passage gives one for
 * the thing in question: most passages about a cable do not say what it is made of. Pure.
 */
import { hasName } from "../text/mod.ts";
import { hasAmount } from "./amount.ts";
import { type Kind, KINDS } from "./answer_kinds.ts";
import {
  headOf,
  sentencesIn,
  type Titled,
  topicIn,
  topicOf,
  type TopicWord,
  wordsOf,
} from "./topic.ts";

/** The answer that a question asks for. */
export interface WantedAnswer {
  /**
   * Whether it asks for an answer of a known kind about a thing that it names: "How thick are the cables?", but not "How
   * high is it?", which is about a whole system.
   */
  readonly isOfThing: boolean;
  /** Whether a passage gives such an answer. True of any passage if the kind is unknown. */
  isGivenBy(passage: Titled): boolean;
  /** Whether it is a size that one sentence of a passage gives, with all words that describe the thing, as they are spelt. */
  isPlainIn(passage: Titled): boolean;
}

/** Words of a question that asks for more than yes or no. */
const ASKS = /\b(?:what|where|which|how|who|tell|give|know|there (?:an?|any) m(?:ax|in))/i;
/** Words for a whole system. */
const SYSTEM_WORD =
  /^(?:walls?|doors?|partitions?|curtains?|accordions?|dividers?|units?|systems?|products?|models?)$/;
const NUMBER_WORD = /^(?:two|three|four|five|six|both)$/;

/**
 * Returns the answer that a question asks for. One of a known kind is a figure, material or the like. It has to be in a
 * sentence with half of the words that describe the thing in question and close to one of them, or, in a question about a whole
 * system, anywhere in the passage. A question for a property by its name ("What finish does it have?") is answered only where
 * that word, or one that documents use for it, occurs.
 *
 * @param names the systems that the question is about.
 * @param others the other systems: a sentence about one of them alone gives no answer.
 */
export function wantedAnswer(
  question: string,
  names: readonly string[],
  others: readonly string[],
): WantedAnswer {
  const sentencesOf = (passage: Titled) => sentencesFor(passage, names, others);
  const topic = topicOf(question, names);
  const { kind, asked } = kindOf(question);
  const described = topic.filter(({ word }) => !hasWord(asked, word) && !NUMBER_WORD.test(word));
  const thing = thingOf(question, described);
  const isOfThing = !described.every(({ word }) => SYSTEM_WORD.test(word));
  if (kind !== undefined && thing !== undefined && isOfThing) {
    return {
      isOfThing: true,
      isPlainIn: (passage) =>
        SIZE.test(asked) &&
        sentencesOf(passage).some((sentence) =>
          described.every(({ stems }) => hasStem(sentence, stems)) &&
          kind.find(sentence, asked).some((place) => isNear(sentence, place, [thing]))
        ),
      isGivenBy: (passage) =>
        hasAmount(question, passage.text) &&
        hasAnswer(passage, sentencesOf(passage), { kind, asked, described, thing }),
    };
  }
  if (kind?.isWhole === true && !isOfThing) {
    const isGivenBy = (passage: Titled) => saysOf(passage, names, (text) => kind.find(text, asked));
    return { isOfThing: true, isPlainIn: isGivenBy, isGivenBy };
  }
  const property = kind === undefined ? propertyOf(question, topic) : undefined;
  return {
    isOfThing: false,
    isPlainIn: () => false,
    isGivenBy: (passage) =>
      hasAmount(question, passage.text) &&
      (kind === undefined ||
        sentencesOf(passage).some((sentence) => kind.find(sentence, asked).length > 0)) &&
      (property === undefined ||
        topicIn([property], `${headOf(passage)}\n${passage.text}`).length > 0),
  };
}

/** Returns the kind of answer that a question asks for first: "How fast can I get a standard width?" asks for a time. */
function kindOf(question: string): { kind: Kind | undefined; asked: string } {
  if (!ASKS.test(question)) return { kind: undefined, asked: "" };
  const [first] = KINDS.flatMap((kind) => {
    const match = kind.asks.exec(question);
    return match === null ? [] : [{ kind, asked: match[0], index: match.index }];
  }).sort((a, b) => a.index - b.index);
  return first ?? { kind: undefined, asked: "" };
}

interface Wanted {
  readonly kind: Kind;
  readonly asked: string;
  /** The words that describe the thing, with its own. */
  readonly described: readonly TopicWord[];
  readonly thing: TopicWord;
}

function hasAnswer(
  passage: Titled,
  sentences: readonly string[],
  { kind, asked, described, thing }: Wanted,
): boolean {
  const head = headOf(passage);
  return sentences.some((sentence) => {
    const places = kind.find(sentence, asked);
    if (places.length === 0) return false;
    const here = topicIn(described, sentence);
    const found = new Set([...here, ...topicIn(described, head)]);
    const isSame = found.size * 2 > described.length ||
      found.size * 2 === described.length && found.has(thing);
    return isSame && (here.length === 0 || places.some((place) => isNear(sentence, place, here)));
  });
}

/** Whether a passage gives an answer for one of these systems, whose name is in the title or before the answer. */
function saysOf(
  passage: Titled,
  names: readonly string[],
  find: (sentence: string) => readonly number[],
): boolean {
  return names.some((name) =>
    sentencesIn(passage).some((sentence) =>
      find(sentence).some((place) =>
        hasName(`${headOf(passage)}\n${sentence.slice(0, place)}`, name)
      )
    )
  );
}

const SIZE = /how (?:big|large)|est$/i;

function hasStem(sentence: string, stems: readonly string[]): boolean {
  return wordsOf(sentence).some(({ stem }) => stems.includes(stem));
}

/** Most words between an answer and the thing that it is about. */
const NEAR = 10;

function isNear(sentence: string, place: number, words: readonly TopicWord[]): boolean {
  const before = sentence.slice(0, place).split(/\s+/).slice(-NEAR - 1).join(" ");
  const after = sentence.slice(place).split(/\s+/, NEAR + 1).join(" ");
  return topicIn(words, before + after).length > 0;
}

/** Returns the sentences of a passage that can be about systems with these names: not those that name only others. */
function sentencesFor(
  passage: Titled,
  names: readonly string[],
  others: readonly string[],
): string[] {
  const sentences = sentencesIn(passage);
  const present = names.length === 0 ? [] : others.filter((name) => hasName(passage.text, name));
  if (present.length === 0) return sentences;
  const has = (sentence: string) => (name: string) => hasName(sentence, name);
  return sentences.filter((sentence) => names.some(has(sentence)) || !present.some(has(sentence)));
}

/** Words after which a question describes the thing further: "the channel in the floor". */
const FURTHER = /\b(?:of|for|between|in|at|on|with|to|from|that|which|when|where|if|be|made)\b/i;

/** Returns the word for the thing in question: "How wide is the channel in the floor?" is about the channel. */
function thingOf(question: string, described: readonly TopicWord[]): TopicWord | undefined {
  for (const part of question.split(FURTHER)) {
    const thing = described.findLast(({ word }) => hasWord(part, word));
    if (thing !== undefined) return thing;
  }
  return described.at(-1);
}

const WORDS = String.raw`((?:\p{L}{1,30}[ -]){0,3}?\p{L}{1,30})`;
const VERB = "(?:is|are|do|does|did|can|could|should|has|have|will|would|must|may)";
const PROPERTY = new RegExp(
  [
    String.raw`\b(?:(?:what|which)(?: (?:kind|type|sort)s? of)?|how much) ${WORDS} ${VERB}\b`,
    String
      .raw`\bwhat(?:['’]s| is| are) (?:the|its) ${WORDS}(?= (?:of|for|between|at|in|on|with|to|from)\b|\?)`,
  ].join("|"),
  "iu",
);

/** Returns the word for the property that a question names: "What finish does it have?", "What is the diameter of the drum?" */
function propertyOf(question: string, topic: readonly TopicWord[]): TopicWord | undefined {
  const [, ...named] = PROPERTY.exec(question) ?? [];
  const property = named.find((words) => words !== undefined) ?? "";
  return topic.findLast(({ word }) => hasWord(property, word));
}

function hasWord(text: string, word: string): boolean {
  return new RegExp(`(?<!\\p{L})${RegExp.escape(word)}(?!\\p{L})`, "iu").test(text);
}
