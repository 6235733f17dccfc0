/** Decodes texts that are hidden in a message: encoded, reversed, enciphered or split. All work is bounded. */

import { has } from "./concepts.ts";
import { fromEscapes } from "./escapes.ts";
import { Hint, TURNED } from "./hints.ts";

/** Most encoded parts that are decoded, and most characters of each. */
const MAX_PARTS = 6;
const MAX_PART = 3_000;

const HEX = /(?:\\x|0x|%)?[0-9a-fA-F]{2}(?:[ :,]?(?:\\x|0x|%)?[0-9a-fA-F]{2}){7,}/g;
const BINARY = /[01]{7,8}(?:[ ,]?[01]{7,8}){5,}/g;
const MORSE = /[.\-·–]{1,6}(?:[ /]+[.\-·–]{1,6}){9,}/g;
const READABLE = /^[\p{L}\p{N}\p{P}\p{Z}\p{S}\s]+$/u;
const WORDY = /\p{L}{3}/u;

/**
 * Yields the decoded texts that are hidden in a text; nothing for most texts.
 *
 * @param hints the union of the hints of its words (`Hint`), which select the expensive decoders.
 */
export function* hiddenTexts(text: string, hints: number): Iterable<string> {
  const looks = looksOf(text);
  if (text.includes(UNSEEN_LEAD)) yield* readable(fromUnseen(text));
  for (const run of looks.runs) yield* fromBase64(run);
  if (looks.hexDigits >= FEWEST_HEX) {
    for (const [part] of limited(text.matchAll(HEX))) {
      const digits = part.replace(/\\x|0x|[^0-9a-fA-F]/g, "");
      yield* readable(fromHex(digits));
    }
  }
  if (looks.digits >= 42) {
    for (const [part] of limited(text.matchAll(BINARY))) {
      yield* readable(fromBits(part.match(/[01]{7,8}/g) ?? []));
    }
  }
  if (looks.signs >= 20) {
    for (const [part] of limited(text.matchAll(MORSE))) yield* readable(fromMorse(part));
  }
  const unescaped = fromEscapes(text);
  if (unescaped !== null) yield unescaped;
  yield* joined(text, hints);
  yield* unbroken(text);
  // A text with a long encoded run is not a Caesar cipher, so the letter statistics would only cost time.
  if (looks.runs.some((run) => run.length >= LONG_RUN)) return;
  const by = shiftOf(looks.counts);
  if (by !== 0) yield shifted(text.slice(0, MAX_PART), by);
  if (by !== 13 && has(hints, Hint.SHIFTED) && /\brot.?13\b|\bcaesar|\bcipher/i.test(text)) {
    yield shifted(text.slice(0, MAX_PART), 13);
  }
  if (has(hints, Hint.TURNED)) {
    yield Array.from(text.slice(0, MAX_PART)).reverse().join("");
  }
}

/** The first unit of each tag and each supplementary variation selector: invisible, but a model can read them. */
const UNSEEN_LEAD = "\udb40";
const UNSEEN = /[\u{e0020}-\u{e007e}\u{e0110}-\u{e016e}]/gu;

/** Returns the ASCII text that tags or variation selectors (the 17th stands for byte 16) spell. */
function fromUnseen(text: string): string {
  return Array.from(text.matchAll(UNSEEN), ([sign]) => {
    const code = (sign.codePointAt(0) ?? 0) - 0xe0000;
    return String.fromCharCode(code < 0x100 ? code : code - 0xf0);
  }).join("").slice(0, MAX_PART);
}

const LONG_RUN = 400;

