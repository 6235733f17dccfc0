/** Detects the media type of a file by its signature ("magic bytes"), ignoring its name and headers. */

/** Number of leading bytes that the sniffer needs. */
export const SNIFFED_BYTES = 1024;

/** Bytes as a string, one character per byte. */
type Latin1 = string;

/** Leading bytes (`?` matches any byte), and the media type that they mean. */
const SIGNATURES: readonly (readonly [Latin1, string | ((head: Latin1) => string)])[] = [
  ["\xff\xd8\xff", "image/jpeg"],
  ["\x89PNG\r\n", "image/png"],
  ["RIFF????WEBP", "image/webp"],
  ["????ftyp", isoType],
  ["????moov", "video/mp4"],
  ["????mdat", "video/mp4"],
  ["????wide", "video/mp4"],
  ["????skip", "video/mp4"],
  ["????free", "video/mp4"],
  ["\x1aE\xdf\xa3", "video/webm"],
  ["RIFF????AVI ", "video/x-msvideo"],
  ["\0\0\x01\xba", "video/mpeg"],
  ["\0\0\x01\xb3", "video/mpeg"],
  ["FLV\x01", "video/x-flv"],
  ["OggS\0", "video/ogg"],
  ["GIF8?a", "image/gif"],
  ["II*\0", "image/tiff"],
  ["MM\0*", "image/tiff"],
  ["BM????\0\0\0\0", "image/bmp"],
  ["8BPS\0", "image/vnd.adobe.photoshop"],
  ["%PDF-", "application/pdf"],
  ["PK\x03\x04", "application/zip"],
  ["PK\x05\x06", "application/zip"],
  ["\x1f\x8b", "application/gzip"],
  ["BZh", "application/x-bzip2"],
  ["\xfd7zXZ\0", "application/x-xz"],
  ["\x28\xb5\x2f\xfd", "application/zstd"],
  ["7z\xbc\xaf\x27\x1c", "application/x-7z-compressed"],
  ["Rar!\x1a\x07", "application/vnd.rar"],
  ["\x7fELF", "application/x-executable"],
  ["MZ?\0", "application/x-executable"],
  ["\xd0\xcf\x11\xe0\xa1\xb1", "application/x-ole-storage"],
  ["SQLite format 3\0", "application/vnd.sqlite3"],
  ["{\\rtf", "application/rtf"],
  ["%!PS", "application/postscript"],
];

/**
 * Returns the media type of a file by its leading bytes, or null without a known signature. Text formats, HTML and SVG
 * included, have none. An AVIF with several pictures is `image/avif-sequence`.
 *
 * @param head The start of the file; {@linkcode SNIFFED_BYTES} bytes are enough.
 */
export function sniffContentType(head: Uint8Array): string | null {
  const text = latin1Of(head);
  const type = SIGNATURES.find(([signature]) => begins(text, signature))?.[1] ?? null;
  return typeof type === "function" ? type(text) : type;
}

function begins(head: Latin1, signature: Latin1): boolean {
  return head.length >= signature.length &&
    signature.split("").every((char, at) => char === "?" || char === head[at]);
}

/** Decodes up to {@linkcode SNIFFED_BYTES} bytes as Latin-1, so that patterns can examine files without a signature. */
export function latin1Of(head: Uint8Array): Latin1 {
  return String.fromCharCode(...head.subarray(0, SNIFFED_BYTES));
}

/**
 * Returns the type of an ISO base media file by its brands: AVIF and HEIC pictures share the container with MP4 video.
 */
function isoType(head: Latin1): string {
  const brands: readonly string[] = head.slice(8, 48).match(/[^]{4}/g) ?? [];
  if (brands.includes("avis")) return "image/avif-sequence";
  if (brands.includes("avif")) return "image/avif";
  const isHeic = brands.some((brand) => /^(hei[cxms]|hev[cx]|mif1|msf1)$/.test(brand));
  return isHeic ? "image/heic" : "video/mp4";
}
