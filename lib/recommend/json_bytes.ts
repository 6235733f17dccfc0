/** Builds JSON as bytes. Texts and objects that many answers share are encoded once and copied from then on. */

const encoder = new TextEncoder();

/** The JSON of objects that never change: quotes, pictures, galleries. */
const known = new WeakMap<object, Uint8Array>();

/** The JSON of texts. */
const strings = new Map<string, Uint8Array>();
/** How many texts are kept at most. */
const MOST = 5_000;

/** The JSON of small whole numbers. */
const NUMBERS = Array.from({ length: 100 }, (_, value) => encoder.encode(String(value)));

const COMMA = ",".charCodeAt(0);
const BEGIN = "[".charCodeAt(0);
const END = "]".charCodeAt(0);
const NULL = encoder.encode("null");

/** All JSON is written into this one buffer, one document at a time. */
let buffer = new Uint8Array(2 ** 16);
let length = 0;

/**
 * Runs `write`, which calls the functions below, and returns the bytes it wrote. The view is valid until the next call:
 * copy it to keep it.
 */
export function bytesOf(write: () => void): Uint8Array<ArrayBuffer> {
  length = 0;
  write();
  return buffer.subarray(0, length);
}

/** Encodes constant JSON, for {@linkcode writeBytes}. */
export function encodeAll<K extends string>(json: Readonly<Record<K, string>>) {
  const pairs = Object.entries<string>(json).map(([name, text]) => [name, encoder.encode(text)]);
  return Object.fromEntries(pairs) as Readonly<Record<K, Uint8Array>>;
}

/** Writes encoded JSON. */
export function writeBytes(bytes: Uint8Array): void {
  reserve(bytes.length);
  buffer.set(bytes, length);
  length += bytes.length;
}

/** The offset of the next byte, for {@linkcode writeAgain}. */
export function offset(): number {
  return length;
}

/** Repeats the bytes that were written between two offsets. */
export function writeAgain(start: number, end: number): void {
  reserve(end - start);
  buffer.copyWithin(length, start, end);
  length += end - start;
}

/** Writes a whole number. */
export function writeNumber(value: number): void {
  const bytes = NUMBERS[value];
  if (bytes === undefined) writeText(String(value));
  else writeBytes(bytes);
}

/** Writes a value without keeping its JSON: what a buyer has sent. */
export function writeOnce(value: unknown): void {
  writeText(JSON.stringify(value));
}

function writeText(json: string): void {
  reserve(3 * json.length);
  length += encoder.encodeInto(json, buffer.subarray(length)).written;
}

/** Writes a text and keeps its JSON: for names, ids and reasons of the catalog, which many answers repeat. */
function writeString(text: string): void {
  let bytes = strings.get(text);
  if (bytes === undefined) {
    if (strings.size >= MOST) strings.clear();
    strings.set(text, bytes = encoder.encode(JSON.stringify(text)));
  }
  writeBytes(bytes);
}

/** Writes a text or `null`. */
export function writeOptional(text: string | null): void {
  if (text === null) writeBytes(NULL);
  else writeString(text);
}

/** Writes a list of texts. */
export function writeStrings(texts: readonly string[]): void {
  writeList(texts, writeString);
}

/** Writes an object that never changes, or `null`. Its JSON is kept as long as the object lives. */
export function writeShared(value: object | null): void {
  if (value === null) return writeBytes(NULL);
  let bytes = known.get(value);
  if (bytes === undefined) known.set(value, bytes = encoder.encode(JSON.stringify(value)));
  writeBytes(bytes);
}

/** Writes a list of objects that never change. */
export function writeAllShared(values: readonly object[]): void {
  writeList(values, writeShared);
}

/** Writes a list by calling `write` for each value. */
export function writeList<T>(values: readonly T[], write: (value: T) => void): void {
  writeByte(BEGIN);
  for (let i = 0; i < values.length; i++) {
    if (i > 0) writeByte(COMMA);
    write(values[i] as T);
  }
  writeByte(END);
}

function writeByte(byte: number): void {
  reserve(1);
  buffer[length++] = byte;
}

/** Makes room for `more` bytes. */
function reserve(more: number): void {
  if (length + more <= buffer.length) return;
  const larger = new Uint8Array(2 * (length + more));
  larger.set(buffer.subarray(0, length));
  buffer = larger;
}
