/** Splits a folded text into sentences of words with their concepts, marks, classes and hints. */
import { Kind, kindOf } from "./characters.ts";
import { Concept, has } from "./concepts.ts";
import { latinized, lettersFor } from "./fold.ts";
import { hintsOf } from "./hints.ts";
import { conceptsOf, misspeltConceptsOf, wholeWordConceptsOf, wordAt } from "./lexicon.ts";
import { marksOf } from "./marks.ts";
import { classesOf } from "./phrases/classes.ts";
import { isOfPhrases, phrasesAt } from "./phrases/index.ts";
import { namedBit } from "./phrases/named.ts";
import type { Sentence, Word } from "./sentence.ts";
import { whoseOf } from "./whose.ts";
import { FIRST_MARK, keepWord, knownWord, markOf } from "./word_table.ts";

/** A shorter sentence is joined with the next, because full stops between single words would hide an attack. */
const FEWEST_WORDS = 3;
const LONGEST_SENTENCE = 400;
/** Fewest single letters in a row that count as a spelt-out word. */
const FEWEST_LETTERS = 4;
/** From this length on, a word may be several words without spaces. */
const LONG_WORD = 14;

/** No word of the lists is as long, so a longer word with a known beginning may be several words. */
const LONGEST_STEM = 22;

const SEPARATORS = /[_-]+/;
const ASCII_LETTERS = /^[a-z]+$/;
const SIMPLE = /^\p{L}+$/u;
const LEET_SIGNS = /[0-9@$€!|]/;

/** Splits a folded text into sentences of at most about 400 words. */
export function sentencesOf(folded: string): Sentence[] {
  const sentences: Sentence[] = [];
  let words: Word[] = [];
  let letters: string[] = [];
  let quoted = false;
  let breaks = false;
  let isSpaced = false;

  function add(part: Word): void {
    // Most words are neither quoted nor after a comma, so they can share one record.
    words.push(quoted || breaks ? { ...part, quoted, breaks } : part);
    breaks = false;
  }
  function push(text: string): void {
    const parts = [...partsOf(text)];
    const [only] = parts;
    if (parts.length === 1 && only !== undefined) keepWord(text, only);
    for (const part of parts) add(part);
  }
  function flush(): void {
    if (letters.length === 0) return;
    const run = letters.join("");
    const isSpelt = letters.length >= FEWEST_LETTERS || isSpaced && letters.length > 1;
    for (const part of isSpelt ? splitRun(run, 0) ?? [partOf(run)] : letters.map(partOf)) add(part);
    letters = [];
  }
  function end(asks: boolean, force = false): void {
    if (words.length === 0 || (words.length < FEWEST_WORDS && !force && !asks)) return;
    sentences.push(sentenceOf(words, asks));
    words = [];
  }

  let last = 0;
  for (let start = 0; start < folded.length;) {
    const kind = kindOf(folded.charCodeAt(start));
    if (kind === Kind.NONE) {
      start++;
      continue;
    }
    // In spaced-out text ("i g n o r e  a l l"), a wider gap separates words.
    if (letters.length > 1 && start - last > 1) {
      isSpaced = true;
      flush();
    }
    if (kind === Kind.MARK) {
      const mark = folded.charAt(start);
      last = ++start;
      if (letters.length > 0 && (mark === "." || mark === ",")) continue;
      flush();
      if (mark === "?") end(true);
      else if (mark === "." && kindOf(folded.charCodeAt(start)) === Kind.LETTER) continue;
      else if (mark === "¿" ? !breaks : ENDS.includes(mark)) end(false);
      else if (BREAKS.includes(mark)) breaks = true;
      else quoted = !quoted;
      continue;
    }
    let after = start + 1;
    let mark = markOf(FIRST_MARK, folded.charCodeAt(start));
    for (let code; after < folded.length && isOfWord(code = folded.charCodeAt(after)); after++) {
      mark = markOf(mark, code);
    }
    const known = after - start > 1 ? knownWord(folded, { start, after, mark }) : undefined;
    if (known !== undefined && folded.charCodeAt(after - 1) !== EXCLAMATION) {
      start = last = after;
      flush();
      add(known);
      if (words.length >= LONGEST_SENTENCE) end(false, true);
      continue;
    }
    const token = folded.slice(start, after);
    start = last = after;
    if (token.length === 1) {
      if (kind === Kind.LETTER) letters.push(token);
      else if (letters.length === 0 || !SIGNS_BETWEEN.includes(token)) {
        flush();
        push(token);
      }
      continue;
    }
    flush();
    push(token);
    if (token.endsWith("!")) end(false);
    if (words.length >= LONGEST_SENTENCE) end(false, true);
  }
  flush();
  end(false, true);
  return sentences;
}

const ENDS = ".\n…";
const BREAKS = ":,;()¿";
const EXCLAMATION = 33;
const SIGNS_BETWEEN = "_-";

function isOfWord(code: number): boolean {
  const kind = kindOf(code);
  return kind === Kind.LETTER || kind === Kind.WORD;
}

/** Returns the sentence of some words, with its bit sets. */
export function sentenceOf(words: readonly Word[], asks: boolean): Sentence {
  let [bits, marks, classes, whose, hints, named] = [0, 0, 0, 0, 0, 0];
  for (const word of words) {
    bits |= word.bits;
    marks |= word.marks;
    classes |= word.classes;
    whose |= word.whose;
    hints |= word.hints;
    named |= word.named;
  }
  return { words, asks, bits, marks, classes, whose, hints, named };
}

