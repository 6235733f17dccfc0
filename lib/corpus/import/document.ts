/** What the parsers of all formats give: a document's words in blocks, and what it says of itself. */
import { withoutDirections } from "../../http/mod.ts";

/** A part of a document. Text is one line, its white space is normalised. */
export type Block =
  | { readonly kind: "heading"; readonly level: number; readonly text: string }
  | { readonly kind: "paragraph"; readonly text: string }
  | { readonly kind: "list"; readonly items: readonly string[] }
  | {
    readonly kind: "table";
    /** Names of the columns, empty for a table without. */
    readonly header: readonly string[];
    readonly rows: readonly (readonly string[])[];
  };

/** A document as its file gives it: what its author said of it, and what can be read off its content. */
export interface ParsedDocument {
  /** From the front matter, or the keys of a dump's line; not validated yet. */
  readonly declared: Readonly<Record<string, unknown>>;
  /** What the content itself tells: title and address of a page. */
  readonly found: { readonly title?: string; readonly url?: string };
  readonly blocks: readonly Block[];
}

/** A file or a line that cannot be imported; the message is for whoever sent it. */
export class UnreadableFile extends Error {
  /** Takes why, as a phrase that can follow the file's name: `is a zip archive`. */
  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.name = "UnreadableFile";
  }
}

// What is there to steer display and not to be read: controls, soft hyphens, zero-width characters. Controls of
// direction as well, for passages are cut and quoted, which parts what belongs together.
const INVISIBLE = /(?!\s)[\p{Cc}\u00ad\u200b\u2060]/gu;

/** One line of text: composed characters, single spaces, nothing that cannot be stored or seen. */
export function normaliseText(text: string): string {
  return withoutDirections(text.toWellFormed().normalize("NFC")).replace(INVISIBLE, "")
    .replace(/\s+/g, " ").trim();
}