/** Most characters of a quoted piece. Split texts have short pieces; two apostrophes can enclose half of a message. */
const LONGEST_PIECE = 200;
const QUOTES = /["“']/;
const CARRIED_OUT =
  /\b(?:carry (?:it|that|them|this) out|do (?:what|as) (?:it|that|they) says?|(?:then|and|now) (?:execute|obey|perform|follow)|act on (?:it|that))\b/i;
const FIRSTS = /\bfirst (word|letter)s? (?:of|in|from) (?:each|every|all|the)\b/i;

/** Yields texts that were split: quoted pieces to be joined or carried out, and acrostics of first words or letters. */
function* joined(text: string, hints: number): Iterable<string> {
  const joins = (has(hints, Hint.JOINED) || text.includes("+")) && QUOTES.test(text);
  const carriedOut = has(hints, Hint.CARRIED_OUT) && QUOTES.test(text) && CARRIED_OUT.test(text);
  if (joins || carriedOut) {
    const marks = /["“”]/.test(text) ? /["“”]/ : "'";
    // The odd parts are inside of quotation marks.
    const pieces = text.slice(0, MAX_PART).split(marks, MAX_PARTS * 2)
      .filter((piece, index) => index % 2 === 1 && piece !== "" && piece.length <= LONGEST_PIECE);
    if (pieces.length > 1 && joins) {
      yield pieces.join("");
      yield pieces.join(" ");
    }
    if (carriedOut) yield* pieces;
  }
  const firsts = has(hints, Hint.FIRST) ? FIRSTS.exec(text) : null;
  if (firsts === null) return;
  const parts = text.slice(firsts.index + firsts[0].length, MAX_PART).split(/[.\n:;,]/);
  const letters = firsts[1]?.toLowerCase() === "letter";
  const words = letters ? text.slice(firsts.index + firsts[0].length, MAX_PART).split(/\s/) : [];
  for (const list of letters ? [parts, words] : [parts]) {
    const starts = list.map((part) => part.trim()).filter((part) => part !== "")
      .map((part) => letters ? part.slice(0, 1) : part.split(" ")[0] ?? "");
    yield starts.join(letters ? "" : " ");
  }
}

const LONG_WORDS =
  /instruction|guideline|restriction|disregard|guardrail|developermode|jailbreak|systemprompt|previous/g;
/** Most characters that are searched for words broken by separators. */
const MAX_UNBROKEN = 1_000;

/** Yields the text's letters without separators, if that reveals a word that was broken by spaces or signs. */
function* unbroken(text: string): Iterable<string> {
  const whole = text.slice(0, MAX_UNBROKEN).toLowerCase().slice(0, MAX_UNBROKEN);
  const letters = lettersOf(whole);
  const found = letters.match(LONG_WORDS);
  if (found === null) return;
  const words = whole.replace(/\s+/g, " ");
  if (
    found.some((word) =>
      !words.includes(word) && word !== "systemprompt" && word !== "developermode"
    )
  ) {
    yield letters;
  }
}

const lettersRead = new Uint8Array(MAX_UNBROKEN);
const ASCII = new TextDecoder();

/** Returns only the Latin letters of a lower-case text. */
function lettersOf(whole: string): string {
  let count = 0;
  for (let at = 0; at < whole.length; at++) {
    const code = whole.charCodeAt(at);
    if (code >= 97 && code <= 122) lettersRead[count++] = code;
  }
  return ASCII.decode(lettersRead.subarray(0, count));
}

/** The encodings that an ASCII character can be part of. */
const Part = { BASE64: 1, HEX: 2, HEX_DIGIT: 4 } as const;
const parts = new Uint8Array(128);
for (let code = 0; code < parts.length; code++) {
  const character = String.fromCharCode(code);
  if (/[A-Za-z0-9+/_-]/.test(character)) parts[code] = Part.BASE64;
  if (/[0-9a-fA-F]/.test(character)) parts[code] = Part.BASE64 | Part.HEX | Part.HEX_DIGIT;
  else if (/[ :,%x\\]/.test(character)) parts[code] = (parts[code] ?? 0) | Part.HEX;
}

const FEWEST_BASE64 = 16;
/** Digits of eight bytes. */
const FEWEST_HEX = 16;

/** Collects the statistics of a text that tell which decoders are worth trying, in one pass. */
function looksOf(text: string) {
  const codes = new Uint32Array(128);
  const runs: string[] = [];
  let [run, hexRun, hexDigits, signs] = [0, 0, 0, 0];
  for (let at = 0; at <= text.length; at++) {
    const code = at < text.length ? text.charCodeAt(at) : 0;
    let part = 0;
    if (code < 128) {
      part = parts[code] ?? 0;
      codes[code] = (codes[code] ?? 0) + 1;
    } else if (code === MIDDLE_DOT || code === EN_DASH) signs++;
    if ((part & Part.BASE64) !== 0) run++;
    else {
      if (run >= FEWEST_BASE64 && runs.length < MAX_PARTS) runs.push(text.slice(at - run, at));
      run = 0;
    }
    if ((part & Part.HEX) === 0) hexRun = 0;
    else if ((part & Part.HEX_DIGIT) !== 0 && ++hexRun > hexDigits) hexDigits = hexRun;
  }
  const counts = new Uint32Array(26);
  for (let letter = 0; letter < counts.length; letter++) {
    counts[letter] = (codes[letter + 65] ?? 0) + (codes[letter + 97] ?? 0);
  }
  let digits = 0;
  for (let code = 48; code < 58; code++) digits += codes[code] ?? 0;
  signs += (codes[HYPHEN] ?? 0) + (codes[FULL_STOP] ?? 0);
  return { counts, digits, signs, hexDigits, runs };
}

const HYPHEN = 45;
const FULL_STOP = 46;
const MIDDLE_DOT = 183;
const EN_DASH = 8211;

/** Yields at most `MAX_PARTS` matches. */
function* limited<T>(found: Iterable<T>): Iterable<T> {
  let left = MAX_PARTS;
  for (const each of found) {
    if (left-- === 0) return;
    yield each;
  }
}

function* readable(text: string): Iterable<string> {
  if (READABLE.test(text) && WORDY.test(text)) yield text;
}

const UTF8 = new TextDecoder();

/** Yields the decoded text of a base64 or base64url run, and its reverse if that has English words. */
function* fromBase64(part: string): Iterable<string> {
  const plain = part.slice(0, MAX_PART).replaceAll("-", "+").replaceAll("_", "/");
  if (/^[a-z]+$/i.test(plain) && plain.length < 20) return;
  try {
    const whole = plain.slice(0, plain.length - (plain.length % 4 === 1 ? 1 : 0));
    const bytes = Uint8Array.fromBase64(whole);
    const text = UTF8.decode(bytes);
    // Checked here because a fatal decoder, which throws, is much slower for the many runs that are only long words.
    if (text.includes("\ufffd")) return;
    yield* readable(text);
    if (TURNED.test(text)) yield* readable(Array.from(text).reverse().join(""));
  } catch {
    return;
  }
}

function fromHex(digits: string): string {
  const whole = digits.slice(0, 2 * MAX_PART);
  return new TextDecoder().decode(Uint8Array.fromHex(whole.slice(0, whole.length & ~1)));
}

function fromBits(codes: readonly string[]): string {
  const bytes = Uint8Array.from(codes.slice(0, MAX_PART), (code) => parseInt(code, 2));
  return new TextDecoder().decode(bytes);
}

const MORSE_LETTERS = new Map(
  ".- -... -.-. -.. . ..-. --. .... .. .--- -.- .-.. -- -. --- .--. --.- .-. ... - ..- ...- .-- -..- -.-- --.."
    .split(" ").map((signs, index) => [signs, String.fromCharCode(97 + index)] as const),
);

function fromMorse(part: string): string {
  const words = part.slice(0, MAX_PART).replaceAll("·", ".").replaceAll("–", "-").split(
    / ?\/ ?| {2,}/,
  );
  return words.map((word) =>
    word.split(" ").map((signs) => MORSE_LETTERS.get(signs) ?? "").join("")
  ).join(" ");
}

/** Letter frequencies of English, per thousand. */
const USUAL = "82 15 28 43 127 22 20 61 70 2 8 40 24 67 75 19 1 60 63 91 28 10 24 2 20 1"
  .split(" ").map(Number);

/** Factor by which a shifted text must look more like English than the text itself. */
const CLEARLY = 1.2;

/** Returns the Caesar shift that makes letter counts look most like English; 0 if the text is not shifted. */
function shiftOf(counts: Uint32Array): number {
  let [best, by] = [0, 0];
  for (let shift = 0; shift < 26; shift++) {
    let score = 0;
    for (let letter = 0; letter < 26; letter++) {
      score += (counts[letter] ?? 0) * (USUAL[(letter + shift) % 26] ?? 0);
    }
    if (score > best * (shift === 0 ? 1 : by === 0 ? CLEARLY : 1)) [best, by] = [score, shift];
  }
  return by;
}

const UNITS = new TextDecoder("utf-16le", { ignoreBOM: true });

function shifted(text: string, by: number): string {
  const codes = new Uint16Array(text.length);
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const letter = (code | 32) - 97;
    const isLetter = code < 128 && letter >= 0 && letter < 26;
    codes[at] = isLetter ? code - letter + (letter + by) % 26 : code;
  }
  return UNITS.decode(codes);
}
