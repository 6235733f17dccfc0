/** How large what is imported may be. */
import { type Block, UnreadableFile } from "./document.ts";
import type { Passage } from "./cut.ts";

/** Limits of a file, and of a document in it. */
export const IMPORT_LIMITS = {
  fileMiB: 10,
  /** Lines of a dump. */
  lines: 50_000,
  /** Characters of a document's text. */
  textLength: 4_000_000,
  /** Paragraphs, items and rows of a document. */
  parts: 50_000,
  passages: 5_000,
  /** Characters of a passage: no sentence is longer, and an index has to take it. */
  passageLength: 20_000,
} as const;

/** Refuses a document with more text than is cut. @throws {UnreadableFile} */
export function refuseVast(blocks: readonly Block[]): void {
  const texts = blocks.flatMap((block) => {
    if (block.kind === "table") return block.rows.map((row) => row.join(""));
    return block.kind === "list" ? block.items : [block.text];
  });
  const length = texts.reduce((sum, text) => sum + text.length, 0);
  if (length > IMPORT_LIMITS.textLength) {
    throw new UnreadableFile(`has ${length} characters: ${IMPORT_LIMITS.textLength} are the most`);
  }
  if (texts.length > IMPORT_LIMITS.parts) {
    throw new UnreadableFile(`has ${texts.length} paragraphs: ${IMPORT_LIMITS.parts} are the most`);
  }
}

/** Refuses passages that are too many or too long to be stored and indexed. @throws {UnreadableFile} */
export function refuseOversize(passages: readonly Passage[]): void {
  if (passages.length > IMPORT_LIMITS.passages) {
    throw new UnreadableFile(
      `has ${passages.length} passages: ${IMPORT_LIMITS.passages} are the most`,
    );
  }
  const longest = Math.max(0, ...passages.map(({ text }) => text.length));
  if (longest > IMPORT_LIMITS.passageLength) {
    throw new UnreadableFile(
      `has a sentence of ${longest} characters: ${IMPORT_LIMITS.passageLength} are the most`,
    );
  }
}
