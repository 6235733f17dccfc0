/** Splits text into sentences and counts words. */

const SENTENCES = new Intl.Segmenter("en", { granularity: "sentence" });
const WORDS = new Intl.Segmenter("en", { granularity: "word" });

/** Abbreviations that are followed by a full stop inside a sentence. */
const ABBREVIATIONS = new Set(
  ("no nos fig figs eq ref vs approx est ca cf eg ie al etc viz vol ch sec art p pp ed eds " +
    "mr mrs ms dr prof sr jr st ste ave blvd rd mt inc ltd co corp dept div bldg assn intl " +
    "min max avg std typ nom dia diam qty wt ht lg thk temp " +
    "jan feb mar apr jun jul aug sep sept oct nov dec").split(" "),
);

/** Units that are abbreviated with a full stop after a number: "1.5 in. thick", "40 lb. a leaf". */
const UNIT =
  /\d[\d\s./,\u00bc-\u00be\u2044-]*(?:in|ft|yd|lb|lbs|oz|sq|cu|gal|hr|hrs|sec|psf|psi|mm|cm|m|kg)\.$/i;
const LOOK_BACK = 60;
const LAST_WORD = /([\p{L}\p{M}]+(?:\.[\p{L}\p{M}]+)*)\.["'\u2019\u201d)\]]*$/u;

/**
 * Splits a line into sentences, which joined by {@linkcode gapAfter} are the line again. A full stop that could belong
 * to an abbreviation does not end a sentence, because two sentences in one can still be quoted, but half of one cannot.
 */
export function sentencesOf(line: string): string[] {
  const sentences: string[] = [];
  let begin = 0;
  for (const { segment, index } of SENTENCES.segment(line)) {
    const end = index + segment.length;
    if (
      end < line.length &&
      (!/[\s\u3002\uff01\uff1f]$/.test(segment) || endsInside(line.slice(begin, end)))
    ) continue;
    sentences.push(line.slice(begin, end).trimEnd());
    begin = end;
  }
  return sentences;
}

/** Returns the separator between a sentence and the next: nothing after East Asian punctuation, else a space. */
export function gapAfter(sentence: string): string {
  return /[\u3002\uff01\uff1f]$/.test(sentence) ? "" : " ";
}

/** Whether a text that seems to end a sentence ends with an abbreviation. */
function endsInside(text: string): boolean {
  const tail = text.slice(-LOOK_BACK).trimEnd();
  const word = LAST_WORD.exec(tail)?.[1];
  if (word === undefined) return false;
  // Initials and abbreviations: "J. Ray", "U.S. code", "e.g. glass".
  if (/^\p{L}(?:\.\p{L})*$/u.test(word)) return true;
  return ABBREVIATIONS.has(word.toLowerCase()) || UNIT.test(tail);
}

// Scripts without spaces between words.
const UNSPACED =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

/** Returns the number of words, at least 1. */
export function countWords(text: string): number {
  if (!UNSPACED.test(text)) {
    return Math.max(1, text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length);
  }
  let count = 0;
  for (const { isWordLike } of WORDS.segment(text)) if (isWordLike) count++;
  return Math.max(1, count);
}
