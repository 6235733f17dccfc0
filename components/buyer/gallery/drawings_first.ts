/** Puts technical drawings before photographs, for architects and builders. Pure. */

/** `Heron Clad: sill in section`, `Cross-section of the head`, `Sill detail`. */
const SECTION =
  /\b(?:in|cross)[\s-]section\b|\bsection(?: drawing)?\s*$|\bsill (?:section|detail)\b/i;
/** `Heron Lite: plan`, `Plan of the panels`; an open-plan office is a photograph. */
const PLAN = /(?<!open[\s-])\bplan(?=\s*(?:$|[,.:;(]|of\b|view\b|drawing\b))/i;

/**
 * Sorts the pictures of a system by their titles: sections of the sill first, then other sections, then plans, then the
 * rest, including pictures without a title. The order within each group does not change.
 */
export function drawingsFirst<Item extends { readonly title: string | null }>(
  items: readonly Item[],
): Item[] {
  return items.toSorted((a, b) => rankOf(a.title ?? "") - rankOf(b.title ?? ""));
}

function rankOf(title: string): number {
  if (SECTION.test(title)) return /\bsill\b/i.test(title) ? 0 : 1;
  return PLAN.test(title) ? 2 : 3;
}
