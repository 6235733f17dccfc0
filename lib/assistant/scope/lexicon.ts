/**
 * The words of each concept, in the languages that buyers in Europe write: a star ends a stem. Words that mean
 * something else in a neighbouring language are left out, for one list serves all languages.
 */
import { Concept } from "./concepts.ts";
import { CYRILLIC } from "./lexicon_cyrillic.ts";
import { EASTERN } from "./lexicon_eastern.ts";
import { ENGLISH } from "./lexicon_english.ts";
import { GERMANIC } from "./lexicon_germanic.ts";
import { ROMANCE } from "./lexicon_romance.ts";
import { fold } from "./fold.ts";

/** The words of some concepts, separated by blanks. */
export type Lexicon = { readonly [name in keyof typeof Concept]?: string };

const exact = new Map<string, number>();
/** Stems by how they begin, the longest first. */
const stems = new Map<string, [stem: string, bits: number][]>();
const STEM_START = 3;

/** Words that are found even with a letter wrong, and what is left of each without one letter. */
const spelt = new Map<string, number>();
const misspelt = new Map<string, number>();
const FUZZY_LETTERS = 6;
const FUZZY = Concept.OVERRIDE | Concept.RULES | Concept.PRIOR | Concept.REVEAL | Concept.PERSONA |
  Concept.PROMPT | Concept.HIDDEN | Concept.HUMAN | Concept.MACHINE;

/** The tables are made for the first question, for no start waits for one. */
function fill(): void {
  if (exact.size > 0) return;
  for (const lexicon of [ENGLISH, GERMANIC, ROMANCE, EASTERN, CYRILLIC] satisfies Lexicon[]) {
    for (const [name, words = ""] of Object.entries(lexicon)) {
      const bit = Concept[name as keyof typeof Concept];
      for (const entry of words.split(/\s/)) if (entry !== "") add(fold(entry), bit);
    }
  }
}

function add(entry: string, bit: number): void {
  const isStem = entry.endsWith("*");
  const word = isStem ? entry.slice(0, -1) : entry;
  if (isStem) addStem(word, bit);
  else exact.set(word, (exact.get(word) ?? 0) | bit);
  if (word.length < FUZZY_LETTERS || (bit & FUZZY) === 0) return;
  spelt.set(word, (spelt.get(word) ?? 0) | bit);
  for (const rest of withoutOne(word)) misspelt.set(rest, (misspelt.get(rest) ?? 0) | bit);
}

function addStem(stem: string, bit: number): void {
  const start = stem.slice(0, STEM_START);
  const known = stems.get(start) ?? [];
  const same = known.find(([other]) => other === stem);
  if (same !== undefined) same[1] |= bit;
  else known.push([stem, bit]);
  stems.set(start, known.sort(([a], [b]) => b.length - a.length));
}

/** A word without each of its letters in turn, but for the first. */
function* withoutOne(word: string): Iterable<string> {
  for (let at = 1; at < word.length; at++) yield word.slice(0, at) + word.slice(at + 1);
}

/** What a folded word stands for; 0 where nobody knows. The longest stem counts, beside the word itself. */
export function conceptsOf(word: string): number {
  fill();
  let bits = exact.get(word) ?? 0;
  for (const [stem, found] of stems.get(word.slice(0, STEM_START)) ?? []) {
    if (word.startsWith(stem)) {
      bits |= found;
      break;
    }
  }
  return bits;
}

/** Words of their own that are a letter away from another. */
const NO_ERRORS = new Set(
  "unclear forgot filler fillers rubber ruler rulers pouring prior priority revel level pressure present"
    .split(" "),
);

/** What a word stands for that is in the lists as a whole; a stem counts as a word. */
export function wholeWordConceptsOf(word: string): number {
  fill();
  return exact.get(word) ?? spelt.get(word) ?? 0;
}

/** Endings that a word may have beside its stem. */
const ENDINGS = ["s", "ed", "ing", "en", "e"];

/** What a word stands for that has a letter too few, too many, wrong, or two of them swapped; 0 for none. */
export function misspeltConceptsOf(word: string): number {
  fill();
  if (word.length < FUZZY_LETTERS || word.length > 16 || NO_ERRORS.has(word)) return 0;
  const bits = looseConceptsOf(word);
  if (bits !== 0) return bits;
  const ending = ENDINGS.find((ending) => word.endsWith(ending));
  return ending === undefined ? 0 : looseConceptsOf(word.slice(0, -ending.length));
}

function looseConceptsOf(word: string): number {
  let bits = misspelt.get(word) ?? 0;
  if (word.length <= FUZZY_LETTERS) return bits;
  for (let at = 1; at < word.length; at++) {
    const rest = word.slice(0, at) + word.slice(at + 1);
    bits |= (misspelt.get(rest) ?? 0) | (spelt.get(rest) ?? 0);
  }
  return bits;
}

/** English words by how they begin, the longest first; all of them begin with three plain letters. */
const together = Array.from({ length: 26 ** STEM_START }, (): string[] | undefined => undefined);
for (const entry of Object.values(ENGLISH).flatMap((words) => words.split(/\s/))) {
  const word = entry.replace("*", "");
  const start = startAt(word, 0);
  if (start >= 0) (together[start] ??= []).push(word);
}
for (const words of together) words?.sort((a, b) => b.length - a.length);

/** The number of the three letters at some place, -1 where others stand there. */
function startAt(text: string, at: number): number {
  let start = 0;
  for (let next = at; next < at + STEM_START; next++) {
    const letter = text.charCodeAt(next) - 97;
    if (!(letter >= 0 && letter < 26)) return -1;
    start = start * 26 + letter;
  }
  return start;
}

/** The longest word of the lists that a text without blanks has at some place. */
export function wordAt(run: string, at: number): string | undefined {
  const start = startAt(run, at);
  const words = start < 0 ? undefined : together[start];
  return words?.find((word) => run.startsWith(word, at));
}
