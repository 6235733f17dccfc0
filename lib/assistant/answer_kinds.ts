/** The kinds of answers that questions ask for, and where a sentence gives one. Pure. */
import { type Figure, figuresOf } from "./grounding/figures.ts";

/** A kind of answer. */
export interface Kind {
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
const PLACE =
  /\b(?:from us|showrooms?|dealers?|stores?|shops?|online|catalogu?e|ask us|write to us)\b/gi;
/** Words of a sentence that says what somebody or something needs: "we ask for a beam", "which means a real foundation". */
export const NEEDED =
  /\b(?:needs?|needed|must|requires?|required|necessary|asks? (?:for|what)|takes?|means an?|should|has to|have to)\b/gi;
/** Words for the same length of a thing, each pattern for another one. */
const LENGTHS: readonly RegExp[] = [
  /\bthick/i,
  /\b(?:wide|width|broad)/i,
  /\b(?:high|tall|height|above|proud|threshold)/i,
  /\b(?:deep|depth)/i,
  /\b(?:long|length)/i,
];
const TIMES = ["time", "days", "months"];
/** A time without a number. */
const ONE_TIME = /\b(?:in|within|about) (?:an?|one) (?:hour|morning|day|week|month|year)\b/gi;

/** All kinds of answers. */
export const KINDS: readonly Kind[] = [
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
    /\bwhere (?:can|could|do|would) (?:i|we|you|one) (?:get|buy|order|find|see)\b(?! (?:out|how|what|when|whether|which|who|why|if)\b)/i,
    PLACE,
  ),
  said(
    /\b(?:who (?:makes|made|manufactures|supplies|produces)|(?:what|which) (?:brand|make|manufacturer|company|supplier))\b/i,
    MAKER,
  ),
  // "What does the floor need?", but not "What upkeep does it need?"
  said(/^\W*what (?:do|does)(?= (?:the|an?|my|your) [^.?!]{1,60}\bneed\W{0,5}$)/i, NEEDED),
  // Of a motor, but not of the whole wall or the room behind it, which any rating is of.
  measured(
    /\bhow (?:loud|noisy|quiet) (?:is|are)(?= (?:the|an?|my|your) (?!(?:[a-z]{2,15} )?(?:walls?|doors?|partitions?|systems?|rooms?|halls?|offices?|side)\b))/i,
    ["sound", "stc", "rw", "oitc"],
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
  measured(
    /\b(?:is|are) there (?:an?|any) (?:min|max)(?:imum)? (?:[a-z]{2,15} )?(?:times?|wait|delay|warranty|guarantee)\b/i,
    TIMES,
  ),
  {
    asks: /\b(?:is|are) there (?:an?|any) (?:min|max)(?:imum)?\b/i,
    // "Holds back fire for 30 minutes when it is ordered with a mineral core" gives no least order.
    find: (sentence) =>
      figuresIn(sentence)
        .filter(({ dimension }) => dimension !== null && !TIMES.includes(dimension))
        .map(({ start }) => start),
  },
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
  return figuresIn(sentence).filter(({ dimension }) =>
    dimension !== null && dimensions.includes(dimension)
  );
}

function figuresIn(sentence: string): Figure[] {
  // Reading figures is the slowest part, and most sentences have none.
  return NUMBER.test(sentence) ? figuresOf(sentence) : [];
}

const CLAUSE = /[,;:]\s|\s(?:and|but|or|while)\s/;

function clauseAt(sentence: string, { start, end }: Figure): string {
  const before = sentence.slice(0, start).split(CLAUSE).at(-1) ?? "";
  const [after = ""] = sentence.slice(end).split(CLAUSE, 1);
  return before + sentence.slice(start, end) + after;
}
