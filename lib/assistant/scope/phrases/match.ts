/** Parses and matches phrases: elements in order, with a limited number of other words between them. */
import { Concept, has } from "../concepts.ts";
import { Mark } from "../marks.ts";
import { fold } from "../fold.ts";
import { aboutBuyer, BUSINESS, near } from "../moves/shared.ts";
import { byOthers } from "../subjects.ts";
import type { Sentence, Word } from "../sentence.ts";
import { Class } from "./classes.ts";
import { LISTS } from "./lists.ts";
import { nameBit } from "./named.ts";

/** Most elements of a phrase; the size of the matcher's buffers. */
const MOST_ELEMENTS = 16;

/** An element of a phrase: it matches a word with any of these concepts, marks, classes or texts. */
export interface Element {
  readonly bits: number;
  readonly marks: number;
  readonly classes: number;
  readonly texts: ReadonlySet<string>;
  /** The union of the filter bits of these texts. */
  readonly named: number;
  /** Most words between the previous element and this one. */
  readonly gap: number;
}

/** Conditions for a match. A guard that is not met makes the phrase harmless. */
interface Guards {
  /** The sentence is not a question. */
  readonly order: boolean;
  /** No words of the buyers' subject are near. */
  readonly business: boolean;
  /** No words of the buyers' subject are in the sentence. */
  readonly offTopic: boolean;
  /** It is not about the buyer or their people. */
  readonly self: boolean;
  /** No topic follows it, as in "your rules for returns". */
  readonly open: boolean;
  /** Its end has no indefinite article, as in "a system prompt". */
  readonly definite: boolean;
  /** No negation precedes it, as in "don't make things up". */
  readonly plain: boolean;
  /** It begins a clause. */
  readonly first: boolean;
  /** It is an imperative: only a courtesy or conjunction, such as "please" or "and", precedes it in its clause. */
  readonly imperative: boolean;
  /** It addresses the assistant, by an imperative or by "you" or "your" nearby. */
  readonly told: boolean;
  /** Nobody else is the subject. */
  readonly undone: boolean;
  /** No predicate follows it, as in "your instructions are unclear". */
  readonly predicate: boolean;
}

/** A parsed phrase. */
export interface Phrase {
  readonly elements: readonly Element[];
  readonly guards: Guards;
}

/**
 * Parses phrases, one per line: letters of guards, a colon, then elements separated by spaces.
 *
 * - `@YOU` is a concept, `#MAKER` a mark, `SAFETY` a class, `$THAT` a list, and a lower-case word is itself.
 * - `|` joins alternatives. A digit is the most words between two elements (0 without one).
 * - Guards (see `Guards`): `o` order, `b` business, `w` offTopic, `s` self, `f` open, `d` definite, `n` plain,
 *   `c` first, `i` imperative, `t` told, `u` undone, `p` predicate.
 *
 * @throws {TypeError} for an unknown name, and {Error} for a phrase of more than 16 elements.
 */
export function readPhrases(lines: string): readonly Phrase[] {
  return lines.split("\n").map((line) => line.trim()).filter((line) => line !== "").map(readPhrase);
}

function readPhrase(line: string): Phrase {
  const [letters = "", rest = ""] = line.split(": ");
  const elements: Element[] = [];
  let gap = 0;
  for (const part of rest.split(" ")) {
    if (/^\d$/.test(part)) {
      gap = Number(part);
      continue;
    }
    elements.push(readElement(part, gap));
    gap = 0;
  }
  if (elements.length > MOST_ELEMENTS) throw new Error(`A phrase is too long: ${line}`);
  return {
    elements,
    guards: {
      order: letters.includes("o"),
      business: letters.includes("b"),
      offTopic: letters.includes("w"),
      self: letters.includes("s"),
      open: letters.includes("f"),
      definite: letters.includes("d"),
      plain: letters.includes("n"),
      first: letters.includes("c"),
      imperative: letters.includes("i"),
      told: letters.includes("t"),
      undone: letters.includes("u"),
      predicate: letters.includes("p"),
    },
  };
}

function readElement(part: string, gap: number): Element {
  let [bits, marks, classes, named] = [0, 0, 0, 0];
  const texts = new Set<string>();
  for (const name of part.split("|")) {
    if (name.startsWith("@")) bits |= known(Concept, name.slice(1));
    else if (name.startsWith("#")) marks |= known(Mark, name.slice(1));
    else if (/^[A-Z]/.test(name)) classes |= known(Class, name);
    else {
      for (const entry of name.startsWith("$") ? listed(name.slice(1)) : [name]) {
        const word = fold(entry);
        texts.add(word);
        named |= nameBit(word);
      }
    }
  }
  return { bits, marks, classes, texts, named, gap };
}

function listed(name: string): readonly string[] {
  const words = LISTS[name];
  if (words === undefined) throw new TypeError(`Unknown list of words: ${name}`);
  return words.split(" ");
}

