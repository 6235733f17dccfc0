/**
 * Finds out what kind of answer a question asks for (a size, a material, how often), and whether a passage gives one for
 * the thing in question: most passages about a cable do not say what it is made of. Pure.
 */
import { hasName } from "../text/mod.ts";
import { hasAmount } from "./amount.ts";
import { type Figure, figuresOf } from "./grounding/figures.ts";
import { splitSentences } from "./grounding/sentences.ts";
import { type Titled, topicIn, topicOf, type TopicWord, wordsOf } from "./topic.ts";

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

/** A kind of answer. */
interface Kind {
  /** Matches the words of a question that ask for it, which are no part of the thing in question. */
  readonly asks: RegExp;
  /** Whether these words name what is asked about, so that no other thing need be named: "What glass is used?" */
  readonly isWhole?: true;
  /** Returns where a sentence has such answers. `asked`: the words that the pattern matched. */
  find(sentence: string, asked: string): readonly number[];
}

const MATERIAL =
  /\b(?:alumini?um|steel|stainless|iron|brass|bronze|zinc|metal|glass|wood|wooden|timber|oak|fir|walnut|ash|beech|veneers?|laminated?|laminates|vinyl|pvc|plastic|nylon|polyamide|silicone|rubber|epdm|foam|felt|fabric|wool|cotton|leather|stone|concrete|mineral|gypsum|acrylic|polycarbonate|carbon)\b/gi;
const GLASS =
  /\b(?:single|double|triple|tempered|toughened|laminated|insulating|impact|safety|acoustic|satin|switchable)[- ](?:\w{2,12} ){0,2}(?:glass|glazing|glazed|panes?)\b|\b(?:tempered|toughened|laminated) panels?\b/gi;
const OFTEN =
  /\b(?:every|each|once|twice|daily|weekly|monthly|yearly|annual(?:ly)?|times an? \w+|(?<!\bfor )(?:an?|per) (?:day|week|month|year))\b/gi;
const MAKER =
  /\b(?:(?:made|built|supplied|produced|manufactured) by|manufacturers?|brands?|suppliers?)\b/gi;
const WHO =
  /\b(?:(?:the|our own|own|your|an?|one|two|three|of) (?:\w{2,20} )?(?:fitters?|installers?|technicians?|carpenters?|electricians?|contractors?|engineers?|caretakers?|builders?)|(?:our own|by) (?:fitters|installers|staff)|we (?:install|fit|hang))\b/gi;
/** Words for the same length of a thing, each pattern for another one. */
const LENGTHS: readonly RegExp[] = [
  /\bthick/i,
  /\b(?:wide|width|broad)/i,
  /\b(?:high|tall|height|above|proud)/i,
  /\b(?:deep|depth)/i,
  /\b(?:long|length)/i,
];
const TIMES = ["time", "days", "months"];
/** A time without a number. */
const ONE_TIME = /\b(?:in|within|about) (?:an?|one) (?:hour|morning|day|week|month|year)\b/gi;

/** Words of a question that asks for more than yes or no. */
const ASKS = /\b(?:what|which|how|who|tell|give|know)\b/i;
const KINDS: readonly Kind[] = [
  {
    ...said(/\b(?:made (?:out )?(?:of|from)|(?:what|which) materials?)\b/i, MATERIAL),
    isWhole: true,
  },
  {
    ...said(/\b(?:what|which)(?: (?:kind|type|sort)s? of)? (?:glass|glazing)\b/i, GLASS),
    isWhole: true,
  },
  said(/\bhow often\b/i, OFTEN),
  said(
    /\bwho\b(?= (?:(?:will|would|can|should|does|do) )?(?:the )?(?:instal|fit|hang|mount|put))/i,
    WHO,
  ),
  said(
    /\b(?:who (?:makes|made|manufactures|supplies|produces)|(?:what|which) (?:brand|make|manufacturer|company|supplier))\b/i,
    MAKER,
  ),
  {
    asks: /\b(?:how (?:thick|wide|broad|high|tall|deep)|thickness|width|height|depth)\b/i,
    find: (sentence, asked) => {
      const which = LENGTHS.find((words) => words.test(asked));
      // "30 inches wide" is no thickness, but "three quarters of an inch" may be one.
      return measures(sentence, ["length"]).filter((figure) => {
        const clause = clauseAt(sentence, figure);
        return which?.test(clause) || !LENGTHS.some((words) => words.test(clause));
      }).map(({ start }) => start);
    },
  },
  measured(
    /\b(?:how (?:big|large|far(?: apart)?)|size|diameter|dimensions?|(?:biggest|largest|smallest|widest|narrowest|tallest)(?= (?:possible )?(?:opening|pan(?:el|e)|leaf|sash|bay|wall)s?\b))\b/i,
    ["length", "area"],
  ),
  measured(/\bhow much (?:electricity|power|energy)\b/i, ["power", "energy"]),
  // Pounds for each square foot are read as a pressure.
  measured(
    /\b(?:how heavy|weight|how much (?:\w{1,20} ){0,6}weigh)\b/i,
    ["mass", "mass/length", "pressure"],
  ),
  measured(
    /\bhow (?:long (?=does|do|will|would|can|could|should|until|before|must)|fast|quickly|soon)\b/i,
    [...TIMES, "length/time"],
  ),
  measured(/\bhow long\b/i, [...TIMES, "length"]),
  measured(/\b(?:voltage|how many volts)\b/i, ["voltage"]),
  measured(/\b(?:how dense|density)\b/i, ["mass/volume"]),
];

function said(asks: RegExp, words: RegExp): Kind {
  return { asks, find: (sentence) => Array.from(sentence.matchAll(words), ({ index }) => index) };
}

function measured(asks: RegExp, dimensions: readonly string[]): Kind {
  const isOfTime = TIMES.some((time) => dimensions.includes(time));
  return {
    asks,
    find: (sentence) => [
      ...measures(sentence, dimensions).map(({ start }) => start),
      ...isOfTime ? Array.from(sentence.matchAll(ONE_TIME), ({ index }) => index) : [],
    ],
  };
}

const NUMBER =
  /[\p{N}]|\b(?:half|quarters?|tenths?|eighths?|two|three|four|five|six|ten|twelve)\b/iu;

function measures(sentence: string, dimensions: readonly string[]): Figure[] {
  // Reading figures is the slowest part, and most sentences have none.
  if (!NUMBER.test(sentence)) return [];
  return figuresOf(sentence).filter(({ dimension }) =>
    dimension !== null && dimensions.includes(dimension)
  );
}

const CLAUSE = /[,;:]\s|\s(?:and|but|or|while)\s/;

function clauseAt(sentence: string, { start, end }: Figure): string {
  const before = sentence.slice(0, start).split(CLAUSE).at(-1) ?? "";
  const [after = ""] = sentence.slice(end).split(CLAUSE, 1);
  return before + sentence.slice(start, end) + after;
}

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
 */
export function wantedAnswer(question: string, names: readonly string[]): WantedAnswer {
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
        hasAnswer(passage, { kind, asked, described, thing }),
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

function hasAnswer(passage: Titled, { kind, asked, described, thing }: Wanted): boolean {
  const head = headOf(passage);
  return sentencesOf(passage).some((sentence) => {
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
    sentencesOf(passage).some((sentence) =>
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

function sentencesOf({ text }: Titled): string[] {
  return splitSentences(text).map(({ start, end }) => text.slice(start, end));
}

function headOf({ title, heading }: Titled): string {
  return `${title}\n${heading ?? ""}`;
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
