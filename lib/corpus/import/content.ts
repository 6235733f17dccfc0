/** Detects the format of a file, by its content first, and by its media type and name if the content is ambiguous. */
import { latin1Of, sniffContentType } from "@/lib/http/mod.ts";
import { readJson } from "@/lib/text/mod.ts";
import { decodeText } from "./charset.ts";
import { UnreadableFile } from "./document.ts";

/** The content of one document. */
export type DocumentContent =
  | { readonly format: "pdf"; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly format: TextFormat; readonly text: string };

/** The textual formats of a document. */
type TextFormat = "markdown" | "html" | "text";

/** The content of a file: one document, or a dump of many. */
export type Content = DocumentContent | { readonly format: "dump"; readonly text: string };

/** Alternatives to a refused file, as the end of a sentence. */
const ACCEPTED = "use Markdown, HTML, plain text, PDF or JSONL instead";

/** Names of formats that are neither text nor PDF, as the end of a sentence. */
const LABELS: ReadonlyMap<string | null, string> = new Map([
  ["application/zip", "a zip archive, as office documents are"],
  ["application/gzip", "a gzip archive"],
  ["application/x-bzip2", "a bzip2 archive"],
  ["application/x-xz", "an xz archive"],
  ["application/zstd", "a zstd archive"],
  ["application/x-7z-compressed", "a 7z archive"],
  ["application/vnd.rar", "a rar archive"],
  ["application/x-executable", "a program"],
  ["application/x-ole-storage", "an office document of the old kind"],
  ["application/vnd.sqlite3", "a database"],
  ["application/rtf", "an RTF document"],
  ["application/postscript", "a PostScript document"],
]);

/**
 * Detects the format of a file. A PDF has its header near the beginning; any other text is decoded and classified as
 * HTML, a dump, Markdown or plain text by its beginning, else by its media type and name.
 *
 * @throws {UnreadableFile} for a file that is empty or neither text nor PDF.
 */
export function recognise(
  bytes: Uint8Array<ArrayBuffer>,
  { path, mediaType = "" }: { readonly path: string; readonly mediaType?: string | undefined },
): Content {
  if (bytes.length === 0) throw new UnreadableFile("is empty");
  // PDF readers accept other bytes before the header.
  if (latin1Of(bytes).includes("%PDF-")) return { format: "pdf", bytes };
  const type = sniffContentType(bytes);
  const label = LABELS.get(type) ??
    (type?.startsWith("image/") ? "a picture" : type?.startsWith("video/") ? "a video" : null);
  if (label !== null) {
    throw new UnreadableFile(`is ${label}: ${ACCEPTED}`);
  }
  const text = decodeText(bytes, mediaType);
  if (isBinary(text)) throw new UnreadableFile(`is a binary file: ${ACCEPTED}`);
  if (text.trim() === "") throw new UnreadableFile("is empty");
  const name = `${path.toLowerCase()} ${mediaType.toLowerCase()}`;
  const format = formatOf(text, name);
  return format === "dump" ? { format, text } : { format, text };
}

/** Whether a decoded text is binary: it has a NUL, or many control and replacement characters. */
function isBinary(text: string): boolean {
  if (text.includes("\0")) return true;
  const sample = text.slice(0, 65_536);
  const odd = sample.match(/(?!\s)[\p{Cc}\ufffd]/gu)?.length ?? 0;
  return odd > 8 && odd > sample.length / 200;
}

function formatOf(text: string, name: string): TextFormat | "dump" {
  const start = text.slice(0, 2_048).replace(/^(\s|<!--[\s\S]*?-->|<\?xml[^>]*>)+/, "");
  if (/^<(!doctype\s+html|html|head|body)[\s>]/i.test(start)) return "html";
  if (/^---[ \t]*\r?\n/.test(start)) return "markdown";
  if (start.startsWith("{") && readJson(firstLineOf(text)) !== undefined) return "dump";
  if (/\.(jsonl|ndjson)( |$)|ndjson|jsonl/.test(name)) return "dump";
  if (/\.x?html?( |$)|text\/html|application\/xhtml/.test(name)) {
    return /<\/?[a-z][a-z0-9]*[\s/>]/i.test(text) ? "html" : "text";
  }
  if (/\.(md|markdown)( |$)|text\/markdown/.test(name)) return "markdown";
  return "text";
}

/** Returns the first line that is not blank. */
function firstLineOf(text: string): string {
  return text.trimStart().split("\n", 1)[0] ?? "";
}
