/** Lays a document out as one normalised text, and divides it into the units that passages are made of. */
import type { Block } from "./document.ts";
import { countWords, gapAfter, sentencesOf } from "./sentences.ts";

/** Most words of a passage that consists of several units. */
export const MAX_WORDS = 180;

/** The text under one heading, up to the next heading of any level. */
export interface Section {
  /** Null for the text before the first heading. */
  readonly heading: string | null;
  readonly level: number;
  readonly parent: Section | null;
  /** Number of words of the heading itself. */
  readonly words: number;
}

/** An indivisible part of the text: a sentence, a list item or a table row. */
export interface Unit {
  /** Offsets in the text, as for `slice`. */
  readonly start: number;
  readonly end: number;
  readonly words: number;
  readonly section: Section;
  /** The unit that starts with it: a block, a line of a block, or a sentence of a line. */
  readonly begins: "block" | "line" | "sentence";
}

/** The text of a document and its units. */
export interface Layout {
  readonly text: string;
  readonly units: readonly Unit[];
}

const SEPARATORS = { block: "\n\n", line: "\n" } as const;

/**
 * Lays blocks out as text. A heading with text under it gets its own line. A heading that repeats the document's title,
 * at level 1 or as the first heading, is left out.
 */
export function layOut(title: string, blocks: readonly Block[]): Layout {
  const units: Unit[] = [];
  let text = "";
  let last = "";
  let section: Section = { heading: null, level: 0, parent: null, words: 0 };
  for (const block of blocks) {
    if (block.kind === "heading") {
      const isTitle = block.text === title && (block.level === 1 || section.heading === null);
      if (block.text !== "" && !isTitle) section = sectionUnder(section, block);
      continue;
    }
    for (const { text: piece, begins } of piecesOf(block)) {
      if (section.heading !== null && units.at(-1)?.section !== section) {
        text += (text && SEPARATORS.block) + section.heading;
      }
      text += (begins === "sentence" ? gapAfter(last) : text && SEPARATORS[begins]) + piece;
      last = piece;
      const end = text.length;
      units.push({ start: end - piece.length, end, words: countWords(piece), section, begins });
    }
  }
  return { text, units };
}

function sectionUnder(
  previous: Section,
  { level, text }: { readonly level: number; readonly text: string },
): Section {
  let parent: Section | null = previous;
  while (parent.parent !== null && parent.level >= level) parent = parent.parent;
  return { heading: text, level, parent, words: countWords(text) };
}

interface Piece {
  readonly text: string;
  readonly begins: Unit["begins"];
}

function* piecesOf(block: Exclude<Block, { kind: "heading" }>): Generator<Piece> {
  if (block.kind === "paragraph") yield* sentencePieces(block.text, "block");
  else {
    const lines = block.kind === "list" ? block.items : tableLines(block);
    for (const [index, line] of lines.entries()) {
      const begins = index === 0 ? "block" : "line";
      if (countWords(line) <= MAX_WORDS) yield { text: line, begins };
      else yield* sentencePieces(line, begins);
    }
  }
}

function* sentencePieces(line: string, begins: Unit["begins"]): Generator<Piece> {
  for (const [index, text] of sentencesOf(line).entries()) {
    yield { text, begins: index === 0 ? begins : "sentence" };
  }
}

/** Headers of a second column that carry no information. */
const NO_NAME = /^(|value|values|detail|details|rating|specification|description)$/i;

/** Returns table rows as "Row: column value; column value", readable on their own. */
function tableLines({ header, rows }: Extract<Block, { kind: "table" }>): string[] {
  return rows.map(([label = "", ...cells]) => {
    const values = cells.flatMap((cell, index) => {
      const name = header[index + 1] ?? "";
      if (cell === "") return [];
      return [cells.length === 1 && NO_NAME.test(name) ? cell : `${name} ${cell}`.trim()];
    });
    return label === "" || values.length === 0
      ? [label, ...values].filter((part) => part !== "").join("; ")
      : `${label}: ${values.join("; ")}`;
  }).filter((line) => line !== "");
}
