/**
 * Long constants of pages: they are encoded once. While a page is rendered a short mark stands in the place of each, so
 * that nothing copies them from text to text.
 */
import { Buffer } from "node:buffer";
import type { PageState } from "./rendering.ts";

/** Below so many characters a constant is copied as quickly as it is looked up. */
const LONG = 4096;
/** Constants that are kept encoded: a few of each page. */
const KEPT = 100;

const encoder = new TextEncoder();
const encoded = new Map<string, Uint8Array>();

/** The text itself, or the mark in its place where it is long and has no mark in it. */
export function hold({ nonce, held }: PageState, text: string): string {
  if (text.length < LONG) return text;
  const start = markStart(nonce);
  const isKnown = encoded.has(text) || !text.includes(start);
  return isKnown ? `${start}${held.push(text) - 1}${MARK_END}` : text;
}

/** The document with what its marks stand for; in bytes where it has any. */
export function fillHeld(
  document: string,
  { nonce, held }: PageState,
): string | Uint8Array<ArrayBuffer> {
  if (held.length === 0) return document;
  const [start = "", ...pieces] = document.split(markStart(nonce));
  const parts: Uint8Array[] = [encoder.encode(start)];
  for (const piece of pieces) {
    const end = piece.indexOf(MARK_END);
    const text = held[Number(piece.slice(0, end))] ?? "";
    parts.push(encodeOnce(text), encoder.encode(piece.slice(end + MARK_END.length)));
  }
  return Buffer.concat(parts);
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
