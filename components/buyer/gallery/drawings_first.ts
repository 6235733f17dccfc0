/** Drawings before photographs, for those who build with them. Pure. */

/** `Heron Clad: sill in section`, `Cross-section of the head`, `Sill detail`. */
const SECTION =
  /\b(?:in|cross)[\s-]section\b|\bsection(?: drawing)?\s*$|\bsill (?:section|detail)\b/i;
/** `Heron Lite: plan`, `Plan of the panels`; an open-plan office is a photograph. */
const PLAN = /(?<!open[\s-])\bplan(?=\s*(?:$|[,.:;(]|of\b|view\b|drawing\b))/i;

/**
 * The pictures of a system as its pages show them: the section of the sill first, other sections, the plan, and then
 * the rest in their own order. The title says what a picture is; one without stays with the rest.
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
