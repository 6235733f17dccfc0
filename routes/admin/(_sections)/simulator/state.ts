/** The state of the simulator, parsed from its address or from the form that posts a draft. Pure. */
import { ID_PATTERN } from "@/lib/text/mod.ts";
import { simulatorHref } from "@/components/hrefs/admin.ts";

/** The answers and the switched rules of a simulation. */
export interface SimulatorState {
  readonly track: string | null;
  readonly optionIds: readonly string[];
  /** Entries among the options that are not valid ids. */
  readonly unread: readonly string[];
  /** Ids of rules to switch for the trial. */
  readonly off: readonly string[];
  readonly on: readonly string[];
  /** Whether to show the result without the changes under trial. */
  readonly before: boolean;
}

/** Prefix of the fields of the answers form; a factor id follows. */
export const ANSWER_FIELD = "answer.";

const MAX_OPTIONS = 100;
/** Limits the work of a request: a trial with switched rules compiles the catalog again. */
const MAX_SWITCHED = 8;

/**
 * Parses a state from any input. Invalid option ids go to `unread`, at most 10; beyond 100 options and 8 rules a
 * direction, the rest is dropped.
 */
export function parseSimulatorState(params: URLSearchParams): SimulatorState {
  const listed = [
    ...(params.get("options") ?? "").split(","),
    ...[...params].flatMap(([name, value]) => name.startsWith(ANSWER_FIELD) ? [value] : []),
  ];
  const given = [...new Set(listed.map((text) => text.trim()).filter((text) => text !== ""))];
  const track = params.get("track")?.trim() ?? "";
  return {
    track: ID_PATTERN.test(track) ? track : null,
    optionIds: given.filter((id) => ID_PATTERN.test(id)).slice(0, MAX_OPTIONS),
    unread: given.filter((id) => !ID_PATTERN.test(id)).slice(0, 10),
    off: switched(params, "off"),
    on: switched(params, "on"),
    before: params.get("view") === "before",
  };
}

function switched(params: URLSearchParams, name: "on" | "off"): string[] {
  const ids = params.getAll(name).filter((id) => ID_PATTERN.test(id));
  return [...new Set(ids)].slice(0, MAX_SWITCHED);
}

/** Whether a query was sent by the answers form; it redirects to the canonical address. */
export function isFormQuery(params: URLSearchParams): boolean {
  return [...params.keys()].some((name) => name.startsWith(ANSWER_FIELD));
}

/** Returns the canonical address of a state. */
export function stateHref(state: SimulatorState): string {
  const { track, optionIds, off, on, before } = state;
  const href = simulatorHref({ track, optionIds });
  const more = [
    ...off.map((id) => `off=${id}`),
    ...on.map((id) => `on=${id}`),
    ...(before ? ["view=before"] : []),
  ].join("&");
  return more === "" ? href : `${href}${href.includes("?") ? "&" : "?"}${more}`;
}

/** Returns the query of a state, for links within the page. */
export function stateQuery(state: SimulatorState): string {
  const href = stateHref(state);
  return href.slice(href.indexOf("?") < 0 ? href.length : href.indexOf("?")) || "?";
}

/** Returns the change that switches a rule for the trial, or resets it to its stored state. */
export function withSwitched(
  state: SimulatorState,
  { ruleId, to }: { ruleId: string; to: "on" | "off" | "stored" },
): Partial<SimulatorState> {
  const off = state.off.filter((id) => id !== ruleId);
  const on = state.on.filter((id) => id !== ruleId);
  return {
    off: to === "off" ? [...off, ruleId] : off,
    on: to === "on" ? [...on, ruleId] : on,
    before: false,
  };
}
