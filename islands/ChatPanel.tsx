import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Chat, type ChatHandlers } from "../components/buyer/chat/Chat.tsx";
import { type ChatView, questionError } from "../components/buyer/chat/view.ts";
import {
  afterEvent,
  areForgotten,
  asked,
  type ChatTurn,
  copyText,
  keepTurns,
  keptTurns,
  type ReadEvent,
  readEvents,
  saveShown,
  sendQuestion,
  sendVote,
  type Starter,
  stopped,
  turnHash,
  unreachable,
  withReferences,
} from "../lib/assistant/browser.ts";
import { type BrowserEvent, reportEvents } from "../lib/analytics/browser.ts";

/** How long the button says whether an answer was copied, in milliseconds. */
const COPIED_MS = 2_000;

/**
 * The conversation with the assistant without page loads. It renders the same markup as the server. Without the script,
 * or before it has loaded, the forms post to the chat page, which does the same.
 */
export function ChatPanel({ initial }: { initial: ChatView }): JSX.Element {
  const root = useRef<HTMLDivElement>(null);
  const [alive, setAlive] = useState(false);
  const { turns, isNewer, handlers } = useChat(initial, () => {
    root.current?.querySelector<HTMLElement>(".chat-log")?.focus({ preventScroll: true });
  });

  useEffect(() => setAlive(true), []);

  /** The latest refused question, and the turns before it. The next turn outdates its error. */
  const [refused, setRefused] = useState<{ text: string; after: readonly ChatTurn[] } | null>(null);
  const view = { ...initial, turns, draft: isNewer ? null : initial.draft };

  // Scroll when a question is added, and again when its answer is complete.
  useEffect(() => {
    if (turns.length > initial.turns.length) {
      root.current?.querySelector(".chat-turn:last-child")?.scrollIntoView({ block: "nearest" });
    }
  }, [turns.length, turns.at(-1)?.state]);

  return (
    <div ref={root} class="chat" data-newer={isNewer ? "" : undefined}>
      <Chat
        view={refused?.after === turns
          ? { ...view, draft: { text: refused.text, error: questionError(refused.text) } }
          : view}
        handlers={alive ? handlers : null}
        onRefused={(text) => setRefused({ text, after: turns })}
      />
    </div>
  );
}

interface Copied {
  readonly index: number;
  /** Null once the button has said so for long enough. */
  readonly isCopied: boolean | null;
  readonly at: ChatTurn["state"] | undefined;
}

/**
 * The turns of a chat, whether they have gone on since the server rendered the page, and the handlers that change them.
 * `focusLog` is called by the actions whose button disappears, so that the focus is not lost.
 */
function useChat(
  { turns: initial, stage, place, session, track, measured }: ChatView,
  focusLog: () => void,
): Pick<ChatView, "turns"> & { readonly isNewer: boolean; readonly handlers: ChatHandlers } {
  const [turns, setTurns] = useState(initial);
  /** The turns that say the same as the rendered ones: these, or their fuller form that the browser kept. */
  const [rendered, setRendered] = useState(initial);
  /** The answer that was copied last, and the state of the last turn then. */
  const [copied, setCopied] = useState<Copied | null>(null);
  const running = useRef<AbortController | null>(null);
  /** Whether the session has had what the page shows. It can lose it when it ends while the page is open. */
  const isSaved = useRef(session?.isSaved ?? true);
  const shown = place.find(([name]) => name === "systems")?.[1].split(",") ?? [];

  function report(event: BrowserEvent) {
    if (measured) reportEvents([event], track);
  }

  useEffect(() => {
    report({ kind: "assistant_opened" });
    const kept = keptTurns(initial);
    setTurns(kept);
    if (kept.length === initial.length) setRendered(kept);
    // The visit may have been deleted since the browser set this page aside.
    const onShown = ({ persisted }: PageTransitionEvent) => {
      if (persisted && areForgotten()) setTurns([]);
    };
    addEventListener("pageshow", onShown);
    return () => removeEventListener("pageshow", onShown);
  }, []);

  useEffect(() => {
    if (turns !== initial) keepTurns(turns);
  }, [rendered, turns.map(({ state, vote }) => `${state} ${vote}`).join()]);

  function change(index: number, next: (turn: ChatTurn) => ChatTurn) {
    setTurns((before) => before.map((turn, at) => at === index ? next(turn) : turn));
  }

  /** Saves what the page shows. Returns whether the session lacked it. */
  async function save(signal: AbortSignal): Promise<boolean> {
    const lacked = session && await saveShown(session, signal);
    if (lacked !== null) isSaved.current = true;
    return lacked ?? false;
  }

  /** Asks, and asks again if there was no answer only because the session has lost what the page shows. */
  async function* answersTo(
    question: string,
    before: readonly ChatTurn[],
    signal: AbortSignal,
  ): AsyncGenerator<ReadEvent, void> {
    const ask = async () =>
      readEvents(await sendQuestion(question, before, { stage, shown, signal }));
    for await (const event of await ask()) {
      const isWithoutMaterial = event.type === "handoff" && event.handoff.reason === "no_grounding";
      if (isWithoutMaterial && await save(signal)) return yield* await ask();
      yield event;
    }
  }

  async function run(question: string, before: readonly ChatTurn[]) {
    const index = before.length;
    setCopied(null);
    running.current?.abort();
    const { signal } = running.current = new AbortController();
    const apply = (event: ReadEvent) =>
      signal.aborted || change(index, (turn) => afterEvent(turn, event));
    setTurns([...before.map(stopped), asked(question, before)]);
    try {
      if (!isSaved.current) await save(signal);
      for await (const event of answersTo(question, before, signal)) apply(event);
    } catch {
      apply(unreachable());
    }
  }

  return {
    turns,
    isNewer: turns !== rendered,
    handlers: {
      said: copied?.at === turns.at(-1)?.state ? copied?.isCopied ?? null : undefined,
      ask(question, starter?: Starter) {
        if (starter) {
          focusLog();
          report({ kind: "assistant_starter", ref: starter.id });
        }
        run(question, turns);
      },
      stop() {
        focusLog();
        running.current?.abort();
        change(turns.length - 1, stopped);
      },
      turn: (index) => ({
        retry() {
          const turn = turns[index];
          if (!turn) return;
          focusLog();
          run(turn.question, turns.filter((_, at) => at !== index));
        },
        copied: copied?.index === index ? copied.isCopied : null,
        async copy() {
          const turn = turns[index];
          if (!turn) return;
          const isCopied = await copyText(withReferences(turn));
          const now = { index, isCopied, at: turns.at(-1)?.state };
          setCopied(now);
          setTimeout(
            () => setCopied((last) => last === now ? { ...now, isCopied: null } : last),
            COPIED_MS,
          );
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
