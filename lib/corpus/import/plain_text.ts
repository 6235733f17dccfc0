/** Parses plain text: paragraphs separated by empty lines. */
import { type Block, normaliseText, type ParsedDocument } from "./document.ts";

/** The marker of a list item: a bullet or a number. */
export const BULLET = /^\s*(?:[-*\u00b7\u2022\u2013\u25aa\u25cf]|\d{1,2}[.)])\s+/;

/** Parses plain text. A paragraph whose lines all begin with a bullet is a list. There are no headings. */
export function parsePlainText(text: string): ParsedDocument {
  return { declared: {}, found: {}, blocks: [...blocksOf(text)] };
}

function* blocksOf(text: string): Generator<Block> {
  for (const part of text.split(/(?:\r?\n|\r)[^\S\r\n]*(?:\r?\n|\r)\s*/)) {
    const lines = part.split(/\r?\n|\r/).filter((line) => line.trim() !== "");
    if (lines.length > 1 && lines.every((line) => BULLET.test(line))) {
      yield { kind: "list", items: lines.map((line) => normaliseText(line.replace(BULLET, ""))) };
    } else {
      const paragraph = normaliseText(joinLines(lines));
      if (paragraph !== "") yield { kind: "paragraph", text: paragraph };
    }
  }
}

/** Joins lines to one, and rejoins words that were hyphenated at the end of a line. */
export function joinLines(lines: readonly string[]): string {
  return lines.map((line) => line.trim()).reduce(
    (text, line) =>
      /\p{Ll}-$/u.test(text) && /^\p{Ll}/u.test(line)
        ? text.slice(0, -1) + line
        : `${text} ${line}`,
    "",
  );
}
