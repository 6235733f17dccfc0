/** Checks what surrounds a figure's value: whether it is a minimum or a maximum, and counts written as "two". */
import { type Figure, sameFigure } from "./figures.ts";
import { stemOf } from "./terms.ts";

/** Phrases for "at most" and "at least" directly before a figure. */
const AT_MOST = /\b(?:at (?:the )?most|(?:no|not) more than|up to|max(?:imum)?\.?(?: of)?)\s$/;
const AT_LEAST = /\b(?:at (?:the )?least|(?:no|not) less than|min(?:imum)?\.?(?: of)?)\s$/;
/** Phrases for more and for less than a figure, unless they are part of the ones above. */
const MORE = /\b(?:over|above|beyond|more than|longer than|greater than|exceed(?:s|ing)?)\s$/;
const LESS = /\b(?:under|below|less than|fewer than|shorter than)\s$/;
/** The name of a rating, which stands between such a phrase and its figure: "over STC 51". */
const RATING = /\b(?:stc|rw|oitc|nrc)\s$/;
const LOOK_BACK = 24;

type Bound = "least" | "most" | "more" | "less" | null;
/** The bounds of a passage that support a bound of a claim; null stands for a figure without one. */
const SUPPORT: Readonly<Record<NonNullable<Bound>, readonly Bound[]>> = {
  least: ["least", "more", null],
  most: ["most", "less", null],
  more: ["more", "least"],
  less: ["less", "most"],
};

function boundOf(text: string, { start }: Figure): Bound {
  const before = text.slice(Math.max(0, start - LOOK_BACK), start).toLowerCase()
    .replace(RATING, "");
  if (AT_MOST.test(before)) return "most";
  if (AT_LEAST.test(before)) return "least";
  return MORE.test(before) ? "more" : LESS.test(before) ? "less" : null;
}

interface Stated {
  readonly text: string;
  readonly figures: readonly Figure[];
}

interface Given {
  readonly text: string;
  readonly textFigures: readonly Figure[];
}

/**
 * Returns the claim's maxima that the passage states only as minima, and its minima that are only maxima there; also
 * the figures that a claim exceeds or falls short of ("over 10 years"), and the passage does not.
 */
export function turnedBounds(claim: Stated, passage: Given): string[] {
  return claim.figures.filter((figure) => {
    const bound = boundOf(claim.text, figure);
    if (bound === null) return false;
    const others = passage.textFigures.filter((other) => sameFigure(figure, other));
    return others.length > 0 &&
      others.every((other) => !SUPPORT[bound].includes(boundOf(passage.text, other)));
  }).map(({ start, end }) => claim.text.slice(start, end));
}

/** A multiple or a part of the figure after it: "twice 340 pounds". */
const MULTIPLE = /\b(?:twice|double|triple|thrice|half(?: of)?|(?:a|one) (?:third|quarter) of)\s$/;

function multipleOf(text: string, { start }: Figure): string {
  return MULTIPLE.exec(text.slice(Math.max(0, start - LOOK_BACK), start).toLowerCase())?.[0] ?? "";
}

/** Returns the figures of a claim that it multiplies or divides, and the passage does not. */
export function multiplied(claim: Stated, passage: Given): string[] {
  return claim.figures.filter((figure) => {
    const multiple = multipleOf(claim.text, figure);
    return multiple !== "" &&
      !passage.textFigures.some((other) =>
        sameFigure(figure, other) && multipleOf(passage.text, other) === multiple
      );
  }).map(({ start, end }) => claim.text.slice(start, end));
}

const TWO = /\btwo\s(\p{L}{3,20})/giu;
const NEXT_WORD = /^\s(\p{L}{3,20})/u;

/**
 * Returns the phrases "two …" of a claim that the passage contradicts. The word "two" is not read as a figure; here it
 * counts as one if the passage states another number of the same thing, and never two.
 */
export function miscounted({ text }: Pick<Stated, "text">, passage: Given): string[] {
  const twos = [...text.matchAll(TWO)];
  if (twos.length === 0) return [];
  const same = new Set(Array.from(passage.text.matchAll(TWO), ([, noun = ""]) => stem(noun)));
  const other = new Set<string>();
  for (const { end, dimension, value } of passage.textFigures) {
    const noun = NEXT_WORD.exec(passage.text.slice(end, end + LOOK_BACK))?.[1];
    if (dimension === null && noun !== undefined) (value === 2 ? same : other).add(stem(noun));
  }
  return twos.filter(([, noun = ""]) => other.has(stem(noun)) && !same.has(stem(noun)))
    .map(([counted]) => counted);
}

function stem(noun: string): string {
  return stemOf(noun.toLowerCase());
}
