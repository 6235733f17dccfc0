/** Finds where a sentence compares a system's figure with one of the buyer's: "STC 51, below your 56 dB". Pure. */
import type { Figure } from "./figures.ts";
import { without } from "./negation.ts";
import type { Span } from "./sentences.ts";

/** Words for a figure of a system that is less or more than the one after it. */
const LESS =
  "(?:below|under|within|short of|(?:less|lower|lighter|shorter|smaller|narrower|fewer|sooner) than)";
const MORE =
  "(?:above|over|beyond|not within|exceed(?:s|ed|ing)?|(?:more|higher|longer|greater|larger|taller|wider|heavier|later) than)";
/** The text before the figure of the buyer: "below the", "less than your opening of". */
const COMPARES =
  `(?:(${LESS})|(${MORE})) (?:the|your) (?:[a-z]{2,15} (?:of|at|within) )?(?:(?:about|up to|within) )?`;
const BEFORE = new RegExp(
  `(?<!\\b(?:not|never|hardly|no|nothing)(?: [a-z]{1,12})? )\\b${COMPARES}$`,
  "i",
);
const BEGINS = new RegExp(`^${COMPARES}`, "i");
/** Goes on after it: "that you asked for". It is part of the comparison, because it says whose figure that is. */
const ASKED =
  "(?: (?:tall|high|wide|long|deep|people|opening|budget))?,? ?(?:(?:that|which) )?you(?:['’](?:ve|d))? ?(?:(?:have|had|would) )?(?:ask(?:ed)? for|need(?:ed)?|want(?:ed)?|wish(?:ed)? for|mention(?:ed)?|gave|said|stated|specified|like)\\b";
const YOURS = new RegExp(`^${ASKED}`, "i");
const ENDS_WITH_YOURS = new RegExp(`${ASKED}$`, "i");
/** Longest beginning of such a comparison, in UTF-16 units. */
const LONGEST = 60;

/** The name of a system in the text that the patterns below match. */
const NAME = "@";
const IS =
  "(?:(?:is|are|stays?|lies|falls?|fits?|remains?|would be) )?(?:(?:still|well|far|much|just|clearly|slightly) )?";
/**
 * The text between a system's figure and the words that compare it: nothing but "which is" and the like, because "STC 51,
 * and noise is below …" compares something else.
 */
const LINKS = new RegExp(
  `^(?: (?:tall|high|wide|long|deep))?(?: at (?:its|the) best)?(?: (?:of|for|by|with|in) ${NAME})?` +
    `[,;:–—(]? ?(?:(?:and|but|so) )?(?:(?:which|that|this|it) )?${IS}$`,
  "i",
);
/** The text before the figure and after it in "At STC 51 the rating is below …". */
const AT = /^(?:at|with) (?:a rating of )?(?:[a-z]{2,4} )?$/i;
const ITS = new RegExp(`^,? (?:the rating|it|${NAME}) ${IS}$`, "i");

/** Quantities that buyers have a most of. A rating "within" theirs is too low: "STC 43, within your 45 dB". */
const LIMITED = /^(?:days|months|length|area|mass|money)\b/;

/** Ratings of sound insulation. Their steps are decibels. */
const ACOUSTIC = new Set(["sound", "stc", "rw", "oitc"]);

/**
 * Returns the parts of a sentence that name a figure of the buyer as what a system's figure is compared with, if the
 * comparison is of that figure itself and right.
 *
 * @param claim the sentence with the names of systems in it, and all of its figures in order.
 * @param answered those that the buyer answered with.
 */
export function comparisonsIn(
  { text, figures, systems }: {
    readonly text: string;
    readonly figures: readonly Figure[];
    readonly systems: readonly string[];
  },
  answered: readonly Figure[],
): readonly Span[] {
  return answered.flatMap((figure, at) => {
    const before = text.slice(Math.max(0, figure.start - LONGEST), figure.start);
    const [words, less] = BEFORE.exec(before) ?? [];
    if (words === undefined) return [];
    // "20 to 24 feet" is a range of the buyer.
    const next = answered[at + 1];
    const last =
      next !== undefined && /^ ?(?:to|and|-|–) ?$/.test(text.slice(figure.end, next.start))
        ? next
        : figure;
    const isYours = /\byour\b/i.test(words);
    const [tail] = YOURS.exec(text.slice(last.end)) ?? [];
    if (!isYours && tail === undefined) return [];
    const start = figure.start - words.length;
    const earlier = figures.filter((other) => other.end <= start);
    const offered = earlier.filter((other) =>
      !answered.includes(other) && areComparable(other, figure)
    );
    const nearest = earlier.at(-1);
    const isWithin = less !== undefined && /^within/i.test(less);
    const isRight = ({ value }: Figure) =>
      less === undefined
        ? value > last.value
        : value < figure.value || isWithin && value === figure.value;
    if (isWithin && !LIMITED.test(figure.dimension ?? "")) return [];
    if (nearest === undefined || !offered.includes(nearest) || !offered.every(isRight)) return [];
    const between = without(text.slice(nearest.end, start).replaceAll(NAME, " "), systems, NAME);
    const isOfFigure = LINKS.test(between) ||
      AT.test(text.slice(0, nearest.start)) && ITS.test(between);
    return isOfFigure ? [{ start, end: last.end + (tail?.length ?? 0) }] : [];
  });
}

/** Returns such a part without the words for comparing and asking, which no answer has. */
export function withoutAsking(part: string): string {
  return part.replace(BEGINS, "").replace(ENDS_WITH_YOURS, "");
}

function areComparable({ dimension: one }: Figure, { dimension: other }: Figure): boolean {
  if (one === null || other === null) return false;
  return one === other || ACOUSTIC.has(one) && ACOUSTIC.has(other);
}
