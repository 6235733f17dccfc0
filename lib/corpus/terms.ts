/** Turns the text of a query into weighted terms of the index. */
import type { Kysely } from "kysely";
import type { Database } from "../db/mod.ts";
import { byWeight, MAX_TERMS, type Weighed, weightOf } from "./rank.ts";
import type { AskedWord, KnownTerm, TermSource } from "./term_source.ts";
import { storedTerms } from "./terms_store.ts";
import { correct, SHORTEST_CORRECTED, type SpeltWord } from "./terms_spelling.ts";
import { KNOWN_WORDS, onlyAsks, otherWordsFor, relatedWords } from "./terms_thesaurus.ts";

/** Most characters of a text that are read; the rest is ignored. */
const MAX_TEXT = 4_000;

/**
 * The origin of a term: a word of the question (`asked`), words joined or split (`joined`), a spelling correction
 * (`corrected`), or a word of the thesaurus (`related`).
 */
type TermOrigin = "asked" | "joined" | "corrected" | "related";

/** Weight factor of a term by origin; corrections by number of edits. Measured on the test collection. */
const TRUST = { joined: 1, corrected: [1, 0.9, 0.7], related: 0.4, measure: 0.5 } as const;
/** A number or unit on its own. It counts less, because number and unit together are a term of their own. */
const BARE_MEASURE = /^(\d+(\.\d+)?|ft|inch|lb|min)$/;
/** Most unknown words of a text that are split or corrected, longest first. */
const MOST_UNKNOWN = 5;
/** Most letters of an unknown word that is corrected or split: each letter is a place to split at. */
const LONGEST_UNKNOWN = 60;
/** Number of words, from the beginning of a text, whose neighbours are tried as one word. */
const LONGEST_JOINED = 40;

interface Wanted {
  /** The word of the question that it stems from. */
  readonly word: string;
  readonly term: string;
  readonly passages: number;
  readonly trust: number;
  readonly origin: TermOrigin;
}

/** A weighted term of a query. */
export type QueryTerm = Weighed<Wanted>;

/** The terms of one text; null if the text is empty or has only stop words. */
type PhraseTerms = readonly QueryTerm[] | null;

/** A text's significant words, and those of them that the corpus does not contain. */
interface AskedPhrase {
  readonly asked: readonly (AskedWord & { term: string })[];
  readonly unknown: readonly string[];
}

/**
 * Returns the terms of some texts, highest weight first, at most {@linkcode MAX_TERMS}: their words by stem,
 * neighbouring words written as one and the reverse, corrections of unknown words, and related words of the trade.
 * There is no query syntax: quotes and operators are plain text. The result is empty if the corpus contains none of the
 * terms, and null if the texts are empty or have only stop words.
 */
export async function readTerms(
  db: Kysely<Database>,
  phrases: readonly string[],
): Promise<QueryTerm[] | null> {
  return mergeTerms(await readPhrases(storedTerms(db), phrases));
}

/**
 * Merges the terms of several texts. Of duplicates, the one with the highest trust counts. Returns the
 * {@linkcode MAX_TERMS} terms with the highest weight, highest first; null if all inputs are null.
 */
export function mergeTerms<T extends QueryTerm>(
  phrases: readonly (readonly T[] | null)[],
): T[] | null {
  if (phrases.every((terms) => terms === null)) return null;
  const merged = new Map<string, T>();
  for (const terms of phrases) for (const term of terms ?? []) addTerm(merged, term);
  return [...merged.values()].sort(byWeight).slice(0, MAX_TERMS);
}

function addTerm<T extends Wanted>(terms: Map<string, T>, found: T): void {
  const known = terms.get(found.term);
  if (known === undefined || known.trust < found.trust) terms.set(found.term, found);
}

/** Returns the terms of each text, with at most three calls to the source for all of them. */
export async function readPhrases(
  source: TermSource,
  texts: readonly string[],
): Promise<PhraseTerms[]> {
  const { total, words } = await source.readWords(texts.map(plainText));
  const phrases = words.map(readPhrase);
  const others = phrases.map(otherWords);
  const known = await source.readKnown([
    ...new Set(others.flatMap((each) => each.map(({ other }) => other))),
  ]);
  const found = others.map((each) => withTerms(each, known));
  const misspelt = phrases.map(({ unknown }, index) => {
    const parted = (found[index] ?? []).filter(({ origin, parts }) => origin === "joined" && parts);
    return unknown.filter((word) => !parted.some((part) => part.word === word));
  });
  const spelt = await source.readSpelt([...new Set(misspelt.flat())]);
  return phrases.map(({ asked }, index) => {
    if (asked.length === 0) return null;
    const wanted = new Map<string, Wanted>();
    for (const { word, term, passages } of asked) {
      const trust = BARE_MEASURE.test(term) ? TRUST.measure : 1;
      if (passages > 0) addTerm(wanted, { word, term, passages, trust, origin: "asked" });
    }
    for (const { word, term, passages, origin } of found[index] ?? []) {
      addTerm(wanted, { word, term, passages, trust: TRUST[origin], origin });
    }
    for (const word of misspelt[index] ?? []) {
      const corrected = correctWord(word, spelt);
      if (corrected !== null) addTerm(wanted, corrected);
    }
    return [...wanted.values()].map((term) => ({ ...term, weight: weightOf(term, total) }));
  });
}

