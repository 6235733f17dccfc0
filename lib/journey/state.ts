/** The wizard's whole state, as its address carries it. */

/** The step that shows every answer before the result. */
export const CHECK_STEP = "check";
/** The step that chooses the track. */
export const TRACK_STEP = "track";

/** Where a buyer is: everything that an address says. */
export interface WizardState {
  track: string | null;
  /** Selected options; may hold ids that the track does not ask, until they are read against a model. */
  optionIds: string[];
  /** A question's id, {@linkcode CHECK_STEP} or {@linkcode TRACK_STEP}; null for the first open one. */
  step: string | null;
  /** The buyer came from checking the answers, and goes back there. */
  returning: boolean;
}

/** More ids than any catalog asks; what an address holds beyond is ignored. */
const MAX_OPTIONS = 100;
/** What an identifier looks like (spec §2.5). */
const ID = /^[a-zA-Z0-9][a-zA-Z0-9_-]{0,99}$/;

/** Reads a state from an address. Takes anything: what is not an id is as if absent. */
export function parseWizardState(query: URLSearchParams): WizardState {
  return {
    track: idOf(query.get("track")),
    optionIds: parseOptions(query.get("options") ?? ""),
    step: idOf(query.get("step")),
    returning: query.get("return") === CHECK_STEP,
  };
}

/** The query of a state, with its question mark; empty for the very start. Commas stay readable. */
export function formatWizardState({ track, optionIds, step, returning }: WizardState): string {
  return toQuery([
    ["track", track],
    ["options", optionIds.join(",")],
    ["step", step],
    ["return", returning ? CHECK_STEP : null],
  ]);
}

/** The query of the results page for these answers. */
export function formatAnswers({ track, optionIds }: Pick<WizardState, "track" | "optionIds">) {
  return toQuery([["options", optionIds.join(",")], ["track", track]]);
}

function toQuery(parameters: readonly (readonly [string, string | null])[]): string {
  const given = parameters.filter(([, value]) => value);
  return given.length === 0 ? "" : `?${given.map((parameter) => parameter.join("=")).join("&")}`;
}

function parseOptions(list: string): string[] {
  const ids = new Set(list.split(",", MAX_OPTIONS).flatMap((text) => idOf(text) ?? []));
  return [...ids];
}

function idOf(text: string | null): string | null {
  const trimmed = text?.trim() ?? "";
  return ID.test(trimmed) ? trimmed : null;
}
