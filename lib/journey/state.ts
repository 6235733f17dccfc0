/** The wizard's state and its encoding in the URL. */
import { ID_PATTERN } from "../text/browser.ts";

/** The step that shows every answer before the result. */
export const CHECK_STEP = "check";
/** The step that chooses the track. */
export const TRACK_STEP = "track";

/** The wizard's state, as its URL holds it. */
export interface WizardState {
  track: string | null;
  /** Selected option ids. They may include ids that the track does not ask; `readAnswers` drops those. */
  optionIds: string[];
  /** Id of a question, {@linkcode CHECK_STEP} or {@linkcode TRACK_STEP}; null for the first open question. */
  step: string | null;
  /** The buyer came from the check step and returns there. */
  returning: boolean;
}

/** Most different option ids in a URL, more than any catalog needs; further ones are ignored. */
const MAX_OPTIONS = 100;

/** Parses a state from a query string. Invalid ids are ignored. */
export function parseWizardState(query: URLSearchParams): WizardState {
  return {
    track: idOf(query.get("track")),
    optionIds: parseOptions(query.get("options") ?? ""),
    step: idOf(query.get("step")),
    returning: query.get("return") === CHECK_STEP,
  };
}

/**
 * Returns the query string of a state, with its question mark; empty for the initial state. Commas are not escaped, for
 * readability.
 */
export function formatWizardState({ track, optionIds, step, returning }: WizardState): string {
  return toQuery([
    ["track", track],
    ["options", optionIds.join(",")],
    ["step", step],
    ["return", returning ? CHECK_STEP : null],
  ]);
}

/** Returns the query string of the results page for these answers. */
export function formatAnswers(
  { track, optionIds }: Pick<WizardState, "track"> & { readonly optionIds: readonly string[] },
): string {
  return toQuery([["options", optionIds.join(",")], ["track", track]]);
}

function toQuery(parameters: readonly (readonly [string, string | null])[]): string {
  const query = parameters.filter(([, value]) => value)
    .map((parameter) => parameter.join("=")).join("&");
  return query && `?${query}`;
}

function parseOptions(list: string): string[] {
  return [...new Set(list.split(",").flatMap((text) => idOf(text) ?? []))].slice(0, MAX_OPTIONS);
}

function idOf(text: string | null): string | null {
  const trimmed = text?.trim() ?? "";
  return ID_PATTERN.test(trimmed) ? trimmed : null;
}
