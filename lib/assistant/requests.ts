/** The requests of the chat on a page (spec §4.5, §4.7). Runs in browsers. */
import { type ChatTurn, historyOf } from "./chat_turns.ts";

const JSON_TYPE = { "content-type": "application/json" };

/** The selection that a page shows, as a session payload with its track. */
export interface ShownSession {
  readonly track: string | null;
  readonly payload: object;
}

/** The page that a question is asked from, and the signal that aborts the request. */
export interface Asking {
  readonly stage: string;
  /** Ids of the systems that the page shows. */
  readonly shown: readonly string[];
  readonly signal: AbortSignal;
}

/** Longest wait for a response, in milliseconds: longer than the longest pre-stream timeout (spec §8). */
const MAX_WAIT_MS = 130_000;

/**
 * Sends a question with the history of the turns `before` it. The response is a stream of events with spans. Rejects when
 * the request fails, is aborted, or has no response for 130 seconds.
 */
export async function sendQuestion(
  message: string,
  before: readonly ChatTurn[],
  { stage, shown, signal }: Asking,
): Promise<Response> {
  signal.throwIfAborted();
  const request = new AbortController();
  const end = () => request.abort();
  signal.addEventListener("abort", end);
  const timer = setTimeout(end, MAX_WAIT_MS);
  return await fetch("/api/assistant/chat?spans=1", {
    method: "POST",
    headers: { ...JSON_TYPE, accept: "text/event-stream" },
    body: JSON.stringify({
      message,
      context: { history: historyOf(before) },
      journey: { page: stage, systems: shown },
    }),
    signal: request.signal,
  }).finally(() => clearTimeout(timer));
}

/**
 * Merges what the page shows into the session, next to what another page has saved since. Without it, a question has
 * less selection context. Returns whether the session lacked any of it; null if it was not saved. Never rejects.
 */
export async function saveShown(
  { track, payload }: ShownSession,
  signal: AbortSignal,
): Promise<boolean | null> {
  const query = track === null ? "" : `&track=${encodeURIComponent(track)}`;
  const response = await fetch(`/api/session?fill=1${query}`, {
    method: "PUT",
    headers: JSON_TYPE,
    body: JSON.stringify(payload),
    signal,
  }).catch(() => null);
  const saved = response?.ok ? await response.json().catch(() => null) : null;
  return saved && saved.filled === true;
}

/** How long a vote may hold back the next one, in milliseconds. */
const VOTE_TIMEOUT_MS = 10_000;

let lastVote: Promise<unknown> = Promise.resolve();

/**
 * Sends a vote after the votes before it, so that the last one counts. Ignores every failure, because a failed feedback
 * post is silent to the buyer (spec §7).
 */
export function sendVote(vote: object): void {
  const send = () =>
    fetch("/api/assistant/feedback", {
      method: "POST",
      headers: JSON_TYPE,
      body: JSON.stringify(vote),
      keepalive: true,
      signal: AbortSignal.timeout?.(VOTE_TIMEOUT_MS) ?? null,
    });
  lastVote = lastVote.then(send).catch(() => {});
}
