/** Puts JSON together in bytes, from texts and from parts that are written out once. */

const encoder = new TextEncoder();

/** Bytes of objects that live in memory and never change: quotes, pictures, galleries. */
const known = new WeakMap<object, Uint8Array>();

const COMMA = ",".charCodeAt(0);

/** One for all that is written, which takes turns. */
let buffer = new Uint8Array(2 ** 16);
let length = 0;
/** Text that comes next; encoding costs by the call. */
let pending = "";

/** Gives what `write` writes with the functions below. */
export function bytesOf(write: () => void): Uint8Array<ArrayBuffer> {
  length = 0;
  pending = "";
  write();
  flush();
  return buffer.slice(0, length);
}

/** Writes JSON as it is. */
export function writeText(text: string): void {
  pending += text;
}

/** Writes an object that never changes; what it is as JSON is kept as long as it lives. */
export function writeShared(value: object | null): void {
  if (value === null) return writeText("null");
  let bytes = known.get(value);
  if (bytes === undefined) known.set(value, bytes = encoder.encode(JSON.stringify(value)));
  flush();
  reserve(bytes.length);
  buffer.set(bytes, length);
  length += bytes.length;
}

/** Writes a list of such objects. */
export function writeAllShared(values: readonly object[]): void {
  writeText("[");
  for (const [index, value] of values.entries()) {
    if (index > 0) writeComma();
    writeShared(value);
  }
  writeText("]");
}

function writeComma(): void {
  flush();
  reserve(1);
  buffer[length++] = COMMA;
}

function flush(): void {
  if (pending === "") return;
  reserve(3 * pending.length);
  length += encoder.encodeInto(pending, buffer.subarray(length)).written;
  pending = "";
}

function reserve(more: number): void {
  if (length + more <= buffer.length) return;
  const larger = new Uint8Array(2 * (length + more));
  larger.set(buffer.subarray(0, length));
  buffer = larger;
}
