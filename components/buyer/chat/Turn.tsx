import type { JSX } from "preact";
import type { ChatTurn, Citation } from "@/lib/assistant/browser.ts";
import { withFullStop } from "@/lib/text/mod.ts";
import { Answer } from "./Answer.tsx";

/** The actions on a turn, where scripts run. */
export interface TurnHandlers {
  readonly retry: () => void;
  /** Copies the answer with its sources to the clipboard. */
  readonly copy: () => void;
  /** Whether the answer was copied a moment ago: false if the browser refused; null if nobody asked for it. */
  readonly copied: boolean | null;
  readonly vote: (vote: "up" | "down") => void;
  readonly openSource: (source: Citation) => void;
}

/** A question with its answer, failure or progress. */
export function Turn({ turn, number, handlers }: {
  turn: ChatTurn;
  /** Position in the conversation, from 1. */
  number: number;
  /** Null without a script. */
  handlers: TurnHandlers | null;
}): JSX.Element {
  const { question, state, answer, failure } = turn;
  const id = `turn-${number}`;
  return (
    <article class="chat-turn" id={id} aria-label={`Question ${number}`}>
      <h3 class="sr-only">You asked</h3>
      <p class="chat-question" dir="auto">{question}</p>
      <h3 class="sr-only">The assistant answered</h3>
      {answer !== "" && (
        <Answer turn={turn} id={id} alive={handlers !== null} onOpen={handlers?.openSource} />
      )}
      {state === "answering" && answer === "" && <p class="chat-waiting" aria-hidden="true" />}
      {state === "stopped" && (
        <p class="text-sm text-muted">
          {answer === "" ? "No answer." : "Stopped. This is not the whole answer."}
        </p>
      )}
      {failure && (
        <div
          role="alert"
          class="w-full border-s-3 border-warning bg-surface-sunken px-4 py-3 text-sm"
        >
          <p class="font-semibold">There is no answer</p>
          <p>{withFullStop(failure.message)}</p>
        </div>
      )}
      {handlers && state !== "answering" && <TurnActions turn={turn} handlers={handlers} />}
    </article>
  );
}

/** The label of the button that copies an answer, a moment after it was pressed. */
export const copyOutcome = (copied: boolean): string =>
  copied ? "Copied" : "Not copied. Select the text instead.";
/** Its label before. An early answer that came back with a form, and that the browser did not keep, has no sources. */
const copyLabel = ({ citations }: ChatTurn): string =>
  citations.length > 0 ? "Copy with sources" : "Copy";
const VOTES = [["up", "Helpful"], ["down", "Not helpful"]] as const;

/** The buttons of a turn: retry where that may help, copy the answer, vote on it. None for a hand-off. */
function TurnActions({ turn, handlers }: {
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
        {handlers.copied === null ? copyLabel(turn) : copyOutcome(handlers.copied)}
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
