/** Puts JSON together in bytes, from texts and from parts that are written out once. */

const encoder = new TextEncoder();

/** Bytes of objects that live in memory and never change: quotes, pictures, galleries. */
const known = new WeakMap<object, Uint8Array>();

/** Bytes of texts as they are, and as strings of JSON. */
const raw = new Map<string, Uint8Array>();
const strings = new Map<string, Uint8Array>();
/** Texts that are kept at a time, of either kind. */
const MOST = 5_000;

const COMMA = ",".charCodeAt(0);

/** One for all that is written, which takes turns. */
let buffer = new Uint8Array(2 ** 16);
let length = 0;

/** Gives what `write` writes with the functions below. */
export function bytesOf(write: () => void): Uint8Array<ArrayBuffer> {
  length = 0;
  write();
  return buffer.slice(0, length);
}

/** Writes JSON that is written again and again: its bytes are kept. */
export function writeRaw(json: string): void {
  writeBytes(bytesOfText(raw, json, json));
}

/** Writes a value of which nothing is kept: what a buyer has sent. */
export function writeOnce(value: unknown): void {
  const json = JSON.stringify(value);
  reserve(3 * json.length);
  length += encoder.encodeInto(json, buffer.subarray(length)).written;
}

/** Writes a text as JSON. For names, ids and reasons of the catalog, which come again. */
export function writeString(text: string): void {
  writeBytes(bytesOfText(strings, text, null));
}

/** Writes a text, or that there is none. */
export function writeOptional(text: string | null): void {
  if (text === null) writeRaw("null");
  else writeString(text);
}

/** Writes a list of texts. */
export function writeStrings(texts: readonly string[]): void {
  writeList(texts, writeString);
}

/** Writes an object that never changes; what it is as JSON is kept as long as it lives. */
export function writeShared(value: object | null): void {
  if (value === null) return writeRaw("null");
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
  writeRaw("[");
  for (let i = 0; i < values.length; i++) {
    if (i > 0) writeByte(COMMA);
    write(values[i] as T);
  }
  writeRaw("]");
}

function bytesOfText(
  kept: Map<string, Uint8Array>,
  text: string,
  json: string | null,
): Uint8Array {
  let bytes = kept.get(text);
  if (bytes === undefined) {
    if (kept.size >= MOST) kept.clear();
    kept.set(text, bytes = encoder.encode(json ?? JSON.stringify(text)));
  }
  return bytes;
}

function writeByte(byte: number): void {
  reserve(1);
  buffer[length++] = byte;
}

function writeBytes(bytes: Uint8Array): void {
  reserve(bytes.length);
  buffer.set(bytes, length);
  length += bytes.length;
}

function reserve(more: number): void {
  if (length + more <= buffer.length) return;
  const larger = new Uint8Array(2 * (length + more));
  larger.set(buffer.subarray(0, length));
  buffer = larger;
}
