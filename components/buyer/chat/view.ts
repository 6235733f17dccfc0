/** The view of the chat and the constants of its form. Pure; runs in browsers too. */
import { type ChatTurn, MAX_MESSAGE, type Stage, type Starter } from "@/lib/assistant/browser.ts";

/** Path of the chat page, which its forms post to. */
export const ADVISOR_PATH = "/advisor";

/** The values of the form field `intent`. */
export const INTENTS = { ask: "ask", handOff: "handoff" } as const;

/** Returns the error beside a question that has no words or is too long. */
export function questionError({ length }: string): string {
  const allowed = `A question has 1 to ${MAX_MESSAGE} characters.`;
  return length > MAX_MESSAGE ? `${allowed} This one has ${length}.` : allowed;
}

/** The state of a chat, rendered by the server and continued in the browser. */
export interface ChatView {
  readonly stage: Stage;
  /** Names of the systems in view. */
  readonly about: readonly string[];
  readonly starters: readonly Starter[];
  readonly turns: readonly ChatTurn[];
  /** A question that was sent by a form and not answered, to be sent again; null where there is none. */
  readonly draft: {
    readonly text: string;
    /** Why it was refused; null where it only failed. */
    readonly error: string | null;
  } | null;
  /** Form fields of the page that the buyer asks from, as in its address. */
  readonly place: readonly (readonly [name: string, value: string])[];
  /** The choice on the page, to save to the session before the first question; null if there is none. */
  readonly session: {
    readonly track: string | null;
    readonly payload: Readonly<Record<string, unknown>>;
    /** Whether the session has it already. */
    readonly isSaved: boolean;
  } | null;
  /** Whether the page goes by other answers than those of the visit, which the assistant goes by. */
  readonly hasOtherAnswers: boolean;
  /** The track of the answers that the assistant goes by; undefined without answers. */
  readonly track: string | null | undefined;
  /** Whether the visitor consents to measurement. */
  readonly measured: boolean;
}
