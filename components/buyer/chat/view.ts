/** What the chat shows, and the names of its form's fields. Pure; runs in browsers too. */
import type { ChatTurn, Stage, Starter } from "../../../lib/assistant/browser.ts";

/** Where the chat's form leads, and its page is. */
export const ADVISOR_PATH = "/advisor";

/** What the chat's buttons ask for. */
export const INTENTS = { ask: "ask", handOff: "handoff" } as const;

/** Longest question (spec §8). */
export const MAX_QUESTION = 4000;

/** A chat as the server renders it and the browser goes on with it. */
export interface ChatView {
  readonly stage: Stage;
  /** Names of the systems that it is about. */
  readonly about: readonly string[];
  readonly starters: readonly Starter[];
  readonly turns: readonly ChatTurn[];
  /** Fields that say which page is asked from, as in its address. */
  readonly place: readonly (readonly [name: string, value: string])[];
  /** What the session needs before the first question, and its track; null where it needs nothing. */
  readonly session: {
    readonly track: string | null;
    readonly payload: Readonly<Record<string, unknown>>;
  } | null;
  /** Whether the visitor has consented to being counted. */
  readonly measured: boolean;
}
