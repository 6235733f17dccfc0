/**
 * Long constants of pages: they are encoded once. While a page is rendered a short mark stands in the place of each, so
 * that nothing copies them from text to text.
 */
import type { PageState } from "./rendering.ts";

/** Below so many characters a constant is copied as quickly as it is looked up. */
const LONG = 4096;
/** Constants that are kept encoded: a few of each page. */
const KEPT = 100;

const encoder = new TextEncoder();
const encoded = new Map<string, Uint8Array>();

/** One for all documents, which take turns: new memory of that size takes longer than what is written to it. */
let buffer = new Uint8Array(2 ** 17);

/** The text itself, or the mark in its place where it is long and has no mark in it. */
export function hold({ nonce, held }: PageState, text: string): string {
  if (text.length < LONG) return text;
  const start = markStart(nonce);
  const isKnown = encoded.has(text) || !text.includes(start);
  return isKnown ? `${start}${held.push(text) - 1}${MARK_END}` : text;
}

/**
 * The document with what its marks stand for; in bytes where it has any, which are there until those of another document
 * are made.
 */
export function fillHeld(
  document: string,
  { nonce, held }: PageState,
): string | Uint8Array<ArrayBuffer> {
  if (held.length === 0) return document;
  const [start = "", ...pieces] = document.split(markStart(nonce));
  let length = writeText(start, 0);
  for (const piece of pieces) {
    const end = piece.indexOf(MARK_END);
    length = writeBytes(encodeOnce(held[Number(piece.slice(0, end))] ?? ""), length);
    length = writeText(piece.slice(end + MARK_END.length), length);
  }
  return buffer.subarray(0, length);
}

/** Writes to the buffer from a place on, and gives the place behind it. */
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

/** Nobody can know the nonce of a page before it is sent, so no text of a page is taken for a mark. */
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
