/** Where sentences end, and how many words there are. */

const SENTENCES = new Intl.Segmenter("en", { granularity: "sentence" });
const WORDS = new Intl.Segmenter("en", { granularity: "word" });

/** Shortened words that a full stop follows in the middle of a sentence. */
const ABBREVIATIONS = new Set(
  ("no nos fig figs eq ref vs approx est ca cf eg ie al etc viz vol ch sec art p pp ed eds " +
    "mr mrs ms dr prof sr jr st ste ave blvd rd mt inc ltd co corp dept div bldg assn intl " +
    "min max avg std typ nom dia diam qty wt ht lg thk temp " +
    "jan feb mar apr jun jul aug sep sept oct nov dec").split(" "),
);

/** Units that are written with a full stop after a number: "1.5 in. thick", "40 lb. a leaf". */
const UNIT =
  /\d[\d\s./,\u00bc-\u00be\u2044-]*(?:in|ft|yd|lb|lbs|oz|sq|cu|gal|hr|hrs|sec|psf|psi|mm|cm|m|kg)\.$/i;
const LOOK_BACK = 60;
const LAST_WORD = /([\p{L}\p{M}]+(?:\.[\p{L}\p{M}]+)*)\.["'\u2019\u201d)\]]*$/u;

/**
 * Cuts a line of text into its sentences, which joined by {@linkcode gapAfter} give the line again. In doubt whether a
 * full stop ends a sentence or a shortened word, it ends the word: two sentences in one are whole still,
 * half a one is not.
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

/** What stands between a sentence and the next. */
export function gapAfter(sentence: string): string {
  return /[\u3002\uff01\uff1f]$/.test(sentence) ? "" : " ";
}

/** Whether text that seems to end a sentence ends with a word that is shortened. */
function endsInside(text: string): boolean {
  const tail = text.slice(-LOOK_BACK).trimEnd();
  const word = LAST_WORD.exec(tail)?.[1];
  if (word === undefined) return false;
  // Initials and the like: "J. Ray", "U.S. code", "e.g. glass".
  if (/^\p{L}(?:\.\p{L})*$/u.test(word)) return true;
  return ABBREVIATIONS.has(word.toLowerCase()) || UNIT.test(tail);
}

// Scripts that are written without spaces between words.
const UNSPACED =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

/** Number of words, at least one for any text. */
export function countWords(text: string): number {
  if (!UNSPACED.test(text)) {
    return Math.max(1, text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length);
  }
  let count = 0;
  for (const { isWordLike } of WORDS.segment(text)) if (isWordLike) count++;
  return Math.max(1, count);
}