function plainText(text: string): string {
  return text.slice(0, MAX_TEXT).toWellFormed().replaceAll("\0", " ");
}

function readPhrase(words: readonly AskedWord[]): AskedPhrase {
  const asked = words.filter((word): word is AskedWord & { term: string } =>
    word.term !== null && !onlyAsks(word.word)
  );
  const unknown = asked.filter(({ passages }) => passages === 0).map(({ word }) => word)
    .filter(({ length }) => length >= SHORTEST_CORRECTED && length <= LONGEST_UNKNOWN)
    .filter((word) => !/\d/.test(word))
    .sort((a, b) => b.length - a.length).slice(0, MOST_UNKNOWN);
  return { asked, unknown };
}

/** An alternative to a word of the question. `parts`: it is one of the two halves of a split word. */
interface OtherWord {
  word: string;
  other: string;
  origin: "joined" | "related";
  parts: boolean;
}

/** Returns the word of the thesaurus that is spelt most like an unknown word, or the word itself. */
function nearestKnown(word: string): string {
  const known = KNOWN_WORDS.map((word) => ({ word, term: word, passages: 0 }));
  return correct(word, known)?.word ?? word;
}

/** Whether a word, or the one it may be a misspelling of, is one of the trade, for which documents use others too. */
export function isOfTrade(word: string): boolean {
  return otherWordsFor(nearestKnown(word)).length > 0;
}

/** Returns all alternatives to the words of a text, whether or not the corpus contains them. */
function otherWords({ asked, unknown }: AskedPhrase): OtherWord[] {
  return [
    ...joins(asked),
    ...unknown.flatMap(cuts),
    ...asked.flatMap(({ word }) =>
      relatedWords(unknown.includes(word) ? nearestKnown(word) : word).map((other) => ({
        word,
        other,
        origin: "related" as const,
        parts: false,
      }))
    ),
  ];
}

/** Returns the alternatives that the corpus contains. Halves of a split word count only if it contains both. */
function withTerms(
  others: readonly OtherWord[],
  known: ReadonlyMap<string, KnownTerm>,
): (OtherWord & { term: string; passages: number })[] {
  const whole = new Set(
    others.filter(({ parts }) => parts).map(({ word, other }) => `${word} ${other}`),
  );
  return others.flatMap((other) => {
    const found = known.get(other.other);
    if (found === undefined) return [];
    if (other.parts) {
      const rest = other.word.startsWith(other.other)
        ? other.word.slice(other.other.length)
        : other.word.slice(0, -other.other.length);
      if (!known.has(rest) || !whole.has(`${other.word} ${rest}`)) return [];
    }
    return [{ ...other, ...found }];
  });
}

/** Joins neighbouring words: "pass door" may be written "passdoor". */
function joins(asked: readonly AskedWord[]): OtherWord[] {
  const words = asked.slice(0, LONGEST_JOINED).map(({ word }) => word);
  return words.slice(1).map((next, index) => {
    const word = words[index] ?? "";
    return { word: `${word} ${next}`, other: word + next, origin: "joined", parts: false };
  });
}

const SHORTEST_PART = 3;

/** Splits a word in two in every possible way: "passdoor" may be written "pass door". */
function cuts(word: string): OtherWord[] {
  const places = Math.max(0, word.length - 2 * SHORTEST_PART + 1);
  return Array.from({ length: places }, (_, index) => index + SHORTEST_PART).flatMap((place) =>
    [word.slice(0, place), word.slice(place)].map((other) => (
      { word, other, origin: "joined" as const, parts: true }
    ))
  );
}

function correctWord(
  word: string,
  spelt: readonly (SpeltWord & { asked: string })[],
): Wanted | null {
  const found = correct(word, spelt.filter(({ asked }) => asked === word));
  if (found === null) return null;
  const { term, passages, edits } = found;
  return { word, term, passages, trust: TRUST.corrected[edits] ?? 0, origin: "corrected" };
}
