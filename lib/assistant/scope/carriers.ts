/** Texts that hide in a text: encoded, turned round, shifted. All of it bounded. */

/** Encoded parts that are looked at, and characters of each. */
const MAX_PARTS = 6;
const MAX_PART = 3_000;

const BASE64 = /[A-Za-z0-9+/_-]{16,}={0,2}/g;
const HEX = /(?:\\x|0x|%)?[0-9a-fA-F]{2}(?:[ :,]?(?:\\x|0x|%)?[0-9a-fA-F]{2}){7,}/g;
const BINARY = /[01]{7,8}(?:[ ,]?[01]{7,8}){5,}/g;
const ESCAPED = /(?:\\u[0-9a-fA-F]{4}|&#x?[0-9a-fA-F]{2,5};){4,}/g;
const MORSE = /[.\-·–]{1,6}(?:[ /]+[.\-·–]{1,6}){9,}/g;
const READABLE = /^[\p{L}\p{N}\p{P}\p{Z}\p{S}\s]+$/u;
const WORDY = /\p{L}{3}/u;

/** English words backwards that are part of no other. */
const TURNED =
  /\b(?:snoitcurtsni|tpmorp|suoiverp|dragersid|erongi|laever|namuh|metsys|selur|ruoy)\b/i;
/** Of a natural text more letters are vowels; of a shifted one fewer. */
const FEW_VOWELS = 0.27;

/** Every text that is hidden in another, decoded; none of most. */
export function* hiddenTexts(text: string): Iterable<string> {
  const looks = looksOf(text);
  if (looks.longestRun >= 16) {
    for (const [part] of first(text.matchAll(BASE64))) yield* fromBase64(part);
  }
  if (looks.longestRun >= 16 || looks.digits >= 8) {
    for (const [part] of first(text.matchAll(HEX))) {
      const digits = part.replace(/\\x|0x|[^0-9a-fA-F]/g, "");
      yield* readable(fromCodes(digits.match(/../g) ?? [], 16));
    }
  }
  if (looks.digits >= 42) {
    for (const [part] of first(text.matchAll(BINARY))) {
      yield* readable(fromCodes(part.match(/[01]{7,8}/g) ?? [], 2));
    }
  }
  if (text.includes("\\u") || text.includes("&#")) {
    for (const [part] of first(text.matchAll(ESCAPED))) yield* readable(fromEscapes(part));
  }
  if (looks.signs >= 20) {
    for (const [part] of first(text.matchAll(MORSE))) yield* readable(fromMorse(part));
  }
  const few = looks.letters >= 12 && looks.vowels < looks.letters * FEW_VOWELS;
  if (few || /\brot.?13\b|\bcaesar|\bcipher/i.test(text)) yield shifted(text);
  if (TURNED.test(text) || /\bbackwards?\b|\brevers/i.test(text)) {
    yield Array.from(text.slice(0, MAX_PART)).reverse().join("");
  }
}

/** What a text looks like, by one walk through it. */
function looksOf(text: string) {
  const looks = { letters: 0, vowels: 0, digits: 0, signs: 0, longestRun: 0 };
  let run = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code <= 32) {
      run = 0;
      continue;
    }
    if (++run > looks.longestRun) looks.longestRun = run;
    if (code >= 48 && code <= 57) looks.digits++;
    else if (code === 45 || code === 46 || code === 183 || code === 8211) looks.signs++;
    else {
      const letter = code | 32;
      if (letter < 97 || letter > 122) continue;
      looks.letters++;
      if (letter === 97 || letter === 101 || letter === 105 || letter === 111 || letter === 117) {
        looks.vowels++;
      }
    }
  }
  return looks;
}

function* first<T>(found: Iterable<T>): Iterable<T> {
  let left = MAX_PARTS;
  for (const each of found) {
    if (left-- === 0) return;
    yield each;
  }
}

function* readable(text: string): Iterable<string> {
  if (READABLE.test(text) && WORDY.test(text)) yield text;
}

/** A text in base64, in either alphabet, and the same backwards; nothing of anything else, such as a long word. */
function* fromBase64(part: string): Iterable<string> {
  const plain = part.slice(0, MAX_PART).replaceAll("=", "").replaceAll("-", "+").replaceAll(
    "_",
    "/",
  );
  if (/^[a-z]+$/i.test(plain) && plain.length < 20) return;
  try {
    const whole = plain.slice(0, plain.length - (plain.length % 4 === 1 ? 1 : 0));
    const bytes = Uint8Array.from(atob(whole), (letter) => letter.charCodeAt(0));
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    yield* readable(text);
    yield* readable(Array.from(text).reverse().join(""));
  } catch {
    return;
  }
}

function fromCodes(codes: readonly string[], radix: number): string {
  const bytes = Uint8Array.from(codes.slice(0, MAX_PART), (code) => parseInt(code, radix));
  return new TextDecoder().decode(bytes);
}

function fromEscapes(part: string): string {
  const codes = part.slice(0, MAX_PART * 2).matchAll(
    /\\u([0-9a-fA-F]{4})|&#(x?)([0-9a-fA-F]{2,5});/g,
  );
  return Array.from(
    codes,
    ([, unit, hex, entity = ""]) =>
      String.fromCharCode(unit ? parseInt(unit, 16) : parseInt(entity, hex ? 16 : 10) || 0),
  ).join("");
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

function shifted(text: string): string {
  return text.slice(0, MAX_PART).replace(/[a-zA-Z]/g, (letter) => {
    const code = letter.charCodeAt(0);
    const base = code < 97 ? 65 : 97;
    return String.fromCharCode((code - base + 13) % 26 + base);
  });
}
