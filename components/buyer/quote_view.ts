/** View of a quoted passage: opening, prose, table rows and the marked name (spec §8). Pure; runs in browsers too. */
import { truncate } from "@/lib/text/mod.ts";
import {
  aboutStart,
  markName,
  type QuotedText,
  type QuoteLine,
  quoteLines,
  type QuotePart,
  type QuoteRow,
} from "./quote_lines.ts";

/** Longest quote that is shown whole; longer ones collapse (spec §8). */
const MAX_CHARACTERS = 240;
const MAX_LINES = 3;

/** Prose with its line breaks, or consecutive table rows. */
export type QuoteBlock =
  | { readonly kind: "prose"; readonly parts: readonly QuotePart[] }
  | { readonly kind: "rows"; readonly rows: readonly MarkedRow[] };

/** A row with the name marked in it. */
export interface MarkedRow {
  readonly label: readonly QuotePart[];
  readonly values: readonly QuotePart[];
}

/** The part of a long passage that is visible while it is collapsed. */
export interface QuoteOpening {
  /** Whether it skips text before it, the heading apart. */
  readonly hasLeadIn: boolean;
  readonly block: QuoteBlock;
  /** Whether text follows it. */
  readonly hasMore: boolean;
}

/** A passage ready to render. */
interface QuoteView {
  /** The whole passage, in order. */
  readonly blocks: readonly QuoteBlock[];
  /** Null for a short passage, which is shown whole. */
  readonly opening: QuoteOpening | null;
}

/**
 * Returns the view of a passage. Table rows become rows; a passage of prose only is kept character by character. A
 * passage of more than 240 characters or 3 lines gets an opening: the line or table row about the name (spec §8).
 */
export function quoteView(quoted: QuotedText): QuoteView {
  const { text, name } = quoted;
  const isLong = text.length > MAX_CHARACTERS || text.split("\n").length > MAX_LINES;
  return { blocks: blocksOf(text, name), opening: isLong ? openingOf(quoted) : null };
}

function blocksOf(text: string, name: string | null): QuoteBlock[] {
  const lines = quoteLines(text);
  if (!lines.some(({ row }) => row)) return [{ kind: "prose", parts: markName(text, name) }];
  const runs: QuoteLine[][] = [];
  for (const line of lines) {
    const run = runs.at(-1);
    if (run !== undefined && (run[0]?.row === null) === (line.row === null)) run.push(line);
    else runs.push([line]);
  }
  return runs.map((run) => {
    const rows = run.flatMap(({ row }) => row ?? []);
    if (rows.length > 0) return rowsBlock(rows, name);
    const last = run.at(-1);
    const prose = text.slice(run[0]?.start, (last?.start ?? 0) + (last?.text.length ?? 0));
    return { kind: "prose", parts: markName(prose, name) };
  });
}

function rowsBlock(rows: readonly QuoteRow[], name: string | null): QuoteBlock {
  const marked = rows.map(({ label, values }) => ({
    label: markName(label, name),
    values: markName(values, name),
  }));
  return { kind: "rows", rows: marked };
}

function openingOf(quoted: QuotedText): QuoteOpening {
  const { text, heading, name } = quoted;
  const start = aboutStart(quoted);
  const body = headingEnd(text, heading);
  const hasLeadIn = text.slice(body, start).trim() !== "";
  const from = Math.max(body, start);
  const lines = quoteLines(text).filter((line) => line.start + line.text.length > from);
  const isRow = lines[0]?.row !== null;
  const end = lines.findIndex(({ row }) => (row !== null) !== isRow);
  const alike = lines.slice(0, end < 0 ? undefined : end).slice(0, MAX_LINES);
  const rows = alike.flatMap(({ row }) => row ?? []);
  if (rows.length > 0) {
    // Stop at the first row without the name, because it is about something else.
    const others = rows.findIndex((row) => !names(row, name));
    const shown = others > 0 ? rows.slice(0, others) : rows;
    return { hasLeadIn, block: rowsBlock(shown, name), hasMore: shown.length < lines.length };
  }
  const opening = alike.map((line) => line.text.slice(Math.max(0, from - line.start))).join("\n");
  const { cut, isCut } = cutAtWord(opening);
  return {
    hasLeadIn,
    block: { kind: "prose", parts: markName(cut, name) },
    hasMore: isCut || alike.length < lines.length,
  };
}

/** Returns the index after a heading that the text starts with; 0 without one. The caption already shows the heading. */
function headingEnd(text: string, heading: string | null): number {
  return heading !== null && text.startsWith(`${heading}\n`) ? heading.length + 1 : 0;
}

function names({ label, values }: QuoteRow, name: string | null): boolean {
  return [label, values].some((text) => markName(text, name).some(({ isName }) => isName));
}

/** Cuts a text at a word boundary to at most {@linkcode MAX_CHARACTERS}. */
function cutAtWord(opening: string): { readonly cut: string; readonly isCut: boolean } {
  if (opening.length <= MAX_CHARACTERS) return { cut: opening, isCut: false };
  const cut = truncate(opening, MAX_CHARACTERS);
  const lastSpace = cut.search(/\s\S*$/);
  return { cut: (lastSpace > 0 ? cut.slice(0, lastSpace) : cut).trimEnd(), isCut: true };
}
