/** Detects polyglot files: pictures that are also a web page, a program, a PDF document or an archive. */
import { Buffer } from "node:buffer";

/** Markup and server code, in metadata or after the picture. No camera writes any. */
const CODE = /<script[\s>]|<\?php\s|<!doctype html|<html[\s>]/i;
/** PDF readers accept the header anywhere in the first kilobyte. */
const PDF_HEAD = 1024;
/** Signature of a ZIP archive's end-of-central-directory record, which only a comment may follow. */
const ARCHIVE_END = Buffer.from("PK\x05\x06", "latin1");
/** Longest such record: 22 bytes and a comment of up to 65,535. */
const ARCHIVE_TAIL = 22 + 0xffff;
/** Bytes of the previous chunk to search again, for a match across two chunks. */
const OVERLAP = 16;

/** Checks a stream of chunks. */
interface PolyglotCheck {
  /** Adds the next chunk. */
  look(chunk: Uint8Array): void;
  /** Returns what else the file is, to end a sentence with, or null. Call it after the last chunk. */
  found(): string | null;
}

/**
 * Creates a check for one file. The stored original is re-encoded and would not contain the other content, but the
 * uploader of such a file is either malicious or unaware of it. Further images or a video after the first image, as
 * phones append, are allowed.
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

/** Whether the file ends with an end-of-central-directory record whose comment has the stated length. */
function endsArchive(tail: Buffer): boolean {
  for (let at = tail.indexOf(ARCHIVE_END); at >= 0; at = tail.indexOf(ARCHIVE_END, at + 1)) {
    if (at + 22 <= tail.length && at + 22 + tail.readUInt16LE(at + 20) === tail.length) return true;
  }
  return false;
}
