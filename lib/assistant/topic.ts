/** The subject of a question: the words that say what it asks, without the names of systems. Pure. */
import { isOfTrade, isSpeltLike, onlyAsks, otherWordsFor } from "../corpus/mod.ts";
import { stemOf, termsOf } from "./grounding/terms.ts";

/** Most words of a question that are looked for, so that a long one takes bounded time. */
const MOST_WORDS = 40;
/** Length of a stem from which on longer words belong to it: "motor" to "motorised", but "cat" not to "categories". */
const LONG_STEM = 5;

/** A word of a question: its stem and those of the words that documents use for it. */
export interface TopicWord {
  readonly word: string;
  readonly stems: readonly string[];
  /** Whether it is a word of the trade, for which documents use others too: "quiet", "wheelchair". */
  readonly isOfTrade: boolean;
}

/** Returns the words of a question that say what it asks about the systems with these names. */
export function topicOf(question: string, names: readonly string[]): TopicWord[] {
  const named = new Set(names.flatMap(termsOf).map(({ stem }) => stem));
  return wordsOf(question)
    .filter(({ stem, word }) => !named.has(stem) && !onlyAsks(word)).slice(0, MOST_WORDS)
    .map(({ stem, word }) => ({
      word,
      stems: [stem, ...otherWordsFor(word).map(stemOf)],
      isOfTrade: isOfTrade(word),
    }));
}

/** Returns the words of a topic that a text has, also as another form, another word for it or misspelt. */
export function topicIn(topic: readonly TopicWord[], text: string): readonly TopicWord[] {
  const words = wordsOf(text);
  return topic.filter(({ word, stems }) =>
    words.some((other) =>
      stems.some((stem) => isOfStem(other.stem, stem)) || isSpeltLike(word, other.word)
    )
  );
}

function isOfStem(stem: string, of: string): boolean {
  return stem === of || of.length >= LONG_STEM && stem.startsWith(of) || stem === `${of}est`;
}

function wordsOf(text: string): { stem: string; word: string }[] {
  return termsOf(text).map(({ stem, start, end }) => ({
    stem,
    word: text.slice(start, end).toLowerCase(),
  }));
}
