/** Tables in passages: what a row says of one thing is not said of another. */
import { type Figure, figuresOf, sameFigure } from "./figures.ts";
import { termsOf } from "./terms.ts";

/** A row of a table: what its first cell names, and the figures of the others. */
export interface Row {
  readonly label: readonly string[];
  readonly figures: readonly Figure[];
}

/** Between two rows, whether or not each has a line of its own. */
const BETWEEN_ROWS = /\|\s*\|/;

/** The rows of the tables in a text that say a figure of something. */
export function rowsOf(text: string): Row[] {
  if (!text.includes("|")) return [];
  return text.split(BETWEEN_ROWS).flatMap((row) => {
    const [name = "", ...cells] = row.split("|").map((cell) => cell.trim())
      .filter((cell) => cell !== "");
    const label = termsOf(name).map(({ stem }) => stem);
    const figures = figuresOf(cells.join("; "));
    return label.length > 0 && figures.length > 0 ? [{ label, figures }] : [];
  });
}

const CLAUSES = /[,;\n]|\b(?:and|but|while|whereas)\b/u;

/**
 * Figures that a claim says of one row though only another has them, and nothing outside of the table. A clause counts that names one row and states
 * figures; "A and B weigh 5 and 6 pounds" has a clause without figures, and then nothing can be told.
 */
export function crossedFigures(
  claim: { readonly text: string; readonly figures: readonly Figure[] },
  { rows, figures }: { readonly rows: readonly Row[]; readonly figures: readonly Figure[] },
): string[] {
  if (rows.length === 0 || claim.figures.length === 0) return [];
  const inTables = rows.flatMap((row) => row.figures);
  const count = (all: readonly Figure[], figure: Figure) =>
    all.filter((other) => sameFigure(figure, other)).length;
  const crossed: string[] = [];
  for (const clause of claim.text.split(CLAUSES)) {
    const stems = new Set(termsOf(clause).map(({ stem }) => stem));
    const named = rows.filter(({ label }) => label.every((stem) => stems.has(stem)));
    if (named.length === 0) continue;
    const stated = figuresOf(clause);
    if (stated.length === 0) return [];
    for (const figure of stated) {
      const inRows = count(inTables, figure);
      if (inRows === 0 || count(figures, figure) > inRows) continue;
      if (named.some((row) => count(row.figures, figure) > 0)) continue;
      crossed.push(clause.slice(figure.start, figure.end));
    }
  }
  return crossed;
}
