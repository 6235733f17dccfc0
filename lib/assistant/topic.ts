/** The subject of a question: the words that say what it asks, without the names of systems. Pure. */
import {
  isAbroad,
  isOfTrade,
  isPolish,
  isSpeltLike,
  isUnspecificAbroad,
  onlyAsks,
  otherWordsFor,
} from "../corpus/mod.ts";
import { hasName } from "../text/mod.ts";
import { splitSentences } from "./grounding/sentences.ts";
import { stemOf, termsOf } from "./grounding/terms.ts";
import { reworded } from "./reworded.ts";

/** Most words of a question that are looked for, so that a long one takes bounded time. */
const MOST_WORDS = 40;
/**
 * Most letters of a word that are read. A word may become a regular expression, and its Unicode normal form may have 18 times
 * the letters.
 */
const LONGEST_WORD = 60;
/** Length of a stem from which on longer words belong to it: "motor" to "motorised", but "cat" not to "categories". */
const LONG_STEM = 5;

/** A word of a question: its stem and those of the words that documents use for it. */
export interface TopicWord {
  readonly word: string;
  readonly stems: readonly string[];
  /** Whether it is a word of the trade, for which documents use others too: "quiet", "wheelchair". */
  readonly isOfTrade: boolean;
}

/** Words of a sentence that asks without a question mark. */
const ASKS = /\?|\b(?:tell|explain|know|wonder\w*|please)\b/i;

/**
 * Returns the words of a question that say what it asks about the systems with these names. Of several sentences only
 * those that ask something count. In another language only words of the trade count and the nouns beside them ("How high is
 * the Eiffel Tower?"), because verbs and adjectives are in no document.
 */
export function topicOf(question: string, names: readonly string[]): TopicWord[] {
  const named = new Set(names.flatMap(termsOf).map(({ stem }) => stem));
  const asked = asking(question);
  const words = wordsOf(withoutElision(asked));
  const isMarked = !words.some(({ word }) => isPolish(word));
  const isCounted = isForeign(asked) ? (each: Word) => isSubjectAbroad(each, isMarked) : () => true;
  return words
    .filter((each) => !named.has(each.stem) && !onlyAsks(each.word) && isCounted(each))
    .slice(0, MOST_WORDS)
    .map(({ stem, word }) => ({
      word,
      stems: [stem, ...otherWordsFor(word).map((other) => nounIn(other) ?? stemOf(other))],
      isOfTrade: isOfTrade(word),
    }));
}

/** Whether a word of a question in another language is one of the trade, or a noun, if the language marks nouns. */
function isSubjectAbroad({ word, isNoun }: Word, isMarked: boolean): boolean {
  if (isUnspecificAbroad(word)) return false;
  return otherWordsFor(word).length > 0 || (isNoun() || !isMarked) && !isAbroad(word);
}

/** Whether a text is in another language than English. */
function isForeign(text: string): boolean {
  return wordsOf(withoutElision(text)).some(({ word }) => isAbroad(word));
}

