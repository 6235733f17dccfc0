/** Addresses of the buyer's pages, so that a link and its page cannot drift apart. */

import { formatAnswers, formatWizardState, type WizardState } from "../../lib/journey/mod.ts";

/** The page of one system. */
export function systemHref(systemId: string): string {
  return `/systems/${encodeURIComponent(systemId)}`;
}

/** The list of systems, narrowed by a facet query such as `operation=folding-glass`. */
export function systemsHref(query = ""): string {
  return query === "" ? "/systems" : `/systems?${query}`;
}

/** The comparison of systems, in their order. */
export function compareHref(systemIds: readonly string[]): string {
  return systemIds.length === 0 ? "/compare" : `/compare${compareQuery(systemIds)}`;
}

/**
 * The comparison as a link from itself: a query alone. The framework marks a link by its path as the
 * current page, which a link to another state of the page is not.
 */
export function compareQuery(
  systemIds: readonly string[],
  { onlyDifferences = false }: { onlyDifferences?: boolean } = {},
): string {
  const systems = `?systems=${systemIds.map(encodeURIComponent).join(",")}`;
  return onlyDifferences ? `${systems}&only=differences` : systems;
}

/** A step of the questions; the very start unless told otherwise. */
export function selectHref(state: Partial<WizardState> = {}): string {
  const start = { track: null, optionIds: [], step: null, returning: false };
  return `/select${formatWizardState({ ...start, ...state })}`;
}

/** Where answers lead. */
export function resultsHref(answers: Pick<WizardState, "track" | "optionIds">): string {
  return `/results${formatAnswers(answers)}`;
}
