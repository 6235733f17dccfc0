/** Checks what a sentence says that the buyer said, and whether it goes on that their wish is met. Pure. */
import { type Claim, claimOf } from "./claim.ts";
import { saysSomething } from "./claims.ts";
import { isAnswered } from "./compare.ts";
import type { Context } from "./context.ts";
import type { Figure } from "./figures.ts";
import { without } from "./negation.ts";
import { termsOf } from "./terms.ts";
import { figuresWished, withoutWishing } from "./wishes.ts";

/** Returns the figures that a claim says the buyer gave, and no answer has: a passage may have them, too. */
export function figuresUnsaid(claim: Claim, context: Context | null): readonly string[] {
  return figuresWished(claim).filter(({ isSaid }) => isSaid).flatMap(({ start, end }) => {
    const text = withoutWishing(claim.text.slice(start, end));
    const said = claimOf(text, { start: 0, end: text.length });
    return said.figures.filter((figure) =>
      context === null || !isAnswered(said, figure, context.whole)
    ).map((figure) => text.slice(figure.start, figure.end));
  });
}

/** The name of a system in the text that the pattern below matches. */
const NAME = "@";
/** A clause about a system or the company: "; it does", ", and Quarry Panel will do", "– yes, we can". */
const IT = new RegExp(
  `^\\W*(?:(?:and|but|so|yes|then|here),? ){0,2}(?:(?:it|this|that|these|those|they|which|we)\\b|${NAME})`,
  "i",
);

/** The words of a claim after the figure that the buyer wishes for. */
interface Besides {
  readonly text: string;
  /** Whether it has no significant word besides the names of systems. */
  readonly isBare: boolean;
  /** The text with that figure in the place of "it" at its end, which a passage may support; null without "it". */
  readonly resolved: string | null;
}

/** Stands for the figure: "Quarry Steel is tested to it". */
const FIGURE_IT = /(?<=\b(?:to|at|reach|reaches|achieves) )(?:it|this|that)(?=\W{0,3}$)/i;

/**
 * Returns what a claim says in at most one significant word after the figure that the buyer wishes for ("You need 38 dB; it
 * works"), which is that the wish is met; null if it says nothing there, or more. Sizes do not count, because a selection
 * means that a system suits them.
 */
export function wordBesides(claim: Claim): Besides | null {
  const figures = claim.figures.filter((figure) => !isSize(figure));
  const wish = figuresWished({ ...claim, figures }).at(-1);
  if (wish === undefined || claim.figures.some(({ start }) => start >= wish.end)) return null;
  const text = claim.text.slice(wish.end);
  const words = termsOf(without(text, claim.systems)).length;
  const [figure, ...others] = claim.figures;
  const resolved = figure !== undefined && others.length === 0 && FIGURE_IT.test(text)
    ? text.replace(FIGURE_IT, () => claim.text.slice(figure.start, figure.end))
    : null;
  if (words === 1 && saysSomething({ ...claim, text })) return { text, isBare: false, resolved };
  const subject = without(text.replaceAll(NAME, " "), claim.systems, NAME);
  return words === 0 && IT.test(subject) ? { text, isBare: true, resolved } : null;
}

function isSize({ dimension }: Figure): boolean {
  return dimension === "length" || dimension === "area";
}
