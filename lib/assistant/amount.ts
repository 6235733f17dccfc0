/** Finds the amount that a question asks for in a text: of money, or of things ("How many bolts?"). Pure. */
import { isOfTrade } from "../corpus/mod.ts";
import { figuresOf } from "./grounding/figures.ts";
import { splitSentences } from "./grounding/sentences.ts";
import { stemOf, termsOf } from "./grounding/terms.ts";

const AMOUNT =
  /\b(?:how much|how about|any (?:[a-z]{2,15} ){0,2}costs?\b|what(?:['’]s| is| are| about| does| do| would| will))\b|^\W*(?:and )?(?:[a-z]{2,15} ){0,2}(?:price|cost)s?\b/i;
const PRICE = /\b(?:costs?|prices?)\b(?! (?:more|less))/i;
const PRICE_ABROAD =
  /\b(?:kostet|kosten|preis|prix|co[uû]te|precio|cuestan?|coste|prezzo|costan?o?|kost|prijs|pre[cç]o|custam?|custo|ceny?|koszt(?:uj[eą])?)(?![\p{L}\p{M}])/iu;
const MONEY = /[$€£]\s?\d|\d\s?(?:[$€£]|(?:dollars?|euros?|usd|eur)\b)/i;
/** Counts nothing: "Panes slide one at a time". */
const SINGLY = /\bat a time\b/gi;
const COUNTED = /\bhow many (.{1,60})/i;
const NUMBER =
  /^(?:\p{N}.*|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozen|hundreds?|thousands?|no|single|pairs?)$/iu;
/** Before a number of any such things, which says nothing of how many there are: "where two panels meet". */
const ANY = /^(?:where|when|if|between)$/i;
/** Most words between a number and what it counts. */
const NEAR = 3;

/**
 * Returns whether a text has what a question asks for, if that is a price or a number of things: a sum of money, or a number
 * beside their name. Most texts about the things say neither.
 */
export function hasAmount(question: string, text: string): boolean {
  const isPriceAsked = AMOUNT.test(question) && PRICE.test(question) || PRICE_ABROAD.test(question);
  if (isPriceAsked && !MONEY.test(text)) return false;
  const things = COUNTED.exec(question)?.[1] ?? "";
  const [counted] = termsOf(things);
  if (counted === undefined) return true;
  const word = things.slice(counted.start, counted.end).toLowerCase();
  // "How many pounds" and "how many decibels" ask for a property, which a text may state in another unit.
  if (isOfTrade(word)) return true;
  return splitSentences(text).some(({ start, end }) => {
    const words = wordsIn(
      withoutMeasures(text.slice(start, end), counted.stem).replaceAll(SINGLY, " "),
    );
    return words.some((word, at) =>
      NUMBER.test(word) && !ANY.test(words[at - 1] ?? "") &&
      words.slice(Math.max(0, at - NEAR), at + NEAR + 1)
        .some((other) => stemOf(other.toLowerCase()) === counted.stem)
    );
  });
}

function wordsIn(text: string): string[] {
  return text.match(/[\p{L}\p{N}]+(?:[.,]\p{N}+)?/gu) ?? [];
}

/**
 * Returns a sentence without its measures, because they count no things: "Panels are 18 to 34 inches wide". Measures in the
 * counted unit stay.
 */
function withoutMeasures(sentence: string, counted: string): string {
  const isCounted = (text: string) =>
    wordsIn(text).some((word) => stemOf(word.toLowerCase()) === counted);
  return figuresOf(sentence)
    .filter(({ dimension, start, end }) =>
      dimension !== null && !isCounted(sentence.slice(start, end))
    )
    .reduceRight(
      (text, { start, end }) => `${text.slice(0, start)} _ ${text.slice(end)}`,
      sentence,
    );
}
