/** Addresses of the buyer's pages, so that a link and its page cannot drift apart. */

import { formatAnswers, formatWizardState, type WizardState } from "@/lib/journey/mod.ts";
import type { ProjectFilter } from "@/lib/projects/mod.ts";

/** Element id of the section with the contact form on the page of a result. A link to it shows what the form is for. */
export const LEAD_FORM_ID = "ask";

/** The page of one system. */
export function systemHref(systemId: string): string {
  return `/systems/${encodeURIComponent(systemId)}`;
}

/** The list of systems, filtered by a facet query such as `operation=folding-glass`. */
export function systemsHref(query = ""): string {
  return query === "" ? "/systems" : `/systems?${query}`;
}

/** The comparison of systems, in the given order. */
export function compareHref(systemIds: readonly string[], state: CompareState = {}): string {
  return systemIds.length === 0 ? "/compare" : `/compare${compareQuery(systemIds, state)}`;
}

/**
 * The comparison as a query without a path, for links on the comparison page itself. The framework compares
 * paths and would mark a full link as the current page, but these links lead to another state of the page.
 */
export function compareQuery(
  systemIds: readonly string[],
  { onlyDifferences = false, answers = null }: CompareState = {},
): string {
  return [
    `?systems=${systemIds.map(encodeURIComponent).join(",")}`,
    ...(answers ? [`options=${answers.optionIds.map(encodeURIComponent).join(",")}`] : []),
    ...(answers?.track ? [`track=${encodeURIComponent(answers.track)}`] : []),
    ...(onlyDifferences ? ["only=differences"] : []),
  ].join("&");
}

/** The parameters of a comparison besides its systems. */
export interface CompareState {
  readonly onlyDifferences?: boolean;
  /** The answers that the figures are checked against, if there are any. */
  readonly answers?: GivenAnswers | null;
}

/** Answers in an address: the track, and the ids of the chosen options. */
export interface GivenAnswers extends Readonly<Pick<WizardState, "track">> {
  readonly optionIds: readonly string[];
}

/** The list of projects, filtered. */
export function projectsHref(filter: Partial<ProjectFilter> = {}): string {
  const query = projectsQuery(filter);
  return query === "?" ? "/projects" : `/projects${query}`;
}

/** The list of projects as a query without a path, as {@linkcode compareQuery} explains. `page` counts from 1. */
export function projectsQuery(filter: Partial<ProjectFilter>, page = 1): string {
  const query = new URLSearchParams();
  for (const name of ["q", "system", "region", "kind"] as const) {
    const value = filter[name];
    if (value) query.set(name, value);
  }
  if (page > 1) query.set("page", String(page));
  return `?${query}`;
}

/** The page of a project, by the last segment of its path. */
export function projectHref(address: string): string {
  return `/projects/${encodeURIComponent(address)}`;
}

/** A step of the wizard. Without a state, its start. */
export function selectHref(state: Partial<WizardState> = {}): string {
  const start = { track: null, optionIds: [], step: null, returning: false };
  return `/select${formatWizardState({ ...start, ...state })}`;
}

/** The result of a set of answers. */
export function resultsHref(answers: GivenAnswers): string {
  return `/results${formatAnswers(answers)}`;
}

/** How to talk to a person about a system. */
export function advisorHref(systemId: string): string {
  return `/advisor?from=browsing&systems=${encodeURIComponent(systemId)}#person-title`;
}

/** The contact form below the result of a set of answers. */
export function leadHref(answers: GivenAnswers): string {
  return `${resultsHref(answers)}#${LEAD_FORM_ID}`;
}

/** The privacy page: what is stored about a visit, and how to delete it. */
export function privacyHref(): string {
  return "/privacy";
}

/** The download of what is stored about this browser's visit. */
export function visitFileHref(): string {
  return "/privacy/download";
}

/** The result of a set of answers with a mark of the catalog version and the time, so that it can be cited. */
export function citedHref(
  answers: GivenAnswers,
  mark: string,
): string {
  const href = resultsHref(answers);
  return `${href}${href.includes("?") ? "&" : "?"}as=${mark}`;
}
