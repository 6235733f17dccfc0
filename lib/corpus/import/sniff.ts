/** What a file is: by its content first, and by its name where content leaves it open. */
import { decodeText } from "./charset.ts";
import { UnreadableFile } from "./document.ts";

/** Content of one document. */
export type DocumentContent =
  | { readonly format: "pdf"; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly format: TextFormat; readonly text: string };

/** Formats of a document that are text. */
export type TextFormat = "markdown" | "html" | "text";

/** What a file holds: one document, or a dump of many. */
export type Content = DocumentContent | { readonly format: "dump"; readonly text: string };

/** First bytes of what is no text, and what to call it. */
const SIGNATURES: readonly (readonly [bytes: string, name: string])[] = [
  ["PK\x03\x04", "a zip archive, as office documents are"],
  ["PK\x05\x06", "a zip archive"],
  ["\x1f\x8b", "a gzip archive"],
  ["BZh", "a bzip2 archive"],
  ["\xfd7zXZ\0", "an xz archive"],
  ["\x28\xb5\x2f\xfd", "a zstd archive"],
  ["7z\xbc\xaf\x27\x1c", "a 7z archive"],
  ["Rar!\x1a\x07", "a rar archive"],
  ["\x89PNG\r\n", "a picture"],
  ["\xff\xd8\xff", "a picture"],
  ["GIF8", "a picture"],
  ["\x7fELF", "a program"],
  ["MZ\x90\0", "a program"],
  ["\xd0\xcf\x11\xe0\xa1\xb1", "an office document of the old kind"],
  ["SQLite format 3\0", "a database"],
  ["{\\rtf", "an RTF document"],
  ["%!PS", "a PostScript document"],
];

/**
 * Tells what a file holds. A PDF must begin as one; text is decoded, and is HTML, a dump or Markdown by how it
 * looks and, where looks do not tell, by its media type and its name.
 *
 * @throws {UnreadableFile} for what is neither text nor PDF, and for an empty file.
 */
export function recognise(
  bytes: Uint8Array<ArrayBuffer>,
  { path, mediaType = "" }: { readonly path: string; readonly mediaType?: string | undefined },
): Content {
  if (bytes.length === 0) throw new UnreadableFile("is empty");
  const start = new TextDecoder("latin1").decode(bytes.subarray(0, 1_024));
  if (start.includes("%PDF-")) return { format: "pdf", bytes };
  const binary = SIGNATURES.find(([signature]) => start.startsWith(latin1(signature)));
  if (binary) {
    throw new UnreadableFile(`is ${binary[1]}: only Markdown, HTML, text, PDF and JSONL are read`);
  }
  const text = decodeText(bytes, mediaType);
  if (isBinary(text)) throw new UnreadableFile("is no text, whatever its name says");
  if (text.trim() === "") throw new UnreadableFile("is empty");
  const name = `${path.toLowerCase()} ${mediaType.toLowerCase()}`;
  const format = formatOf(text, name);
  return format === "dump" ? { format, text } : { format, text };
}

/** Signatures are bytes; the decoder of "latin1" maps some of them to other characters. */
function latin1(signature: string): string {
  return new TextDecoder("latin1").decode(Uint8Array.from(signature, (byte) => byte.charCodeAt(0)));
}

/** Text has no NUL, and hardly a control character or a character that is none. */
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
  if (start.startsWith("{") && isJson(start.slice(0, start.indexOf("\n")), text)) return "dump";
  if (/\.(jsonl|ndjson)( |$)|ndjson|jsonl/.test(name)) return "dump";
  if (/\.x?html?( |$)|text\/html|application\/xhtml/.test(name)) {
    return /<\/?[a-z][a-z0-9]*[\s/>]/i.test(text) ? "html" : "text";
  }
  if (/\.(md|markdown)( |$)|text\/markdown/.test(name)) return "markdown";
  return "text";
}

/** Whether the first line of a text is a whole object, as it is in a dump. */
function isJson(line: string, text: string): boolean {
  try {
    JSON.parse(line === "" ? text.split("\n", 1)[0] ?? "" : line);
    return true;
  } catch {
    return false;
  }
}
