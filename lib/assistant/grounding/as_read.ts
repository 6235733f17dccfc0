/** Undoes what disguises an answer, so that the guard checks the text that a buyer reads (spec §4.5). Pure. */
import { INVISIBLE, latinized } from "../scope/fold.ts";

/** Letters and digits in a style of their own: mathematical, full-width, squared. */
const STYLED =
  /[\u{1d400}-\u{1d7ff}\u{1f110}-\u{1f12b}\u{1f130}-\u{1f149}\uff10-\uff19\uff21-\uff3a\uff41-\uff5a]+/gu;
const WORD = /[\p{L}\p{M}]{2,40}/gu;
const LATIN = /\p{Script=Latin}/u;
/** Letters of other alphabets. Some look like Latin ones. */
const OTHER = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}]/gu;
/** A prefix or sign of a unit, such as “μm”. */
const UNIT = /^[μΩ]\p{Script=Latin}{1,2}$/u;

/**
 * Returns an answer without invisible characters, which can cut a word in two or reverse a number, with styled letters and
 * digits as plain ones, and with Latin letters in words that mix them with look-alikes of other alphabets.
 */
export function asRead(answer: string): string {
  return answer.replace(INVISIBLE, "").replace(STYLED, (run) => run.normalize("NFKC"))
    .replace(WORD, (word) => LATIN.test(word) && !UNIT.test(word) ? inLatin(word) : word);
}

function inLatin(word: string): string {
  return word.replace(OTHER, (letter) => {
    const small = letter.toLowerCase();
    const latin = latinized(`a${small}`)?.slice(1) ?? letter;
    return small === letter ? latin : latin.toUpperCase();
  });
}
