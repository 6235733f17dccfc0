/** Addresses of the buyer's pages, so that a link and its page cannot drift apart. */

import { formatAnswers, formatWizardState, type WizardState } from "../../lib/journey/mod.ts";
import type { ProjectFilter } from "../../lib/projects/mod.ts";

/** The page of one system. */
export function systemHref(systemId: string): string {
  return `/systems/${encodeURIComponent(systemId)}`;
}

/** The list of systems, narrowed by a facet query such as `operation=folding-glass`. */
export function systemsHref(query = ""): string {
  return query === "" ? "/systems" : `/systems?${query}`;
}

/** The comparison of systems, in their order. */
export function compareHref(systemIds: readonly string[], state: CompareState = {}): string {
  return systemIds.length === 0 ? "/compare" : `/compare${compareQuery(systemIds, state)}`;
}

/**
 * The comparison as a link from itself: a query alone. The framework marks a link by its path as the
 * current page, which a link to another state of the page is not.
 */
export function compareQuery(
  systemIds: readonly string[],
  { onlyDifferences = false, answers = [] }: CompareState = {},
): string {
  return [
    `?systems=${systemIds.map(encodeURIComponent).join(",")}`,
    ...(answers.length > 0 ? [`options=${answers.map(encodeURIComponent).join(",")}`] : []),
    ...(onlyDifferences ? ["only=differences"] : []),
  ].join("&");
}

/** What a comparison's address carries beside its systems. */
export interface CompareState {
  readonly onlyDifferences?: boolean;
  /** Options that the figures are held against. */
  readonly answers?: readonly string[];
}

/** The list of projects, narrowed by what is chosen. */
export function projectsHref(filter: Partial<ProjectFilter> = {}): string {
  const query = projectsQuery(filter);
  return query === "?" ? "/projects" : `/projects${query}`;
}

/** The list of projects as a link from itself: a query alone, as of {@linkcode compareQuery}. */
export function projectsQuery(filter: Partial<ProjectFilter>, page = 1): string {
  const query = new URLSearchParams();
  for (const name of ["system", "region", "kind"] as const) {
    const value = filter[name];
    if (value) query.set(name, value);
  }
  if (page > 1) query.set("page", String(page));
  return `?${query}`;
}

/** The page of a project, by the last part of its address. */
export function projectHref(address: string): string {
  return `/projects/${encodeURIComponent(address)}`;
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

/** What is kept of a visit, and how it is deleted. */
export function privacyHref(): string {
  return "/privacy";
}

/** What is kept of this browser's visit, as a file. */
export function visitFileHref(): string {
  return "/privacy/download";
}

/** Where answers lead, with a mark of the catalog and the moment, so that the result can be cited. */
export function citedHref(
  answers: Pick<WizardState, "track" | "optionIds">,
  mark: string,
): string {
  const href = resultsHref(answers);
  return `${href}${href.includes("?") ? "&" : "?"}as=${mark}`;
}
