/** What the address of the simulator says, or the form that carries a draft. Pure. */
import { simulatorHref } from "../../../../components/hrefs/admin.ts";

/** Everything that is tried. */
export interface SimulatorState {
  readonly track: string | null;
  readonly optionIds: readonly string[];
  /** What stands among the options and cannot be an id. */
  readonly unread: readonly string[];
  /** Ids of rules to switch for the trial. */
  readonly off: readonly string[];
  readonly on: readonly string[];
  /** Whether to show the result without what is tried. */
  readonly before: boolean;
}

/** Name of the answers form's fields, one a question. */
export const ANSWER_FIELD = "answer.";

const ID = /^[a-zA-Z0-9][a-zA-Z0-9_-]{0,99}$/;
const MAX_OPTIONS = 100;
/** Each takes compiling the catalog once. */
const MAX_SWITCHED = 8;

/** Reads a state. Takes anything: what is not an id is told apart, and what is too much is left out. */
export function parseSimulatorState(params: URLSearchParams): SimulatorState {
  const listed = [
    ...(params.get("options") ?? "").split(","),
    ...[...params].flatMap(([name, value]) => name.startsWith(ANSWER_FIELD) ? [value] : []),
  ];
  const given = [...new Set(listed.map((text) => text.trim()).filter((text) => text !== ""))];
  const track = params.get("track")?.trim() ?? "";
  return {
    track: ID.test(track) ? track : null,
    optionIds: given.filter((id) => ID.test(id)).slice(0, MAX_OPTIONS),
    unread: given.filter((id) => !ID.test(id)).slice(0, 10),
    off: switched(params, "off"),
    on: switched(params, "on"),
    before: params.get("view") === "before",
  };
}

function switched(params: URLSearchParams, name: "on" | "off"): string[] {
  const ids = params.getAll(name).filter((id) => ID.test(id));
  return [...new Set(ids)].slice(0, MAX_SWITCHED);
}

/** Whether a query is the answers form's own, which has a plainer address. */
export function isFormQuery(params: URLSearchParams): boolean {
  return [...params.keys()].some((name) => name.startsWith(ANSWER_FIELD));
}

/** The address of a state. */
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

/** The query of a state, which is how the page links to other states of itself. */
export function stateQuery(state: SimulatorState): string {
  const href = stateHref(state);
  return href.slice(href.indexOf("?") < 0 ? href.length : href.indexOf("?")) || "?";
}

/** A rule switched for the trial; the other way round it is as stored again. */
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
