import type { JSX } from "preact";
import type { ChatTurn, Citation } from "../../../lib/assistant/browser.ts";

/** The actions on a turn, where scripts run. */
export interface TurnHandlers {
  readonly retry: () => void;
  /** Copies the answer with its sources to the clipboard. */
  readonly copy: () => void;
  /** Whether the answer was copied a moment ago. */
  readonly copied: boolean;
  readonly vote: (vote: "up" | "down") => void;
  readonly openSource: (source: Citation) => void;
}

const VOTES = [["up", "Helpful"], ["down", "Not helpful"]] as const;

/** The buttons of a turn: retry where that may help, copy the answer, vote on it. None for a hand-off. */
export function TurnActions({ turn, handlers }: {
  turn: ChatTurn;
  handlers: TurnHandlers;
}): JSX.Element | null {
  const { state, reason, failure, vote } = turn;
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
      <button type="button" onClick={handlers.copy}>
        {handlers.copied ? "Copied" : "Copy with sources"}
      </button>
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
