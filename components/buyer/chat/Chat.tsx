import type { JSX } from "preact";
import {
  type ChatTurn,
  formHistoryOf,
  MAX_MESSAGE,
  type Starter,
  turnsOf,
} from "@/lib/assistant/browser.ts";
import { Button } from "@/components/ui/Button.tsx";
import { fieldAria } from "@/components/ui/Field.tsx";
import { FieldError } from "@/components/ui/FieldError.tsx";
import { Fields } from "./Fields.tsx";
import { copyOutcome, Turn, type TurnHandlers } from "./Turn.tsx";
import { ADVISOR_PATH, type ChatView, INTENTS } from "./view.ts";

/** The actions of the chat where scripts run. */
export interface ChatHandlers {
  /**
   * Whether an answer was copied since the last turn changed its state, for the status line; null a moment later, when
   * it says nothing, because saying the state again would repeat it.
   */
  readonly said: boolean | null | undefined;
  readonly ask: (question: string, starter?: Starter) => void;
  readonly stop: () => void;
  /** Handlers of a turn, by its index. */
  readonly turn: (index: number) => TurnHandlers;
}

/** Element id of the question's field. */
const MESSAGE = "chat-message";

/** The live status of the last turn; right after a copy, its outcome is said in place. */
const STATUS: Readonly<Record<ChatTurn["state"], string>> = {
  answering: "Answering",
  done: "Done",
  stopped: "Stopped",
  failed: "No answer",
};

/** The conversation with the assistant: its turns, starter questions, the question form and the hand-off to a person. */
export function Chat({ view, handlers, onRefused }: {
  view: ChatView;
  /** Null without a script: the forms then post to the server. */
  handlers: ChatHandlers | null;
  /** Called with a question that has no words or is too long. */
  onRefused?: (question: string) => void;
}): JSX.Element {
  const { turns, starters, place, draft } = view;
  const last = turns.at(-1);
  const answering = last?.state === "answering";
  const history = formHistoryOf(turns.filter(({ state }) => state === "done"));
  // The page that answers a form begins at the new turn, which a long conversation would push below the screen.
  const action = `${ADVISOR_PATH}#turn-${turnsOf(history).length + 1}`;

  function onSubmit(event: JSX.TargetedEvent<HTMLFormElement>) {
    if (!handlers) return;
    event.preventDefault();
    const field = event.currentTarget.querySelector("textarea");
    const question = field?.value.trim() ?? "";
    if (field === null || answering) return;
    if (question === "" || question.length > MAX_MESSAGE) {
      onRefused?.(question);
      field.focus();
      return;
    }
    field.value = "";
    handlers.ask(question);
  }

  return (
    <>
      <Who view={view} />
      <div class="chat-log" role="log" aria-label="Conversation" aria-live="off" tabIndex={0}>
        {turns.map((turn, index) => (
          <Turn
            key={turn.id}
            turn={turn}
            number={index + 1}
            handlers={handlers?.turn(index) ?? null}
          />
        ))}
      </div>
      <p role="status" class="chat-status">
        {handlers?.said === undefined
          ? last && STATUS[last.state]
          : handlers.said !== null && copyOutcome(handlers.said)}
      </p>
      {turns.length === 0 && (
        <form
          method="post"
          action={action}
          class="chat-starters"
          aria-label="Questions to begin with"
        >
          <Fields place={place} history={[]} />
          <input type="hidden" name="intent" value={INTENTS.ask} />
          {starters.map((starter) => (
            <button
              key={starter.id}
              type="submit"
              name="message"
              value={starter.text}
              onClick={(event) => {
                if (!handlers) return;
                event.preventDefault();
                handlers.ask(starter.text, starter);
              }}
            >
              {starter.text}
            </button>
          ))}
        </form>
      )}
      <form method="post" action={action} class="chat-composer" onSubmit={onSubmit}>
        <Fields place={place} history={history} />
        <div class="grid gap-2" aria-live="polite">
          <label for={MESSAGE} class="text-sm font-medium">Your question</label>
          {draft?.error && <FieldError id={`${MESSAGE}-error`}>{draft.error}</FieldError>}
        </div>
        <textarea
          {...fieldAria(MESSAGE, { error: draft?.error })}
          name="message"
          class="control"
          rows={2}
          required
          onKeyDown={(event) => {
            if (!handlers || event.key !== "Enter" || event.shiftKey || isComposing(event)) return;
            event.preventDefault();
            event.currentTarget.form?.requestSubmit();
          }}
        >
          {draft?.text}
        </textarea>
        <div class="flex flex-wrap items-center justify-end gap-3">
          {answering && handlers && (
            <Button type="button" variant="secondary" size="small" onClick={handlers.stop}>
              Stop
            </Button>
          )}
          <Button name="intent" value={INTENTS.ask} size="small" aria-disabled={answering}>
            Ask
          </Button>
        </div>
      </form>
    </>
  );
}

/** Whether a key belongs to an input method, for example Enter to accept a word. Safari says so only by the key code. */
function isComposing({ isComposing, keyCode }: KeyboardEvent): boolean {
  return isComposing || keyCode === 229;
}

/** Explains that a program answers, and offers the hand-off to a person. */
function Who({ view }: { view: ChatView }): JSX.Element {
  return (
    <div class="chat-who">
      <p>
        You are talking to a program. It says only what our documents say, and shows its sources.
        {view.hasOtherAnswers &&
          " It goes by the answers of your visit, and this page by others."}
      </p>
      <form method="post" action={ADVISOR_PATH}>
        <Fields place={view.place} history={formHistoryOf(view.turns)} />
        <Button name="intent" value={INTENTS.handOff} variant="secondary" size="small">
          Talk to a person
        </Button>
      </form>
    </div>
  );
}
