/** Parses a sentence of an answer into the terms, figures, names and quotations that it claims. */
import { hasName } from "@/lib/text/mod.ts";
import { type Figure, figuresOf } from "./figures.ts";
import { plainOf } from "./passages.ts";
import { posesAsPerson } from "./person.ts";
import { type Placed, placedFigures } from "./prose.ts";
import type { Span } from "./sentences.ts";
import { type Term, termsOf } from "./terms.ts";

/** A parsed sentence of an answer. Offsets of terms and figures are relative to the sentence. */
export interface Claim extends Span {
  readonly text: string;
  readonly terms: readonly Term[];
  readonly figures: readonly Figure[];
  /** The figures with the words around them. */
  readonly placed: readonly Placed[];
  /** Terms that are proper names. */
  readonly names: readonly Term[];
  /**
   * The terms that say something: those outside of the names of systems, which every passage about them has; all if there
   * are no others.
   */
  readonly telling: readonly Term[];
  /** Names of systems that it has. */
  readonly systems: readonly string[];
  /** Phrases in quotation marks, normalised by {@linkcode plainOf}. */
  readonly quotes: readonly string[];
  /** Whether it says that a person speaks. */
  readonly posesAsPerson: boolean;
  /** Whether it reaches the claim-length floor, states a figure or an address, or poses as a person. */
  readonly isSubstantive: boolean;
  /** Whether it states more than {@linkcode MOST_FIGURES} figures, which are too many to compare. */
  readonly isEndless: boolean;
}

/** Most figures of a sentence. Passages have fewer, even with tables; the limit bounds the pairwise comparison. */
const MOST_FIGURES = 120;

/** The claim-length floor (spec §4.5): a sentence without a figure needs this many words and significant words. */
const FEWEST_WORDS = 4;
const FEWEST_TERMS = 2;
/** An address of the web or of mail: a dot inside a word. */
const ADDRESS = /:\/\/|[\p{L}\p{N}]@[\p{L}\p{N}]|\p{L}{3}\.\p{L}{2}/u;
/** Fewest words of a quotation. */
const FEWEST_QUOTED = 3;

/** The highest number of a reference mark in an answer: that of the passages which the model was given (spec §8). */
const MAX_REFERENCES = 6;

/** Units, ratings and common abbreviations in capitals, which are not proper names. */
const RATING = /^(?:stc|rw|oitc|nrc|db|ral|mm|cm|kg|psf|psi|hz|ai|usa|eu|uk)$/;
const QUOTED = /["“„«]([^"“”„«»]{6,600})["”“»]/g;

/** Parses the sentence at a span of an answer. `systems`: names of systems, which are proper names in any place. */
export function claimOf(
  answer: string,
  { start, end }: Span,
  systems: readonly string[] = [],
): Claim {
  const text = answer.slice(start, end);
  const figures = figuresOf(text, { references: MAX_REFERENCES });
  const terms = termsOf(text).filter((term) =>
    !figures.some((figure) => term.start >= figure.start && term.end <= figure.end)
  );
  const isEndless = figures.length > MOST_FIGURES;
  const words = text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
  const speaks = posesAsPerson(text);
  const places = placesOfNames(text, systems);
  const others = terms.filter((term) => !isNamed(term, places));
  return {
    start,
    end,
    text,
    terms,
    figures,
    placed: figures.length === 0 || isEndless ? [] : placedFigures(text),
    names: namesOf(terms, places),
    telling: others.length > 0 ? others : terms,
    systems: systems.filter((name) => hasName(text, name)),
    quotes: Array.from(text.matchAll(QUOTED), ([, phrase = ""]) => plainOf(phrase))
      .filter((phrase) => phrase.split(" ").length >= FEWEST_QUOTED),
    posesAsPerson: speaks,
    isSubstantive: figures.length > 0 || ADDRESS.test(text) || speaks ||
      (words >= FEWEST_WORDS && terms.length >= FEWEST_TERMS),
    isEndless,
  };
}

/** Returns where a text has one of some names, ignoring case. */
function placesOfNames(text: string, names: readonly string[]): Span[] {
  return names.filter((name) => hasName(text, name)).flatMap((name) =>
    Array.from(
      text.matchAll(new RegExp(RegExp.escape(name), "giu")),
      ({ index }) => ({ start: index, end: index + name.length }),
    )
  );
}

/**
 * Returns the proper names: words of a system's name, and capitalised words inside a sentence. A capitalised first word
 * counts only if the next word is capitalised too.
 */
function namesOf(terms: readonly Term[], places: readonly Span[]): Term[] {
  return terms.filter((term, index) => {
    if (isNamed(term, places)) return true;
    if (!term.capital || RATING.test(term.stem)) return false;
    if (!term.first) return true;
    const next = terms[index + 1];
    return next !== undefined && next.capital && !next.first && next.start - term.end === 1 &&
      !RATING.test(next.stem);
  });
}

/** Whether a term is part of a system's name. */
function isNamed(term: Term, places: readonly Span[]): boolean {
  return places.some(({ start, end }) => term.start >= start && term.start < end);
}
