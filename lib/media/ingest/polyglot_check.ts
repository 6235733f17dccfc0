/** Refuses polyglot files, pictures that are something else as well: files made to be read as a page, a program or an archive. */
import { Buffer } from "node:buffer";

/** Code of web pages and servers, in metadata or behind the picture. No camera writes any. */
const CODE = /<script[\s>]|<\?php\s|<!doctype html|<html[\s>]/i;
/** Readers of PDF look for its beginning within the first kilobyte. */
const PDF_HEAD = 1024;
/** An archive is read from its end, which is followed by no more than a remark. */
const ARCHIVE_END = Buffer.from("PK\x05\x06", "latin1");
const ARCHIVE_TAIL = 22 + 0xffff;
/** So much of the last piece is looked at again, in case a word was cut in two. */
const OVERLAP = 16;

/** Checks a file as it passes. */
export interface PolyglotCheck {
  /** Takes the next piece. */
  look(chunk: Uint8Array): void;
  /** What the file is beside a picture, as the end of a sentence; null for nothing else. */
  found(): string | null;
}

/**
 * Looks for what makes a picture a file of another kind too. The original that is kept is drawn anew and has
 * nothing of that, but who sends such a file means harm, or does not know what they send. Further pictures or a
 * film behind the first, as phones add, are allowed.
 */
export function createPolyglotCheck(): PolyglotCheck {
  let read = 0;
  let head = Buffer.alloc(0);
  let tail = Buffer.alloc(0);
  let hasCode = false;
  return {
    look(chunk) {
      const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
      if (read < PDF_HEAD) head = Buffer.concat([head, bytes.subarray(0, PDF_HEAD - read)]);
      read += bytes.length;
      const seam = tail.subarray(-OVERLAP).toString("latin1");
      hasCode ||= CODE.test(seam + bytes.toString("latin1"));
      tail = bytes.length >= ARCHIVE_TAIL
        ? Buffer.from(bytes.subarray(-ARCHIVE_TAIL))
        : Buffer.concat([tail, bytes]).subarray(-ARCHIVE_TAIL);
    },
    found() {
      if (hasCode) return "a web page or a program";
      if (head.includes("%PDF-")) return "a PDF document";
      return endsArchive(tail) ? "an archive" : null;
    },
  };
}

/** Whether the record that ends an archive is there, with a remark as long as it says. */
function endsArchive(tail: Buffer): boolean {
  for (let at = tail.indexOf(ARCHIVE_END); at >= 0; at = tail.indexOf(ARCHIVE_END, at + 1)) {
    if (at + 22 <= tail.length && at + 22 + tail.readUInt16LE(at + 20) === tail.length) return true;
  }
  return false;
}
