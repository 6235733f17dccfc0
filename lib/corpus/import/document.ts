/** The common result of all parsers: a document's text in blocks, and its metadata. */
import { withoutDirections } from "@/lib/http/mod.ts";

/** A part of a document. Texts are single lines with normalised white space. */
export type Block =
  | { readonly kind: "heading"; readonly level: number; readonly text: string }
  | { readonly kind: "paragraph"; readonly text: string }
  | { readonly kind: "list"; readonly items: readonly string[] }
  | {
    readonly kind: "table";
    /** Names of the columns; empty if the table has no header. */
    readonly header: readonly string[];
    readonly rows: readonly (readonly string[])[];
  };

/** A parsed document: the metadata that its author declared, the metadata found in its content, and its blocks. */
export interface ParsedDocument {
  /** From front matter or a line of a dump; not validated yet. */
  readonly declared: Readonly<Record<string, unknown>>;
  /** Title and address found in the content. */
  readonly found: { readonly title?: string; readonly url?: string };
  readonly blocks: readonly Block[];
}

/** A file, or a line of a dump, that cannot be imported. The message is for the person who sent it. */
export class UnreadableFile extends Error {
  /** `reason` is a phrase that can follow the file's name: `is a zip archive`. */
  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.name = "UnreadableFile";
  }
}

// Characters that only control the display: controls, soft hyphens, zero-width characters. `normaliseText` removes
// direction controls as well, because cutting and quoting can separate a pair of them.
const INVISIBLE = /(?!\s)[\p{Cc}\u00ad\u200b\u2060]/gu;

/** Normalises a text to one line: NFC, single spaces, and no characters that are invisible or cannot be stored. */
export function normaliseText(text: string): string {
  return withoutDirections(text.toWellFormed().normalize("NFC")).replace(INVISIBLE, "")
    .replace(/\s+/g, " ").trim();
}
