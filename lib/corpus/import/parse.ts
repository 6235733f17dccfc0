/** From the bytes of a file to documents. */
import type { ParsedDocument } from "./document.ts";
import { parseMarkdown } from "./markdown.ts";

/** Reads the one document of a file. @throws {UnreadableFile} */
export function parseFile(bytes: Uint8Array<ArrayBuffer>): ParsedDocument {
  return parseMarkdown(new TextDecoder().decode(bytes));
}
