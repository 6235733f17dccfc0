import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { type ChatTurn, type Citation, withReferences } from "../../../lib/assistant/browser.ts";

/** What can be done about a turn where scripts run. */
export interface TurnHandlers {
  readonly retry: () => void;
  readonly vote: (vote: "up" | "down") => void;
  readonly openSource: (source: Citation) => void;
}

interface TurnActionsProps {
  turn: ChatTurn;
  handlers: TurnHandlers;
}

const VOTES = [["up", "Helpful"], ["down", "Not helpful"]] as const;

/** How long it is said that an answer was copied. */
const COPIED_MS = 2_000;

/** What a buyer can do about a turn: ask again where that may help, copy the answer, say what it was worth. */
export function TurnActions({ turn, handlers }: TurnActionsProps): JSX.Element | null {
  const { state, reason, failure, vote } = turn;
  const [copied, setCopied] = useState(false);

  async function copy() {
    try {
      await navigator.clipboard.writeText(withReferences(turn));
      setCopied(true);
      setTimeout(() => setCopied(false), COPIED_MS);
    } catch {
      // Browsers may refuse it; the text is there to be selected.
    }
  }

  if (failure?.retryable || state === "stopped") {
    return (
      <p class="chat-actions">
        <button type="button" onClick={handlers.retry}>Ask again</button>
      </p>
    );
  }
  if (state !== "done" || reason !== null) return null;
  return (
    <p class="chat-actions">
      <button type="button" onClick={copy}>{copied ? "Copied" : "Copy with sources"}</button>
      {VOTES.map(([value, label]) => (
        <button
          key={value}
          type="button"
          aria-pressed={vote === value}
          onClick={() => handlers.vote(value)}
        >
          {label}
        </button>
      ))}
    </p>
  );
}
