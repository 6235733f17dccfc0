/** What a sentence of an answer claims. */
import { type Figure, figuresOf } from "./figures.ts";
import { plainOf } from "./passages.ts";
import { type Placed, placedFigures } from "./prose.ts";
import type { Span } from "./sentences.ts";
import { type Term, termsOf } from "./terms.ts";

/** A sentence of an answer, read. Places of terms and figures are within its own text. */
export interface Claim extends Span {
  readonly text: string;
  readonly terms: readonly Term[];
  readonly figures: readonly Figure[];
  /** The same, with what stands around them. */
  readonly placed: readonly Placed[];
  /** Terms that are proper names. */
  readonly names: readonly Term[];
  /** Phrases in quotation marks, in plain words. */
  readonly quotes: readonly string[];
  /** Whether it is long enough to claim anything, or states a figure. */
  readonly isSubstantive: boolean;
  /** Whether it states more figures than anybody could check. */
  readonly isEndless: boolean;
}

/** A passage has fewer, tables too, and each is held against each of theirs. */
const MOST_FIGURES = 120;

/** Below this many words, or significant words, a sentence without a figure claims nothing (spec §4.5). */
const FEWEST_WORDS = 4;
const FEWEST_TERMS = 2;
const FEWEST_QUOTED = 3;

/** Units and ratings in capitals are parts of figures. */
const RATING = /^(?:stc|rw|oitc|nrc|db|ral|mm|cm|kg|psf|psi|hz|ai|usa|eu|uk)$/;
const QUOTED = /["“„«]([^"“”„«»]{6,600})["”“»]/g;

/** Reads the sentence at a place of an answer. */
export function claimOf(answer: string, { start, end }: Span): Claim {
  const text = answer.slice(start, end);
  const figures = figuresOf(text);
  const terms = termsOf(text).filter((term) =>
    !figures.some((figure) => term.start >= figure.start && term.end <= figure.end)
  );
  const isEndless = figures.length > MOST_FIGURES;
  const words = text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
  return {
    start,
    end,
    text,
    terms,
    figures,
    placed: figures.length === 0 || isEndless ? [] : placedFigures(text),
    names: namesOf(terms),
    quotes: Array.from(text.matchAll(QUOTED), ([, phrase = ""]) => plainOf(phrase))
      .filter((phrase) => phrase.split(" ").length >= FEWEST_QUOTED),
    isSubstantive: figures.length > 0 || (words >= FEWEST_WORDS && terms.length >= FEWEST_TERMS),
    isEndless,
  };
}

/** Words with a capital letter where none is due, and the word before one at the beginning. */
function namesOf(terms: readonly Term[]): Term[] {
  return terms.filter((term, index) => {
    if (!term.capital || RATING.test(term.stem)) return false;
    if (!term.first) return true;
    const next = terms[index + 1];
    return next !== undefined && next.capital && !next.first && next.start - term.end === 1 &&
      !RATING.test(next.stem);
  });
}
