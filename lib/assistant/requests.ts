/** What the chat of a page sends to the service (spec §4.5, §4.7). It runs in browsers. */
import { type ChatTurn, historyOf } from "./chat_turns.ts";

const JSON_TYPE = { "content-type": "application/json" };

/** What a page shows, as its session should hold it. */
export interface ShownSession {
  readonly track: string | null;
  readonly payload: object;
}

/** Where a question is asked, and what ends it. */
export interface Asking {
  readonly stage: string;
  /** Ids of the systems that the page shows. */
  readonly shown: readonly string[];
  readonly signal: AbortSignal;
}

/** Asks a question after what was said before; the answer is a stream of events. */
export function sendQuestion(
  message: string,
  before: readonly ChatTurn[],
  { stage, shown, signal }: Asking,
): Promise<Response> {
  return fetch("/api/assistant/chat?spans=1", {
    method: "POST",
    headers: { ...JSON_TYPE, accept: "text/event-stream" },
    body: JSON.stringify({
      message,
      context: { history: historyOf(before) },
      journey: { page: stage, systems: shown },
    }),
    signal,
  });
}

/**
 * Lets the session hold what the page shows, beside what another page has saved since; a question without it is answered
 * with less. Gives whether it was saved.
 */
export async function saveShown(
  { track, payload }: ShownSession,
  signal: AbortSignal,
): Promise<boolean> {
  const query = track === null ? "" : `&track=${encodeURIComponent(track)}`;
  const { ok } = await fetch(`/api/session?fill=1${query}`, {
    method: "PUT",
    headers: JSON_TYPE,
    body: JSON.stringify(payload),
    signal,
  });
  return ok;
}

/** That a vote is lost must not show (spec §7). */
export function sendVote(vote: object): void {
  fetch("/api/assistant/feedback", {
    method: "POST",
    headers: JSON_TYPE,
    body: JSON.stringify(vote),
    keepalive: true,
  }).catch(() => {});
}