/** Returns the record of a word outside of quotation marks. */
function wordOf(text: string, bits: number): Word {
  const read = { bits, marks: marksOf(text), classes: classesOf(text) };
  return {
    text,
    bits,
    marks: read.marks,
    classes: read.classes,
    whose: whoseOf(text),
    hints: hintsOf(text),
    named: namedBit(text),
    phrases: phrasesAt(text, read),
    quoted: false,
    breaks: false,
  };
}

/** The record of a token that is too long to be a word. */
const NO_WORD = wordOf("", 0);

/** Yields the words that a token is made of. */
function* partsOf(token: string): Iterable<Word> {
  if (SIMPLE.test(token) && token.length < LONG_WORD) {
    yield partOf(token);
    return;
  }
  for (const piece of piecesOf(token)) {
    const word = withoutApostrophe(piece);
    if (word === "" || word.replaceAll("!", "") === "") continue;
    const part = partOf(word);
    const isRun = part.bits === 0 ? word.length >= LONG_WORD : word.length >= LONGEST_STEM;
    const run = isRun ? splitRun(word, 0.6) : null;
    if (run === null) yield part;
    else yield* run;
  }
}

/** Most letters of a word. */
const LONGEST_WORD = 60;

function partOf(word: string): Word {
  const before = knownWord(word);
  if (before !== undefined) return before;
  const part = readWord(word);
  // A longer token may be split into several words, so it must not be cached as one.
  if (word.length < LONG_WORD) keepWord(word, part);
  return part;
}

function readWord(word: string): Word {
  if (word.length > LONGEST_WORD) return NO_WORD;
  const known = conceptsOf(word);
  if (known !== 0) return wordOf(word, known);
  if (ASCII_LETTERS.test(word)) {
    const meant = swappedBack(word);
    if (meant !== null) return wordOf(meant, conceptsOf(meant));
    return wordOf(word, bitsOfStretched(word) || misspeltConceptsOf(word));
  }
  // "Как" and "кто" are Russian words, although each of their letters looks like a Latin one.
  if (isOfPhrases(word)) return wordOf(word, 0);
  const text = latinized(word) ?? word;
  const bits = conceptsOf(text);
  return bits === 0 ? readLeet(text) : wordOf(text, bits);
}

function piecesOf(token: string): string[] {
  if (!SEPARATORS.test(token)) return [token];
  const pieces = token.split(SEPARATORS).filter((piece) => piece !== "");
  return pieces.length >= FEWEST_LETTERS && pieces.every((piece) => piece.length === 1)
    ? [pieces.join("")]
    : pieces;
}

const CYRILLIC = /\p{Script=Cyrillic}/u;

/** Drops an elided article (`l'instruction`), but keeps `don't` and `зобов'язання` as one word. */
function withoutApostrophe(word: string): string {
  if (CYRILLIC.test(word)) return word.replaceAll(/['’]/g, "");
  const parts = word.split(/['’]/).filter((part) => part !== "");
  const last = parts.at(-1) ?? "";
  return parts.length > 1 && last.length > 2 ? last : parts.join("");
}

function readLeet(word: string): Word {
  if (!LEET_SIGNS.test(word)) return wordOf(word, 0);
  const core = word.replaceAll(/^!|!$/g, "");
  if (core !== word && conceptsOf(core) !== 0) return wordOf(core, conceptsOf(core));
  if (!/[a-z]/.test(core) && core.length < FEWEST_LETTERS) return wordOf(word, 0);
  for (const read of lettersFor(core)) {
    const bits = conceptsOf(read) || misspeltConceptsOf(read);
    if (bits !== 0 || isOfPhrases(read)) return wordOf(read, bits);
  }
  return wordOf(word, 0);
}

/** Fewest letters of a phrase's word that is recognised with swapped letters; shorter ones resemble other words. */
const FEWEST_SWAPPED = 6;
/** Concepts whose words attackers misspell to hide them. */
const MEANT = Concept.OVERRIDE | Concept.RULES | Concept.PROMPT | Concept.YOUR | Concept.PRIOR;

/** Returns the word meant by a word with two swapped letters, not the first (`ignroe`: "ignore"); null if none. */
function swappedBack(word: string): string | null {
  if (word.length < FEWEST_LETTERS || word.length > LONG_WORD || isOfPhrases(word)) return null;
  const isLong = word.length >= FEWEST_SWAPPED;
  for (let at = 1; at < word.length - 1; at++) {
    const meant = word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2);
    if (meant === word) continue;
    if (has(wholeWordConceptsOf(meant), MEANT) || isLong && isOfPhrases(meant)) return meant;
  }
  return null;
}

/** Returns the concepts of a word with repeated letters reduced (`ignooore`: "ignore"). */
function bitsOfStretched(word: string): number {
  const once = word.replace(/([a-z])\1+/g, "$1");
  return once === word ? 0 : conceptsOf(once) & ~Concept.DOMAIN;
}

/** Most characters of a run that are read. */
const LONGEST_RUN = 400;

/** Splits a run into known words; null if they are fewer than three or cover less than `share` of it. */
function splitRun(run: string, share: number): Word[] | null {
  const parts: Word[] = [];
  let found = 0;
  const length = Math.min(run.length, LONGEST_RUN);
  for (let at = 0; at < length && parts.length < 40;) {
    if (found + length - at < length * share) return null;
    const word = wordAt(run, at);
    if (word === undefined) {
      at++;
      continue;
    }
    parts.push(partOf(word));
    at += word.length;
    found += word.length;
  }
  return parts.length >= 3 && found >= length * share ? parts : null;
}

/** Returns whether a word with a concept is between two positions of a sentence, both inclusive. */
export function anyWithin(
  { words }: Sentence,
  concept: number,
  from: number,
  to: number,
): boolean {
  for (let at = Math.max(0, from); at <= to && at < words.length; at++) {
    if (has(words[at]?.bits ?? 0, concept)) return true;
  }
  return false;
}
