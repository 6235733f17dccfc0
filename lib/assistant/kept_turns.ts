/**
 * Keeps a conversation with its page: in the state of the page's entry in the browser's history. So a reload, the way back,
 * and a phone that had dropped the tab bring it back, and it goes with the tab, or when the buyer deletes the visit.
 */
import { type ChatTurn, stopped } from "./chat_turns.ts";

/** The item of the local storage that holds when the visit was deleted. */
const DELETED_AT = "visit_deleted_at";

/** Keeps the turns. Not to be called for each piece of an answer: browsers limit how often the state may change. */
export function keepTurns(turns: readonly ChatTurn[]): void {
  attempt(() => history.replaceState({ ...history.state, turns, keptAt: Date.now() }, ""));
}

/** Returns the turns that {@linkcode keepTurns} kept with this page; empty without any. An unfinished answer has stopped. */
export function keptTurns(): readonly ChatTurn[] {
  const { turns, keptAt } = history.state ?? {};
  const isKept = Array.isArray(turns) && turns.every(isTurn) && Number(keptAt) > deletedAt();
  return isKept ? turns.map(stopped) : [];
}

/** Makes every page of this browser forget the turns that it kept until now (design §12). */
export function forgetTurns(): void {
  attempt(() => localStorage.setItem(DELETED_AT, String(Date.now())));
}

function deletedAt(): number {
  return Number(attempt(() => localStorage.getItem(DELETED_AT)) ?? 0);
}

/** Does what the browser may refuse: its storage can be blocked, and the state can be too large or change too often. */
function attempt<Result>(action: () => Result): Result | null {
  try {
    return action();
  } catch {
    return null;
  }
}

/** Whether a value is a turn, and not one that a version before an update kept. */
function isTurn(value: Partial<ChatTurn> | null): value is ChatTurn {
  return Array.isArray(value?.citations) && typeof value.question === "string" &&
    typeof value.answer === "string";
}
