/**
 * Looks up the concepts of words in the languages of European buyers. A word with a star matches as a prefix. One list
 * serves all languages, so words that mean something else in a neighbouring language are left out.
 */
import { Concept } from "./concepts.ts";
import { CYRILLIC } from "./lexicon_cyrillic.ts";
import { EASTERN } from "./lexicon_eastern.ts";
import { ENGLISH } from "./lexicon_english.ts";
import { GERMANIC } from "./lexicon_germanic.ts";
import { ROMANCE } from "./lexicon_romance.ts";
import { fold } from "./fold.ts";

/** The words of each concept, separated by spaces. */
export type Lexicon = { readonly [name in keyof typeof Concept]?: string };

const exact = new Map<string, number>();
/** Stems by their first letters, longest first. */
const stems = new Map<string, [stem: string, bits: number][]>();
const STEM_START = 3;

/** Words that are recognised with one wrong letter, and every variant of them with one letter left out. */
const spelt = new Map<string, number>();
const misspelt = new Map<string, number>();
const FUZZY_LETTERS = 6;
const FUZZY = Concept.OVERRIDE | Concept.RULES | Concept.PRIOR | Concept.REVEAL | Concept.PERSONA |
  Concept.PROMPT | Concept.HIDDEN | Concept.HUMAN | Concept.MACHINE;

/** Fills the tables on first use, so that they do not delay the start of the process. */
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

/** Yields a word with each letter but the first left out in turn. */
function* withoutOne(word: string): Iterable<string> {
  for (let at = 1; at < word.length; at++) yield word.slice(0, at) + word.slice(at + 1);
}

/** Returns the concepts of a folded word and of its longest matching stem; 0 if it is unknown. */
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

/** Ordinary words that are one letter away from a listed word. */
const NO_ERRORS = new Set(
  "unclear forgot filler fillers rubber ruler rulers pouring prior priority revel level pressure present"
    .split(" "),
);

/** Returns the concepts of a word that is listed in full or equals a stem; 0 otherwise. */
export function wholeWordConceptsOf(word: string): number {
  fill();
  return exact.get(word) ?? spelt.get(word) ?? 0;
}

/** Inflections that a misspelt word may have after its stem. */
const ENDINGS = ["s", "ed", "ing", "en", "e"];

/** Returns the concepts of a word with one letter missing, extra or wrong, or two swapped; 0 if it matches none. */
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

/** English words by the number of their first three letters, longest first. */
const together = Array.from({ length: 26 ** STEM_START }, (): string[] | undefined => undefined);
for (const entry of Object.values(ENGLISH).flatMap((words) => words.split(/\s/))) {
  const word = entry.replace("*", "");
  const start = startAt(word, 0);
  if (start >= 0) (together[start] ??= []).push(word);
}
for (const words of together) words?.sort((a, b) => b.length - a.length);

/** Returns the number of the three letters at a position, or -1 if they are not all from a to z. */
function startAt(text: string, at: number): number {
  let start = 0;
  for (let next = at; next < at + STEM_START; next++) {
    const letter = text.charCodeAt(next) - 97;
    if (!(letter >= 0 && letter < 26)) return -1;
    start = start * 26 + letter;
  }
  return start;
}

/** Returns the longest English word of the lists at a position of a text without spaces; undefined if none. */
export function wordAt(run: string, at: number): string | undefined {
  const start = startAt(run, at);
  const words = start < 0 ? undefined : together[start];
  return words?.find((word) => run.startsWith(word, at));
}
