/** The conversation as the browser carries it on: what the panel's island does. */
import { useEffect, useRef, useState } from "preact/hooks";
import {
  afterEvent,
  asked,
  type ChatTurn,
  historyOf,
  type ReadEvent,
  readEvents,
  type Starter,
  stopped,
  turnHash,
  unreachable,
} from "../../../lib/assistant/browser.ts";
import { type BrowserEvent, reportEvents } from "../../../lib/browser/mod.ts";
import type { ChatHandlers } from "./Chat.tsx";
import type { ChatView } from "./view.ts";

const JSON_TYPE = { "content-type": "application/json" };

/** The turns of a chat, and the handlers that change them. */
export function useChat(
  { turns: initial, stage, session, measured }: ChatView,
): { readonly turns: readonly ChatTurn[]; readonly handlers: ChatHandlers } {
  const [turns, setTurns] = useState(initial);
  const running = useRef<AbortController | null>(null);
  /** What the session still lacks. */
  const lacking = useRef(session);

  function report(event: BrowserEvent) {
    if (measured) reportEvents([event]);
  }

  useEffect(() => report({ kind: "assistant_opened" }), []);

  function change(index: number, next: (turn: ChatTurn) => ChatTurn) {
    setTurns((before) => before.map((turn, at) => at === index ? next(turn) : turn));
  }

  async function run(question: string, before: readonly ChatTurn[]) {
    const index = before.length;
    running.current?.abort();
    const { signal } = running.current = new AbortController();
    const apply = (event: ReadEvent) =>
      signal.aborted || change(index, (turn) => afterEvent(turn, event));
    setTurns([...before, asked(question)]);
    try {
      if (lacking.current) await prepare(lacking.current, signal);
      lacking.current = null;
      for await (const event of readEvents(await send(question, before, { stage, signal }))) {
        apply(event);
      }
    } catch {
      apply(unreachable());
    }
  }

  return {
    turns,
    handlers: {
      ask(question, starter?: Starter) {
        if (starter) report({ kind: "assistant_starter", ref: starter.id });
        run(question, turns);
      },
      stop() {
        running.current?.abort();
        change(turns.length - 1, stopped);
      },
      turn: (index) => ({
        retry() {
          const turn = turns[index];
          if (turn) run(turn.question, without(turns, index));
        },
        vote(vote) {
          const turn = turns[index];
          if (!turn || turn.vote === vote) return;
          change(index, (before) => ({ ...before, vote }));
          sendVote({ turnHash: turnHash(turn.answer), vote, page: stage });
        },
        openSource: ({ provenance }) => report({ kind: "citation_opened", ref: provenance.itemId }),
      }),
    },
  };
}

function without(turns: readonly ChatTurn[], index: number): ChatTurn[] {
  return turns.filter((_, at) => at !== index);
}

interface Asking {
  readonly stage: string;
  readonly signal: AbortSignal;
}

function send(
  message: string,
  before: readonly ChatTurn[],
  { stage, signal }: Asking,
): Promise<Response> {
  return fetch("/api/assistant/chat?spans=1", {
    method: "POST",
    headers: { ...JSON_TYPE, accept: "text/event-stream" },
    body: JSON.stringify({
      message,
      context: { history: historyOf(before) },
      journey: { page: stage },
    }),
    signal,
  });
}

/** Lets the session hold what the page shows; a question without it is answered with less. */
async function prepare(
  { track, payload }: NonNullable<ChatView["session"]>,
  signal: AbortSignal,
): Promise<void> {
  const query = track === null ? "" : `?track=${encodeURIComponent(track)}`;
  await fetch(`/api/session${query}`, {
    method: "PUT",
    headers: JSON_TYPE,
    body: JSON.stringify(payload),
    signal,
  });
}

/** That a vote is lost must not show (spec §7). */
function sendVote(vote: object): void {
  fetch("/api/assistant/feedback", {
    method: "POST",
    headers: JSON_TYPE,
    body: JSON.stringify(vote),
    keepalive: true,
  }).catch(() => {});
}
