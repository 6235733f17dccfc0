/** Detects the format of a file by its first bytes, never by its name. */
import { latin1Of, sniffContentType } from "@/lib/http/mod.ts";
import { type Refusal, refusal } from "./refusal.ts";

/** The accepted formats. */
export type PictureKind = "jpeg" | "png" | "webp" | "avif" | "svg";

const WANTED = "Send a JPEG, PNG, WebP, AVIF or SVG.";
const AT_HOST =
  "It is a video, and videos are kept at the video host. Upload it there, then choose Add a video and paste " +
  "its id or link, with a picture as the still.";

const KINDS: ReadonlyMap<string | null, PictureKind> = new Map([
  ["image/jpeg", "jpeg"],
  ["image/png", "png"],
  ["image/webp", "webp"],
  ["image/avif", "avif"],
]);

/** Names of formats that are not accepted, to end a sentence with. */
const LABELS: ReadonlyMap<string | null, string> = new Map([
  ["image/heic", "a HEIC picture, which few browsers show"],
  ["image/gif", "a GIF"],
  ["image/tiff", "a TIFF or a raw photo"],
  ["image/bmp", "a bitmap (BMP)"],
  ["image/vnd.adobe.photoshop", "a Photoshop document"],
  ["application/pdf", "a PDF document"],
  ["application/zip", "an archive"],
  ["application/x-executable", "a program"],
]);

/** The beginning of a text that may be an SVG, after an optional byte order mark. The SVG parser decides. */
const SVG = /^(?:\u00ef\u00bb\u00bf)?\s*<(?:svg[\s>/]|\?xml\s|!--|!DOCTYPE\s+svg\b)/;
const WEB_PAGE = /^\s*<(!doctype\s+html|html|head|body|script)\b/i;

/** Detects the format from the first bytes of a file, or refuses a format that is not accepted. */
export function pictureKindOf(head: Uint8Array): PictureKind | Refusal {
  if (head.length === 0) return refusal("empty", "It is empty.");
  const type = sniffContentType(head);
  const kind = KINDS.get(type);
  if (kind !== undefined) return kind;
  if (type?.startsWith("video/")) return refusal("video", AT_HOST);
  if (type === "image/avif-sequence") {
    return refusal("animated", `It is an animation, not a single picture. ${WANTED}`);
  }
  const text = latin1Of(head);
  if (SVG.test(text)) return "svg";
  const label = LABELS.get(type) ??
    (WEB_PAGE.test(text) ? "a web page" : text.startsWith("#!") ? "a program" : null);
  return refusal(
    "type",
    label === null
      ? `It is not a picture that can be shown. ${WANTED}`
      : `It is ${label}. ${WANTED}`,
  );
}
