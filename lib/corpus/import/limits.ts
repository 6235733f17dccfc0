/** Size limits of imported files and documents. */
import { formatCount } from "@/lib/text/mod.ts";
import { type Block, UnreadableFile } from "./document.ts";
import type { Passage } from "./cut.ts";

/** Limits of a file and of each document in it. Sizes in MiB, characters or counts. */
export const IMPORT_LIMITS = {
  fileMiB: 10,
  /** Most lines of a dump. */
  lines: 50_000,
  /** Most characters of a document's text. */
  textLength: 4_000_000,
  /** Most paragraphs, list items and table rows of a document. */
  parts: 50_000,
  passages: 5_000,
  /** Most characters of a passage. A passage can only be long if one sentence is, and the index has to store it. */
  passageLength: 20_000,
} as const;

/** Refuses a document that is too long to be cut. @throws {UnreadableFile} */
export function refuseVast(blocks: readonly Block[]): void {
  const texts = blocks.flatMap((block) => {
    if (block.kind === "table") return block.rows.map((row) => row.join(""));
    return block.kind === "list" ? block.items : [block.text];
  });
  const length = texts.reduce((sum, text) => sum + text.length, 0);
  if (length > IMPORT_LIMITS.textLength) {
    throw new UnreadableFile(
      `has ${formatCount(length)} characters: the limit is ${
        formatCount(IMPORT_LIMITS.textLength)
      }`,
    );
  }
  if (texts.length > IMPORT_LIMITS.parts) {
    throw new UnreadableFile(
      `has ${formatCount(texts.length)} paragraphs: the limit is ${
        formatCount(IMPORT_LIMITS.parts)
      }`,
    );
  }
}

/** Refuses a document whose passages are too many or too long to be stored and indexed. @throws {UnreadableFile} */
export function refuseOversize(passages: readonly Passage[]): void {
  if (passages.length > IMPORT_LIMITS.passages) {
    throw new UnreadableFile(
      `has ${formatCount(passages.length)} passages: the limit is ${
        formatCount(IMPORT_LIMITS.passages)
      }`,
    );
  }
  const longest = Math.max(0, ...passages.map(({ text }) => text.length));
  if (longest > IMPORT_LIMITS.passageLength) {
    throw new UnreadableFile(
      `has a sentence of ${formatCount(longest)} characters: the limit is ${
        formatCount(IMPORT_LIMITS.passageLength)
      }`,
    );
  }
}
