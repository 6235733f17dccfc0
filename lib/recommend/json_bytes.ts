/** Puts JSON together in bytes, from texts and from parts that are written out once. */

const encoder = new TextEncoder();

/** Bytes of objects that live in memory and never change: quotes, pictures, galleries. */
const known = new WeakMap<object, Uint8Array>();

/** Bytes of texts as strings of JSON. */
const strings = new Map<string, Uint8Array>();
/** Texts that are kept at a time. */
const MOST = 5_000;

const COMMA = ",".charCodeAt(0);
const BEGIN = "[".charCodeAt(0);
const END = "]".charCodeAt(0);
const NULL = encoder.encode("null");

/** One for all that is written, which takes turns. */
let buffer = new Uint8Array(2 ** 16);
let length = 0;

/** Gives what `write` writes with the functions below. It is there until the next is written: whoever keeps it copies it. */
export function bytesOf(write: () => void): Uint8Array<ArrayBuffer> {
  length = 0;
  write();
  return buffer.subarray(0, length);
}

/** Encodes JSON that is written again and again, for {@linkcode writeBytes}. */
export function encodeAll<K extends string>(json: Readonly<Record<K, string>>) {
  const pairs = Object.entries<string>(json).map(([name, text]) => [name, encoder.encode(text)]);
  return Object.fromEntries(pairs) as Readonly<Record<K, Uint8Array>>;
}

/** Writes JSON as it is encoded. */
export function writeBytes(bytes: Uint8Array): void {
  reserve(bytes.length);
  buffer.set(bytes, length);
  length += bytes.length;
}

/** Writes a whole number. */
export function writeNumber(value: number): void {
  writeText(String(value));
}

/** Writes a value of which nothing is kept: what a buyer has sent. */
export function writeOnce(value: unknown): void {
  writeText(JSON.stringify(value));
}

function writeText(json: string): void {
  reserve(3 * json.length);
  length += encoder.encodeInto(json, buffer.subarray(length)).written;
}

/** Writes a text as JSON. For names, ids and reasons of the catalog, which come again. */
export function writeString(text: string): void {
  let bytes = strings.get(text);
  if (bytes === undefined) {
    if (strings.size >= MOST) strings.clear();
    strings.set(text, bytes = encoder.encode(JSON.stringify(text)));
  }
  writeBytes(bytes);
}

/** Writes a text, or that there is none. */
export function writeOptional(text: string | null): void {
  if (text === null) writeBytes(NULL);
  else writeString(text);
}

/** Writes a list of texts. */
export function writeStrings(texts: readonly string[]): void {
  writeList(texts, writeString);
}

/** Writes an object that never changes; what it is as JSON is kept as long as it lives. */
export function writeShared(value: object | null): void {
  if (value === null) return writeBytes(NULL);
  let bytes = known.get(value);
  if (bytes === undefined) known.set(value, bytes = encoder.encode(JSON.stringify(value)));
  writeBytes(bytes);
}

/** Writes a list of such objects. */
export function writeAllShared(values: readonly object[]): void {
  writeList(values, writeShared);
}

/** Writes a list, each of its values by `write`. */
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

function reserve(more: number): void {
  if (length + more <= buffer.length) return;
  const larger = new Uint8Array(2 * (length + more));
  larger.set(buffer.subarray(0, length));
  buffer = larger;
}
