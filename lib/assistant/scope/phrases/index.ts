/** Indexes the phrases by their rarest element, so that a sentence is compared with a few of them instead of all. */
import type { AttackKind } from "../attack_kind.ts";
import { Concept } from "../concepts.ts";
import { Mark } from "../marks.ts";
import { Class, classesOf } from "./classes.ts";
import { EUROPEAN_IMPERSONATION, EUROPEAN_INJECTION, EUROPEAN_LEAK } from "./europe.ts";
import { IMPERSONATION_PHRASES } from "./impersonation.ts";
import { INJECTION_PHRASES } from "./injection.ts";
import { LEAK_PHRASES } from "./leak.ts";
import type { Element, Phrase } from "./match.ts";

/** All phrases with their kind of attack. */
export const PHRASES: readonly { readonly kind: AttackKind; readonly phrase: Phrase }[] = [
  ...[...LEAK_PHRASES, ...EUROPEAN_LEAK].map((phrase) => ({
    kind: "prompt_leak" as const,
    phrase,
  })),
  ...[...IMPERSONATION_PHRASES, ...EUROPEAN_IMPERSONATION].map((phrase) => ({
    kind: "impersonation" as const,
    phrase,
  })),
  ...[...INJECTION_PHRASES, ...EUROPEAN_INJECTION].map((phrase) => ({
    kind: "injection" as const,
    phrase,
  })),
];

const COMMON = new Set(
  "the a is are of to in on my me i you your youre for with and or not no do does what that this it as be an from all can so now by at if was were have has we our us one which how when only new like than just use please make say says answer any up out off first there want need tell write show give see more each use used"
    .split(" "),
);
const COMMON_WEIGHT = 40;

/** Relative frequency in questions of the words of a class, concept (`@`) or mark (`#`). */
const WEIGHTS: Readonly<Record<string, number>> = {
  SAFETY: 3,
  TASK: 8,
  VENDOR: 2,
  VOIDED: 5,
  LOOSE: 4,
  REBEL: 6,
  MASTER: 6,
  BOT: 6,
  FICTION: 8,
  NONE: 60,
  PERFORM: 16,
  "@YOU": 60,
  "@YOUR": 45,
  "@REVEAL": 45,
  "@WHAT": 70,
  "@BE": 90,
  "@NOW": 4,
  "@PROMPT": 2,
  "@PRIOR": 8,
  "#MAKER": 3,
  "#THIS": 70,
  "#STANDS": 5,
  "#CLAIM": 8,
};
const USUAL_WEIGHT = 12;

/** Indices of the phrases whose rarest element has a word, or a bit of a concept, mark or class. */
const byText = new Map<string, number[]>();
const byBit = { bits: bitLists(), marks: bitLists(), classes: bitLists() };

function bitLists(): number[][] {
  return Array.from({ length: 32 }, () => []);
}

/** The weights of the bits of concepts, marks and classes. */
const BIT_WEIGHTS = {
  bits: bitWeights(Concept, "@"),
  marks: bitWeights(Mark, "#"),
  classes: bitWeights(Class, ""),
};
const SIDES = ["bits", "marks", "classes"] as const;

function bitWeights(names: Readonly<Record<string, number>>, sign: string): [number, number][] {
  return Object.entries(names).map(([name, bit]) => [bit, WEIGHTS[sign + name] ?? USUAL_WEIGHT]);
}

function weightOf(element: Element): number {
  let weight = 0;
  for (const text of element.texts) weight += COMMON.has(text) ? COMMON_WEIGHT : 1;
  for (const side of SIDES) {
    for (const [bit, bitWeight] of BIT_WEIGHTS[side]) {
      if ((element[side] & bit) !== 0) weight += bitWeight;
    }
  }
  return weight;
}

for (const [index, { phrase }] of PHRASES.entries()) {
  const weights = phrase.elements.map(weightOf);
  const rarest = phrase.elements[weights.indexOf(Math.min(...weights))];
  if (rarest === undefined) continue;
  for (const text of rarest.texts) byText.set(text, [...byText.get(text) ?? [], index]);
  for (const side of SIDES) {
    for (let bit = 0; bit < 31; bit++) {
      if ((rarest[side] & (1 << bit)) !== 0) byBit[side][bit]?.push(index);
    }
  }
}

const texts = new Set(
  PHRASES.flatMap(({ phrase }) => phrase.elements.flatMap(({ texts }) => [...texts])),
);

/** Returns whether some phrase names a word, or the word belongs to a class. */
export function isOfPhrases(word: string): boolean {
  return texts.has(word) || classesOf(word) !== 0;
}

const NO_PHRASES: readonly number[] = [];

/** Returns the indices in `PHRASES` of the phrases whose rarest element a word can be; none for most words. */
export function phrasesAt(
  text: string,
  word: Readonly<Record<"bits" | "marks" | "classes", number>>,
): readonly number[] {
  const found = [...byText.get(text) ?? NO_PHRASES];
  for (const side of SIDES) {
    for (let left = word[side]; left !== 0; left &= left - 1) {
      found.push(...byBit[side][31 - Math.clz32(left & -left)] ?? NO_PHRASES);
    }
  }
  return found.length === 0 ? NO_PHRASES : [...new Set(found)];
}
