import type { JSX } from "preact";
import type { ChatTurn, Citation } from "../../../lib/assistant/browser.ts";

/** What can be done about a turn where scripts run. */
export interface TurnHandlers {
  readonly retry: () => void;
  /** Puts the answer with its sources on the clipboard. */
  readonly copy: () => void;
  /** Whether that was done a moment ago. */
  readonly copied: boolean;
  readonly vote: (vote: "up" | "down") => void;
  readonly openSource: (source: Citation) => void;
}

interface TurnActionsProps {
  turn: ChatTurn;
  handlers: TurnHandlers;
}

const VOTES = [["up", "Helpful"], ["down", "Not helpful"]] as const;

/** What a buyer can do about a turn: ask again where that may help, copy the answer, say what it was worth. */
export function TurnActions({ turn, handlers }: TurnActionsProps): JSX.Element | null {
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
