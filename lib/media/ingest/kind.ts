/** What a file is, by its first bytes; what it is called counts for nothing. */
import { type Refusal, refusal } from "./refusal.ts";

/** The kinds of picture that are taken in. */
export type PictureKind = "jpeg" | "png" | "webp" | "avif" | "svg";

/** So many bytes tell what a file is. */
export const HEAD_BYTES = 1024;

const WANTED = "Send a JPEG, PNG, WebP, AVIF or SVG.";
const AT_HOST =
  "It is a video, and videos are kept at the video host. Upload it there, then choose Add a video and paste " +
  "its id or link, with a picture as the still.";

/** Says what a file is, or why it is not taken. */
export function kindOf(head: Uint8Array): PictureKind | Refusal {
  if (head.length === 0) return refusal("empty", "It is empty.");
  const text = Array.from(head.subarray(0, HEAD_BYTES), characterOf).join("");
  const known = KINDS.find(([pattern]) => pattern.test(text))?.[1];
  if (known !== undefined) return typeof known === "string" ? known : known(text);
  return refusal("type", `It is not a picture that can be shown. ${WANTED}`);
}

/** A byte as patterns see it: one character each, and a dot for what is not printed. */
function characterOf(byte: number): string {
  return byte < 0x20 && !/\s/.test(String.fromCharCode(byte)) ? "." : String.fromCharCode(byte);
}

type Verdict = PictureKind | ((head: string) => PictureKind | Refusal);

const no = (what: string): Verdict => () => refusal("type", `It is ${what}. ${WANTED}`);
const video: Verdict = () => refusal("video", AT_HOST);

/** The brands of an ISO media file, of which still pictures and videos are both kinds. */
function isoKind(head: string): PictureKind | Refusal {
  const brands: readonly string[] = head.slice(8, 48).match(/[^]{4}/g) ?? [];
  if (brands.includes("avis")) {
    return refusal("animated", `It is an animation, not a single picture. ${WANTED}`);
  }
  if (brands.includes("avif")) return "avif";
  if (brands.some((brand) => /^(hei[cxms]|hev[cx]|mif1|msf1)$/.test(brand))) {
    return refusal("type", `It is a HEIC picture, which few browsers show. ${WANTED}`);
  }
  return refusal("video", AT_HOST);
}

/** Of texts, a document that begins as a drawing may be one; what it is, its parser decides. */
const SVG = /^(?:\u00ef\u00bb\u00bf)?\s*<(?:svg[\s>/]|\?xml\s|!--|!DOCTYPE\s+svg\b)/;

const KINDS: readonly (readonly [pattern: RegExp, verdict: Verdict])[] = [
  [/^\xff\xd8\xff/, "jpeg"],
  [/^\x89PNG\r\n\.\n/, "png"],
  [/^RIFF[^]{4}WEBP/, "webp"],
  [/^[^]{4}ftyp/, isoKind],
  [/^[^]{4}(moov|mdat|wide|skip|free)/, video],
  [/^\.E\xdf\xa3/, video],
  [/^RIFF[^]{4}AVI |^\.{3}[\xb0-\xbf]|^FLV|^OggS/, video],
  [SVG, "svg"],
  [/^GIF8/, no("a GIF")],
  [/^%PDF/, no("a PDF document")],
  [/^PK\./, no("an archive")],
  [/^(II\*\.|MM\.\*)/, no("a TIFF or a raw photo")],
  [/^BM/, no("a bitmap (BMP)")],
  [/^8BPS/, no("a Photoshop document")],
  [/^(MZ|\x7fELF|#!)/, no("a program")],
  [/^\s*<(!doctype\s+html|html|head|body|script)\b/i, no("a web page")],
];
