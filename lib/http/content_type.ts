/** The content-type sniffer: what bytes are by their signature, whatever a name or a header says of them. */

/** So many bytes tell what a file is. */
export const SNIFFED_BYTES = 1024;

/** One character a byte. */
type Latin1 = string;

/** First bytes, `?` for any, and what they stand for. */
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
 * Gives the media type that the first bytes of a file stand for; null for what has no signature, as texts have none, HTML
 * and SVG among them. An AVIF with several pictures is `image/avif-sequence`.
 *
 * @param head the start of the file; {@linkcode SNIFFED_BYTES} are enough.
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

/** Bytes as characters, for patterns that look further into what has no signature. */
export function latin1Of(head: Uint8Array): Latin1 {
  return String.fromCharCode(...head.subarray(0, SNIFFED_BYTES));
}

/** The brands of an ISO media file, of which still pictures and videos are both kinds. */
function isoType(head: Latin1): string {
  const brands: readonly string[] = head.slice(8, 48).match(/[^]{4}/g) ?? [];
  if (brands.includes("avis")) return "image/avif-sequence";
  if (brands.includes("avif")) return "image/avif";
  const isHeic = brands.some((brand) => /^(hei[cxms]|hev[cx]|mif1|msf1)$/.test(brand));
  return isHeic ? "image/heic" : "video/mp4";
}
