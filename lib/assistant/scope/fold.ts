/** Letters as they are meant, however they are written: the guard reads what a model would read. */

/** Letters that look like Latin ones, and are put into Latin words to hide them. */
const LOOKALIKES: ReadonlyMap<string, string> = new Map(
  [
    ["аɑαａ∂", "a"],
    ["вβьƅ", "b"],
    ["сϲᴄⅽс", "c"],
    ["ԁɗժ", "d"],
    ["еєεҽ", "e"],
    ["ғƒ", "f"],
    ["ɡցǥ", "g"],
    ["һհнђ", "h"],
    ["іɩιӏıɪⅰ|¡", "i"],
    ["јʝϳ", "j"],
    ["кκқ", "k"],
    ["ⅼ∣լ", "l"],
    ["мⅿϻ", "m"],
    ["ոпηи", "n"],
    ["оοօσѳ", "o"],
    ["рρϱ", "p"],
    ["ԛգ", "q"],
    ["гᴦ", "r"],
    ["ѕʂꜱ", "s"],
    ["тτϯ", "t"],
    ["υսцμ", "u"],
    ["ѵνᴠⅴ", "v"],
    ["ѡωԝш", "w"],
    ["хχⅹж", "x"],
    ["уүγყ", "y"],
    ["ᴢʐ", "z"],
  ].flatMap(([letters = "", latin = ""]) => Array.from(letters, (letter) => [letter, latin])),
);

/** Small capitals and other letters that no normal form folds. */
const PLAIN: ReadonlyMap<string, string> = new Map(
  Array.from(
    "ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢłøđħŧıæœ",
    (letter, index) => [letter, "abcdefghijklmnoprstuvwyzlodhtieo"[index] ?? ""],
  ),
);

const MARKS = /\p{M}+/gu;
/** Characters that show nothing: joiners, directions, variation selectors, tags, soft hyphens. */
const INVISIBLE = /[\p{Cf}\u{e0100}-\u{e01ef}\ufe00-\ufe0f\u115f\u1160\u3164]+/gu;
const STRANGE = /[ᴀ-ᴢꜰꜱɢʜɪʙɴʀʏʟłøđħŧıæœ]/gu;
const ASCII = /^[\n -~]*$/;

/**
 * A text in small letters without accents, in the plainest form of each character, and without what does not show.
 * Cyrillic and Greek words stay what they are.
 */
export function fold(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  // What is in the text beside plain characters is little, most often.
  return text.replace(OTHERS, foldOthers).toLowerCase()
    .replaceAll("ß", "ss")
    .replace(STRANGE, (letter) => PLAIN.get(letter) ?? letter);
}

const OTHERS = /[^\0-\x7f]+/g;

/** Runs that came before: the same few letters of other alphabets come again and again. */
const folded = new Map<string, string>();
const MOST_FOLDED = 2_000;
const LONGEST_KEPT = 16;

function foldOthers(run: string): string {
  const known = folded.get(run);
  if (known !== undefined) return known;
  const plain = run.replace(INVISIBLE, "").normalize("NFKD").replace(MARKS, "");
  if (run.length > LONGEST_KEPT) return plain;
  if (folded.size >= MOST_FOLDED) folded.clear();
  folded.set(run, plain);
  return plain;
}

const LATIN = /[a-z]/;
const FOREIGN = /[^ -~]/;
/** Letters of other alphabets that nobody tells from Latin ones. */
const TWINS = /^[аеорсхуіѕјкмтвԁɡһαορντυικϲ]+$/;

/**
 * A word in Latin letters where letters of other alphabets stand in for them; null for any other. A word of one
 * alphabet alone is a word of that language, unless every letter of it could be a Latin one.
 */
export function latinized(word: string): string | null {
  if (!FOREIGN.test(word) || !(LATIN.test(word) || TWINS.test(word))) return null;
  return Array.from(word, (letter) => LOOKALIKES.get(letter) ?? letter).join("");
}

/** Digits and signs that stand for letters. */
const LEET: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "6": "g",
  "7": "t",
  "8": "b",
  "9": "g",
  "@": "a",
  "$": "s",
  "€": "e",
  "!": "i",
  "|": "i",
};

/** A word with letters for digits and signs, read in both ways that `1` and `|` can be read. */
export function lettersFor(word: string): string[] {
  return ["i", "l"].map((one) =>
    Array.from(word, (sign) => sign === "1" || sign === "|" ? one : LEET[sign] ?? sign).join("")
  );
}
