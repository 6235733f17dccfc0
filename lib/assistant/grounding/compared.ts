/** Finds where a sentence compares a system's figure with one of the buyer's: "STC 51, below your 56 dB". Pure. */
import type { Figure } from "./figures.ts";
import type { Span } from "./sentences.ts";

/** Words for a figure of a system that is less or more than the one after it. */
const LESS = "(?:below|under|short of|(?:less|lower|shorter|smaller|narrower|fewer|sooner) than)";
const MORE =
  "(?:above|over|beyond|exceed(?:s|ed|ing)?|(?:more|higher|longer|greater|larger|taller|wider|heavier|later) than)";
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

/** Ratings of sound insulation. Their steps are decibels. */
const ACOUSTIC = new Set(["sound", "stc", "rw", "oitc"]);

/**
 * Returns the parts of a sentence that name a figure of the buyer as what a system's figure is compared with, if the
 * comparison is right.
 *
 * @param figures all of the sentence, in order.
 * @param answered those that the buyer answered with.
 */
export function comparisonsIn(
  text: string,
  figures: readonly Figure[],
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
    const offered = figures.filter((other) =>
      other.end <= figure.start && !answered.includes(other) && areComparable(other, figure)
    );
    const isRight = (other: Figure) =>
      less === undefined ? other.value > last.value : other.value < figure.value;
    if (offered.length === 0 || !offered.every(isRight)) return [];
    return [{ start: figure.start - words.length, end: last.end + (tail?.length ?? 0) }];
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
