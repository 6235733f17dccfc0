/** Converts HTML tables to rows and columns. A cell that spans several positions is repeated in each. */
import { type Block, normaliseText, UnreadableFile } from "./document.ts";

const MAX_SPAN = 100;
const MAX_CELLS = 50_000;

/**
 * Returns a data table, or null for a table that only lays out a page: one with block elements inside, or with a single
 * row or column.
 *
 * @throws {UnreadableFile} if it has more than 50,000 cells.
 */
export function tableGrid(table: Element): Extract<Block, { kind: "table" }> | null {
  if (table.querySelector("table,h1,h2,h3,ul,ol,p + p")) return null;
  const trs = [...table.querySelectorAll("tr")];
  const grid = fillGrid(trs);
  const [first = []] = grid;
  if (trs.length < 2 || first.length < 2) return null;
  const named = trs[0]?.closest("thead") !== null || isAllHeads(trs[0]);
  return named
    ? { kind: "table", header: first, rows: grid.slice(1) }
    : { kind: "table", header: [], rows: grid };
}

function isAllHeads(row: Element | undefined): boolean {
  return row !== undefined &&
    [...row.children].every((cell, index) =>
      cell.localName === "th" || (index === 0 && normaliseText(cell.textContent) === "")
    );
}

function fillGrid(trs: readonly Element[]): string[][] {
  const grid: string[][] = trs.map(() => []);
  let cells = 0;
  for (const [y, tr] of trs.entries()) {
    let x = 0;
    for (const cell of tr.children) {
      if (!/^t[dh]$/.test(cell.localName)) continue;
      while (grid[y]?.[x] !== undefined) x++;
      const text = normaliseText(cell.textContent);
      const width = span(cell, "colspan");
      for (const row of grid.slice(y, y + span(cell, "rowspan"))) {
        for (let dx = 0; dx < width; dx++) row[x + dx] = text;
        cells += width;
      }
      if (cells > MAX_CELLS) throw new UnreadableFile(`has a table of over ${MAX_CELLS} cells`);
      x += width;
    }
  }
  return grid.map((row) => Array.from(row, (text) => text ?? "")).filter((row) => row.length > 0);
}

function span(cell: Element, name: "colspan" | "rowspan"): number {
  const value = Number(cell.getAttribute(name) ?? 1);
  return Number.isInteger(value) && value >= 1 ? Math.min(value, MAX_SPAN) : 1;
}
