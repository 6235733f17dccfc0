import { chosenOf, questionAt, type Standing, type WizardModel } from "../../../lib/journey/mod.ts";
import type { OptionLooks } from "./OptionLook.tsx";
import type { DroppedAnswers } from "./DroppedNotice.tsx";

/** Id of the page's heading, which takes the focus when the step changes. */
export const HEADING_ID = "question";
/** Id of the summary of what stopped the buyer. */
export const ERROR_ID = "error-summary";

/** The value of `intent` that clears what is kept. */
export const RESTART = "restart";

/** What the wizard shows: a step of the journey, and what is going on there. */
export interface WizardView {
  model: WizardModel;
  /** The answers the address carries, read against the model. */
  optionIds: string[];
  step: string;
  /** The step goes back to the check when it is done. */
  returning: boolean;
  /** Choices of the question at hand, submitted or not. */
  draft: string[];
  /** What the answers of the questions that one looks at look like. */
  looks: OptionLooks;
  /** The buyer went on without a choice. */
  error: boolean;
  /** Answers of the address that were left out; only where the server says so. */
  dropped: DroppedAnswers | null;
  /** How far the answers have come; absent until it is known. */
  standing?: Standing | null;
  /** The buyer consents to being counted. */
  measured: boolean;
  /** Says which answers the session kept when the page was made; no part of what the browser shows. */
  known?: string;
  /** Counts the moves made without loading a page; each gives the form anew. */
  move: number;
}

/** The choices that a step starts from: the answer the address carries. */
export function answeredAt(
  model: WizardModel,
  step: string,
  optionIds: readonly string[],
): string[] {
  const question = questionAt(model, step);
  return question ? chosenOf(question, optionIds) : [];
}
