/**
 * Keeps a conversation with its page: in the state of the page's entry in the browser's history. So a reload, the way back,
 * and a phone that had dropped the tab bring it back, and it goes with the tab.
 */
import { type ChatTurn, stopped } from "./chat_turns.ts";

/** Keeps the turns. Not to be called for each piece of an answer: browsers limit how often the state may change. */
export function keepTurns(turns: readonly ChatTurn[]): void {
  history.replaceState({ ...history.state, turns }, "");
}

/** Returns the turns that {@linkcode keepTurns} kept with this page; empty without any. An unfinished answer has stopped. */
export function keptTurns(): readonly ChatTurn[] {
  const turns: unknown = history.state?.turns;
  return Array.isArray(turns) && turns.every(isTurn) ? turns.map(stopped) : [];
}

/** Whether a value is a turn, and not one that a version before an update kept. */
function isTurn(value: Partial<ChatTurn> | null): value is ChatTurn {
  return Array.isArray(value?.citations) && typeof value.question === "string" &&
    typeof value.answer === "string";
}
