import {
  chosenOf,
  formatWizardState,
  questionAt,
  type Standing,
  type WizardModel,
} from "@/lib/journey/mod.ts";
import type { OptionLooks } from "./OptionLook.tsx";
import type { DroppedAnswers } from "./DroppedNotice.tsx";

/** Id of the `h1`, which takes the focus when the step changes. */
export const HEADING_ID = "question";
/** Id of the error summary, which takes the focus when it appears. */
export const ERROR_ID = "error-summary";

/** The value of `intent` that clears the saved answers. */
export const RESTART = "restart";

/** The state of the wizard: a step of the journey and what the page shows there. */
export interface WizardView {
  model: WizardModel;
  /** Ids of the options in the address that fit the model. */
  optionIds: string[];
  step: string;
  /** Whether the step returns to the check of all answers when it is done. */
  returning: boolean;
  /** Ids of the options chosen in the form, submitted or not. */
  draft: string[];
  /** Pictures and drawings of the options. */
  looks: OptionLooks;
  /** Whether the buyer continued without a choice. */
  error: boolean;
  /** Answers of the address that were left out. Only the server sets it. */
  dropped: DroppedAnswers | null;
  /** The pick so far and what can still change it. Undefined until loaded; null without answers or after a failure. */
  standing?: Standing | null;
  /** Whether the buyer consents to measurement. */
  measured: boolean;
  /** Mark of the answers that the session had when the page was rendered. Only the form sends it. */
  known?: string;
  /** Number of step changes without a page load. Each one replaces the form. */
  move: number;
}

/** Returns the address of a step with the answers so far, as a query. */
export function stepHref(
  { model: { track }, optionIds }: {
    readonly model: WizardModel;
    readonly optionIds: readonly string[];
  },
  step: string,
  returning = false,
): string {
  return formatWizardState({ track, optionIds: [...optionIds], step, returning });
}

/** Returns the options that a step starts with: those in the address that answer its question. */
export function answeredAt(
  model: WizardModel,
  step: string,
  optionIds: readonly string[],
): string[] {
  const question = questionAt(model, step);
  return question ? chosenOf(question, optionIds) : [];
}
