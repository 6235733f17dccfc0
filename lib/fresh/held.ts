/**
 * Encodes long constants of pages only once. While a page is rendered, a short placeholder (the mark) stands for each
 * constant, so that the renderer does not copy long strings again and again.
 */
import type { PageState } from "./rendering.ts";

/** Minimum length in characters: a shorter constant is copied as fast as it is looked up. */
const LONG = 4096;
/** Maximum number of encoded constants in the cache: a few for each page. */
const KEPT = 100;

const encoder = new TextEncoder();
const encoded = new Map<string, Uint8Array>();

/** Shared by all documents, which are rendered one at a time: allocating a buffer takes longer than filling it. */
let buffer = new Uint8Array(2 ** 17);

/** Returns a mark for a long text, or the text itself when it is short or contains the start of a mark. */
export function hold({ nonce, held }: PageState, text: string): string {
  if (text.length < LONG) return text;
  const start = markStart(nonce);
  const isKnown = encoded.has(text) || !text.includes(start);
  return isKnown ? `${start}${held.push(text) - 1}${MARK_END}` : text;
}

/**
 * Replaces the marks of a document by their constants. Returns the document unchanged when it has no marks; otherwise
 * UTF-8 bytes in a shared buffer, valid until the next call.
 */
export function fillHeld(
  document: string,
  { nonce, held }: PageState,
): string | Uint8Array<ArrayBuffer> {
  if (held.length === 0) return document;
  const start = markStart(nonce);
  let length = 0;
  let written = 0;
  for (let at = document.indexOf(start); at !== -1; at = document.indexOf(start, written)) {
    length = writeText(document.slice(written, at), length);
    const end = document.indexOf(MARK_END, at);
    const place = Number(document.slice(at + start.length, end));
    length = writeBytes(encodeOnce(held[place] ?? ""), length);
    written = end + MARK_END.length;
  }
  length = writeText(document.slice(written), length);
  return buffer.subarray(0, length);
}

/** Writes a text to the buffer at an offset and returns the offset after it. */
function writeText(text: string, at: number): number {
  reserve(at, 3 * text.length);
  return at + encoder.encodeInto(text, buffer.subarray(at)).written;
}

function writeBytes(bytes: Uint8Array, at: number): number {
  reserve(at, bytes.length);
  buffer.set(bytes, at);
  return at + bytes.length;
}

function reserve(length: number, more: number): void {
  if (length + more <= buffer.length) return;
  const larger = new Uint8Array(2 * (length + more));
  larger.set(buffer.subarray(0, length));
  buffer = larger;
}

/** Returns the start of a mark. It contains the page's nonce, which no author of a text can know in advance. */
function markStart(nonce: string): string {
  return `<!--${nonce}:`;
}

const MARK_END = "-->";

function encodeOnce(text: string): Uint8Array {
  let bytes = encoded.get(text);
  if (bytes === undefined) {
    encoded.set(text, bytes = encoder.encode(text));
    const [oldest] = encoded.size > KEPT ? encoded.keys() : [];
    if (oldest !== undefined) encoded.delete(oldest);
  }
  return bytes;
}
