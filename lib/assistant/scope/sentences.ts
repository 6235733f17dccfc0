/** A text as sentences of words, each with what it can stand for. */
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

/** Sentences that are shorter go on with the next: a full stop between single words hides what they say. */
const FEWEST_WORDS = 3;
const LONGEST_SENTENCE = 400;
/** Single letters in a row that are one word, spelt out. */
const FEWEST_LETTERS = 4;
/** Words that are longer may be several without blanks. */
const LONG_WORD = 14;

/** No word of the lists has as many letters, even where it begins like one. */
const LONGEST_STEM = 22;

const SEPARATORS = /[_-]+/;
const ASCII_LETTERS = /^[a-z]+$/;
const SIMPLE = /^\p{L}+$/u;
const LEET_SIGNS = /[0-9@$€!|]/;

/** Splits a folded text into sentences. */
export function sentencesOf(folded: string): Sentence[] {
  const sentences: Sentence[] = [];
  let words: Word[] = [];
  let letters: string[] = [];
  let quoted = false;
  let breaks = false;
  let isSpaced = false;

  function add(part: Word): void {
    // Most words stand in no quotation and behind no comma, and need no record of their own.
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
    // Of letters that stand apart, words stand further apart.
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

function sentenceOf(words: readonly Word[], asks: boolean): Sentence {
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

/** A word by itself, outside of quotation marks. */
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

/** What stands where nothing can be a word. */
const NO_WORD = wordOf("", 0);

/** The words that a token without blanks is made of. */
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

/** Nothing that is longer is a word, however it is spelt. */
const LONGEST_WORD = 60;

function partOf(word: string): Word {
  const before = knownWord(word);
  if (before !== undefined) return before;
  const part = readWord(word);
  // What is longer may be several words without blanks, and would be found here as one the next time.
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
  // "Как" and "кто" are Russian, although each of their letters could be a Latin one.
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

/** `l'instruction` is about the instruction, `don't` is one word, and so is `зобов'язання`. */
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

/** Shorter words are too like others. */
const FEWEST_SWAPPED = 6;
/** What is written wrong often enough to hide it. */
const MEANT = Concept.OVERRIDE | Concept.RULES | Concept.PROMPT | Concept.YOUR | Concept.PRIOR;

/** `ignroe` says ignore: two letters are swapped, but not the first. */
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

/** `ignooore` says ignore. */
function bitsOfStretched(word: string): number {
  const once = word.replace(/([a-z])\1+/g, "$1");
  return once === word ? 0 : conceptsOf(once) & ~Concept.DOMAIN;
}

/** The longest run that is read; the rest of it hides nothing that its beginning does not. */
const LONGEST_RUN = 400;

/** Words that stand together without blanks; null where less than `share` of it are words that matter. */
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

/** Whether a word of some concept is among those of a sentence from one place to another, both included. */
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
