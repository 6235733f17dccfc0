/**
 * Keeps a conversation with its page: in the state of the page's entry in the browser's history. So a reload, the way back,
 * and a phone that had dropped the tab bring it back, and it goes with the tab, or when the buyer deletes the visit. The
 * session storage holds the latest one, for the page that answers a form: its server knows only what was said.
 */
import { type ChatTurn, stopped, transcriptOf } from "./chat_turns.ts";

/** The item of the local storage that holds when the visit was deleted. */
const DELETED_AT = "visit_deleted_at";
/** The item of the session storage that holds the conversation last continued in this tab. */
const LATEST = "conversation";

/** Keeps the turns. Not to be called for each piece of an answer: browsers limit how often the state may change. */
export function keepTurns(turns: readonly ChatTurn[]): void {
  const kept = { turns, keptAt: Date.now() };
  attempt(() => history.replaceState({ ...history.state, ...kept }, ""));
  attempt(() => sessionStorage.setItem(LATEST, JSON.stringify(kept)));
}

/**
 * Returns the conversation of a page that was rendered with the turns `rendered`, as {@linkcode keepTurns} kept it with
 * this page, or before the form that this page answers: with its sources, votes and reasons. Without such, `rendered`.
 * An unfinished answer has stopped.
 */
export function keptTurns(rendered: readonly ChatTurn[]): readonly ChatTurn[] {
  const withPage = readKept(history.state);
  if (withPage.length > 0 && continues(withPage, rendered)) return withPage;
  const latest = rendered.length === 0 ? [] : readKept(attempt(readLatest));
  return latest.length > 0 && continues(latest, rendered) ? latest : rendered;
}

/** Makes every page of this browser forget the turns that it kept until now (design §12). */
export function forgetTurns(): void {
  attempt(() => localStorage.setItem(DELETED_AT, String(Date.now())));
  attempt(() => sessionStorage.removeItem(LATEST));
}

/** Whether the visit was deleted after this page was loaded, and its conversation has not gone on since. */
export function areForgotten(): boolean {
  return deletedAt() > Math.max(performance.timeOrigin, Number(history.state?.keptAt ?? 0));
}

const readLatest = (): unknown => JSON.parse(sessionStorage.getItem(LATEST) ?? "null");

function readKept(value: unknown): readonly ChatTurn[] {
  const { turns, keptAt }: { turns?: unknown; keptAt?: unknown } = Object(value);
  const isKept = Array.isArray(turns) && turns.every(isTurn) && Number(keptAt) > deletedAt();
  return isKept ? turns.map(stopped) : [];
}

/** Whether turns begin with everything that was said in others. */
function continues(turns: readonly ChatTurn[], others: readonly ChatTurn[]): boolean {
  const said = (of: readonly ChatTurn[]) => JSON.stringify(transcriptOf(of));
  return said(turns.slice(0, others.length)) === said(others);
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
