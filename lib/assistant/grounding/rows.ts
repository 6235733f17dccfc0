/** Checks figures in tables of passages, so that one row's figure is not attributed to another row. */
import { type Figure, figuresOf, sameFigure } from "./figures.ts";
import { termsOf } from "./terms.ts";

/** A table row: the stems of its first cell, and the figures of its other cells. */
export interface Row {
  readonly label: readonly string[];
  readonly figures: readonly Figure[];
}

/** The boundary of two rows, whether or not each is on its own line. */
const BETWEEN_ROWS = /\|\s*\|/;

/** Returns the table rows of a text that have a label and at least one figure. */
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
 * Returns the figures that a clause of the claim attributes to a row it names, although only other rows have them and
 * the text outside of the tables does not. A clause that names a row without a figure makes the assignment ambiguous,
 * as in "A and B weigh 5 and 6 pounds", and gives an empty result.
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