function known(names: Readonly<Record<string, number>>, name: string): number {
  const bit = names[name];
  if (bit === undefined) throw new TypeError(`Unknown class of words: ${name}`);
  return bit;
}

function fits(word: Word, { bits, marks, classes, texts, named }: Element): boolean {
  return (word.bits & bits) !== 0 || (word.marks & marks) !== 0 ||
    (word.classes & classes) !== 0 || ((word.named & named) !== 0 && texts.has(word.text));
}

/** Returns whether a phrase occurs in a sentence and its guards are met. */
export function hasPhrase(sentence: Sentence, phrase: Phrase): boolean {
  if (phrase.guards.order && sentence.asks) return false;
  if (phrase.guards.offTopic && has(sentence.bits, Concept.DOMAIN)) return false;
  return mayHold(sentence, phrase) && isFound(sentence, phrase);
}

/** Whether every element may match a word of the sentence; a cheap filter. */
function mayHold({ bits, marks, classes, named }: Sentence, { elements }: Phrase): boolean {
  for (const element of elements) {
    if (
      (bits & element.bits) === 0 && (marks & element.marks) === 0 &&
      (classes & element.classes) === 0 && (named & element.named) === 0
    ) {
      return false;
    }
  }
  return true;
}

/** Per element, the end and start of the latest partial match that reached it. Shared buffers of the current search. */
const ends = new Int32Array(MOST_ELEMENTS);
const starts = new Int32Array(MOST_ELEMENTS);

function isFound(sentence: Sentence, { elements, guards }: Phrase): boolean {
  const { words } = sentence;
  ends.fill(-1, 0, elements.length);
  for (let at = 0; at < words.length; at++) {
    const word = words[at];
    if (word === undefined) break;
    for (let part = elements.length - 1; part >= 0; part--) {
      const element = elements[part];
      if (element === undefined) continue;
      // Checked first because it is cheap and mostly fails: the previous element must have been reached.
      const before = part === 0 ? at : ends[part - 1] ?? -1;
      if (part > 0 && (before < 0 || before === at || at - before - 1 > element.gap)) continue;
      if (!fits(word, element)) continue;
      const start = part === 0 ? at : starts[part - 1] ?? at;
      if (part === elements.length - 1) {
        if (isClear(sentence, guards, start, at)) return true;
      } else {
        ends[part] = at;
        starts[part] = start;
      }
    }
  }
  return false;
}

const TOPIC =
  /^(?:for|on|about|regarding|concerning|of|with|the|you|fur|zu|pour|para|per|voor|into|saber|savoir|weten|wissen|sapere|wiedziec|знать|знати)$/;
const ANY = /^(?:a|an|any)$/;
const DENIED = /^(?:not|dont|never|doesnt|didnt|without|no)$/;

function isClear(sentence: Sentence, guards: Guards, from: number, to: number): boolean {
  if (guards.business && near(sentence, BUSINESS, from - 3, to + 4)) return false;
  if (guards.self && aboutBuyer(sentence, from - 4, to + 2)) return false;
  const { words } = sentence;
  if (guards.definite && anyText(words, ANY, to - 2, to)) return false;
  if (guards.plain && anyText(words, DENIED, from - 3, from)) return false;
  if (guards.first && !beginsClause(words, from)) return false;
  if (guards.imperative && !isImperative(words, from)) return false;
  if (guards.told && !isImperative(words, from) && !near(sentence, ADDRESSED, from - 3, to + 2)) {
    return false;
  }
  if (guards.undone && byOthers(sentence, from)) return false;
  const next = words[to + 1];
  if (guards.predicate && next !== undefined && has(next.bits, Concept.BE)) return false;
  return !(guards.open && next !== undefined && !next.breaks && TOPIC.test(next.text));
}

function anyText(words: readonly Word[], wanted: RegExp, from: number, to: number): boolean {
  for (let at = Math.max(0, from); at <= to; at++) {
    if (wanted.test(words[at]?.text ?? "")) return true;
  }
  return false;
}

const LEADS =
  /^(?:please|just|now|to|then|hereby|kindly|and|but|so|simply|first|finally|therefore|pls|instead|hey|ok|okay|assistant|bot|ai|should|must|shall|will|lets|or)$/;

const ADDRESSED = { bits: Concept.YOU | Concept.YOUR };
const COURTESIES =
  /^(?:please|just|now|then|hereby|kindly|and|but|simply|first|finally|therefore|pls|instead|hey|ok|okay|assistant|bot|ai|also|sudo)$/;

function isImperative(words: readonly Word[], at: number): boolean {
  return at === 0 || words[at]?.breaks === true || COURTESIES.test(words[at - 1]?.text ?? "");
}

function beginsClause(words: readonly Word[], at: number): boolean {
  return at === 0 || words[at]?.breaks === true || LEADS.test(words[at - 1]?.text ?? "");
}
