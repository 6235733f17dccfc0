/** Normalises letters, so that the guard reads disguised text as a model would read it. */

/** Homoglyphs: letters that look like Latin ones and disguise Latin words, by the Latin letter. */
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

/** Small capitals and other letters that no Unicode normal form maps to plain Latin. */
const PLAIN: ReadonlyMap<string, string> = new Map(
  Array.from(
    "ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢłøđħŧıæœ",
    (letter, index) => [letter, "abcdefghijklmnoprstuvwyzlodhtieo"[index] ?? ""],
  ),
);

/** Enclosed capitals that no Unicode normal form maps: negative circled, negative squared, and those of flags. */
const ENCLOSED = /[\u{1f150}-\u{1f169}\u{1f170}-\u{1f189}\u{1f1e6}-\u{1f1ff}]/gu;
/** The first letters of these alphabets, the last alphabet first. */
const ENCLOSED_A = [0x1f1e6, 0x1f170, 0x1f150];

function letterIn(sign: string): string {
  const code = sign.codePointAt(0) ?? 0;
  const first = ENCLOSED_A.find((start) => start <= code) ?? code;
  return String.fromCharCode(97 + code - first);
}

const MARKS = /\p{M}+/gu;
/** Invisible characters: joiners, direction marks, variation selectors, tags, soft hyphens. */
export const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]+/gu;
const STRANGE = /[ᴀ-ᴢꜰꜱɢʜɪʙɴʀʏʟłøđħŧıæœ]/gu;
const ASCII = /^[\n -~]*$/;

/**
 * Folds a text: lower case, no accents, compatibility forms (NFKD), no invisible characters. Cyrillic and Greek letters
 * stay in their alphabets; see {@linkcode latinized}.
 */
export function fold(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  // Most texts have few characters beyond ASCII, so only those runs are normalised.
  return text.replace(OTHERS, foldOthers).toLowerCase()
    .replaceAll("ß", "ss")
    .replace(STRANGE, (letter) => PLAIN.get(letter) ?? letter);
}

const OTHERS = /[^\0-\x7f]+/g;

/** Cache of folded runs, because the same few accented letters occur again and again. */
const folded = new Map<string, string>();
const MOST_FOLDED = 2_000;
const LONGEST_KEPT = 16;

function foldOthers(run: string): string {
  const known = folded.get(run);
  if (known !== undefined) return known;
  const plain = run.replace(INVISIBLE, "").replace(ENCLOSED, letterIn).normalize("NFKD")
    .replace(MARKS, "");
  if (run.length > LONGEST_KEPT) return plain;
  if (folded.size >= MOST_FOLDED) folded.clear();
  folded.set(run, plain);
  return plain;
}

const LATIN = /[a-z]/;
const FOREIGN = /[^ -~]/;
/** A word whose letters all look exactly like Latin ones. */
const TWINS = /^[аеорсхуіѕјкмтвԁɡһαορντυικϲ]+$/;

/**
 * Returns a word with its homoglyphs replaced by Latin letters, or null if it has none. A word that is entirely in
 * another alphabet counts as a word of that language, unless every letter of it looks like a Latin one.
 */
export function latinized(word: string): string | null {
  if (!FOREIGN.test(word) || !(LATIN.test(word) || TWINS.test(word))) return null;
  return Array.from(word, (letter) => LOOKALIKES.get(letter) ?? letter).join("");
}

/** Digits and signs that replace letters ("leetspeak"). */
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

/** Returns a word with digits and signs replaced by letters, in two readings: `1` and `|` as "i" and as "l". */
export function lettersFor(word: string): string[] {
  return ["i", "l"].map((one) =>
    Array.from(word, (sign) => sign === "1" || sign === "|" ? one : LEET[sign] ?? sign).join("")
  );
}