/** Returns a text with "l’isolation" and "dell’anta" as two words each. */
function withoutElision(text: string): string {
  return text.replaceAll(
    /(?<![\p{L}\p{M}])(?:[cdjlmnst]|qu|un|(?:de|a|ne|su)ll)['’](?=\p{L})/giu,
    "$& ",
  );
}

/**
 * Returns the text to search for: of a question in another language only its words of the trade and the names of systems,
 * because the others would be taken for misspelt English words.
 */
export function searchedText(question: string, names: readonly string[]): string {
  if (!isForeign(question)) return reworded(question);
  const topic = topicOf(question, names).filter(({ isOfTrade }) => isOfTrade);
  const said = names.filter((name) => hasName(question, name));
  return [...topic.map(({ word }) => word), ...said].join(" ");
}

/** Returns the sentences that ask something; the whole text if none does. */
function asking(whole: string): string {
  const text = reworded(whole);
  const sentences = sentencesIn({ text });
  const asked = sentences.filter((sentence) => ASKS.test(sentence));
  return asked.length === 0 ? text : asked.join(" ");
}

/** Returns the words of a topic that a text has, also as another form, another word for it or misspelt. */
export function topicIn(topic: readonly TopicWord[], text: string): readonly TopicWord[] {
  const words = wordsOf(text);
  return topic.filter(({ word, stems }) =>
    words.some((other) =>
      stems.some((stem) => isOfStem(other.stem, stem)) || isSpeltLike(word, other.word) ||
      other.stem !== other.word && isSpeltLike(word, other.stem)
    )
  );
}

/** Asks for yes or no: its last word says what is asked ("Is the frame painted?"). */
const WHETHER = /^\W*(?:is|are|was|can|could|does|do|will|would|has|have|should|must|may)\b/i;

/**
 * Returns whether a text has most of a question's topic. Half of the words are enough with a word of the trade
 * ("wheelchair" says what is asked) if the found texts, of which it is one, have words like all the others: a word that none
 * of them has ("the moon") is another subject. A word that they have is not misspelt, so it is not the word of the trade that
 * it resembles. If yes or no is asked about the last word ("burglar resistant"), the text needs that one. If the topic has
 * words that documents call by other names, the text needs one of them, unless `isGiven`: it gives the answer that is asked for.
 */
export function isMostIn(
  topic: readonly TopicWord[],
  text: string,
  { question, all, isGiven }: {
    readonly question: string;
    readonly all: readonly string[];
    readonly isGiven: boolean;
  },
): boolean {
  const found = topicIn(topic, text);
  const last = topic.at(-1);
  const hasLast = !WHETHER.test(asking(question)) || last === undefined || last.isOfTrade ||
    found.includes(last) || wordsOf(text).some(({ word }) => isKin(last.word, word));
  if (!hasLast || found.length * 2 < topic.length) return false;
  const trade = topic.filter(({ stems }) => stems.length > 1);
  if (!isGiven && trade.length > 0 && !trade.some((each) => found.includes(each))) return false;
  if (found.length * 2 > topic.length) return true;
  const words = new Set(all.flatMap((each) => wordsOf(each).map(({ word }) => word)));
  const isTrade = ({ word, stems, isOfTrade }: TopicWord) =>
    stems.length > 1 || isOfTrade && !words.has(word);
  const isKnown = ({ word }: TopicWord) => words.values().some((other) => isKin(word, other));
  return found.some(isTrade) && topic.every((each) => found.includes(each) || isKnown(each));
}

/** Whether two words begin alike: with five letters, or all of a shorter one. */
function isKin(one: string, other: string): boolean {
  return other.startsWith(one.slice(0, LONG_STEM));
}

/** A passage without its provenance. */
export interface Titled {
  readonly title: string;
  readonly heading: string | null;
  readonly text: string;
}

/** Returns the title and heading of a passage. */
export function headOf({ title, heading }: Titled): string {
  return `${title}\n${heading ?? ""}`;
}

/** Returns the sentences and rows of a passage. */
export function sentencesIn({ text }: { readonly text: string }): string[] {
  return splitSentences(text).map(({ start, end }) => text.slice(start, end));
}

/**
 * Returns the sentences and rows of a passage with a word of the topic, or under a heading with one, and a system's name,
 * which may be in the title or heading. A title ("acoustic partition") says too little of what its sentences are about.
 */
export function sentencesOn(
  passage: Titled,
  name: string,
  topic: readonly TopicWord[],
): string[] {
  const isTopical = topicIn(topic, passage.heading ?? "").length > 0;
  const isNamed = hasName(headOf(passage), name);
  return sentencesIn(passage).filter((sentence) =>
    (isNamed || hasName(sentence, name)) && (isTopical || topicIn(topic, sentence).length > 0)
  );
}

/** Whether a sentence of a passage gives a figure of a system's property. */
export function statesFigure(
  passage: Titled,
  name: string,
  measured: readonly TopicWord[],
): boolean {
  return measured.length > 0 &&
    sentencesOn(passage, name, measured).some((sentence) => /\d/.test(sentence));
}

function isOfStem(stem: string, of: string): boolean {
  return stem === of || of.length >= LONG_STEM && stem.startsWith(of) || stem === `${of}est`;
}

/** Before a noun in German, French, Spanish, Italian, Dutch and Portuguese: an article, or a preposition that stands for one. */
const ARTICLE =
  /(?<![-\p{L}\p{M}])(?:d(?:er|ie|as|em|en|es|u|e|el|i|ei|egli|ello|ella)?|eine?[mnrs]?|une?|un[ao]|l(?:e|a|es|o|os|as)?|el|il|gli|au|aux|alla?|het|een|[oa]s?|uma?|d[oa]s?)['’]?\s$/iu;
const SHORTEST_NOUN = 3;
/** Most letters of an article with the blank after it, and one before it. */
const LOOK_BACK = 8;

/** A word of a text. */
interface Word {
  readonly stem: string;
  readonly word: string;
  /** Whether it is a noun in another language than English, as far as its form shows. */
  isNoun(): boolean;
}

/** The hole in a wall, which is not what opens: "How big can the opening be?", but not "opening it". */
const HOLE = /^openings?(?!\p{L}|\s(?:it|them|this|that|the|an?|and)\b)/iu;
/** Things named after what is done ("drawings"): "Draw your own conclusion" is not about them. */
const MADE = /^(\p{L}{3,}ing)s(?!\p{L})/iu;
const LOOK_AHEAD = 6;

/** Returns the stem of a noun such as "opening" or "drawings" at the beginning of a text; null of any other word. */
function nounIn(text: string): string | null {
  return HOLE.test(text) ? "opening" : MADE.exec(text)?.[1]?.toLowerCase() ?? null;
}

/** Returns the words of a text that say something, with their stems. */
export function wordsOf(text: string): Word[] {
  return termsOf(text).map(({ stem, start, end, capital, first }) => ({
    stem: nounIn(text.slice(start, end + LOOK_AHEAD)) ?? stem,
    word: withoutAccents(text.slice(start, Math.min(end, start + LONGEST_WORD))).toLowerCase(),
    isNoun: () => {
      const before = text.slice(Math.max(0, start - LOOK_BACK), start);
      return end - start >= SHORTEST_NOUN &&
        (capital && !first && !/[¿¡]$/.test(before) || ARTICLE.test(before));
    },
  }));
}

function withoutAccents(word: string): string {
  return /^[a-z]+$/i.test(word) ? word : word.normalize("NFKD").replace(/[\p{M}'’]/gu, "");
}

/** Pronouns that stand for systems. */
export const IT = /\b(?:its?|this|these|they|them|their)\b/i;

/**
 * Words that refer to the system in view: "it", "the" after the verb ("What does the ceiling need?"), "is there", or what the
 * buyer can choose ("Which woods can I get?").
 */
const REFERS =
  /\b(?:its?|this|that|these|those|they|them|their|either|both)\b|(?:\b(?:is|are|can|could|do|does|did|will|would|should|must|may|has|have)|['’]s)\s+the\s(?!differen)|\b(?:is|are)\s+there\b|\bcan\s+(?:i|we)\s+(?:get|have|choose|order)\W*$/i;

/** Whether a question refers to the system in view. In a message of several sentences "it" may refer to an earlier one. */
export function refersToSystem(question: string): boolean {
  return REFERS.test(question) && !/[.!?]\s+\S/.test(question) || isForeign(question);
}

/** Whether a question asks what a word means, and not what it is of "it": "What is a U-factor?" */
export function isDefinition(question: string): boolean {
  return /^\W*(?:what(?:['’]s|\s+is|\s+are)\s+(?!the\s|it\b)|what\s+do(?:es)?\s.*\bmean\b|explain\s|(?:define|meaning of)\s)/i
    .test(question) && !refersToSystem(question);
}

/** Stems of the words that documents use for weather and sound. */
const RATED = new Set(["water", "wind", "sound"].map(stemOf));

/** Words that compare beside the property: "Which takes more wind?" */
const MORE_OF = /\b(?:more|less|most|least|better|best|worse|worst)\b/i;

/**
 * Returns the words of the property that a question asks a figure of ("How heavy is it?", "Which one is quieter?", "Is it
 * waterproof?"); none if it asks for none. Yes or no is asked about a figure if all words that say what is asked are of
 * weather or sound, which are rated: whether it rattles in the wind is another matter, and "Is it heavy?" asks for a judgement.
 */
export function measuredIn(question: string, names: readonly string[]): readonly TopicWord[] {
  const topic = topicOf(question, names);
  const isAll = /\bwhich\b/i.test(question) && MORE_OF.test(question) ||
    WHETHER.test(asking(question)) &&
      topic.every(({ stems }) => stems.some((stem) => RATED.has(stem)));
  return topic.filter(({ word, isOfTrade }) =>
    isOfTrade && (isAll ||
      new RegExp(
        String
          .raw`\b(?:compared?\s(?:in|on|by)\s|differen\w+\sin\s|how\s+(?:(?:much|many)\b.{0,40}\b)?|what(?:['’]s|\s+is|\s+are)\s+(?:the|its)\s+(?:max\w{0,5}\s+|min\w{0,5}\s+)?${
          /e(?:r|st)$/.test(word) ? "|which\\b.{0,40}\\b" : ""
        })${RegExp.escape(word)}\b`,
        "i",
      ).test(question))
  );
}
