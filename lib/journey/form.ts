/** What a submitted step means: where the buyer goes next, with which answers. */
import type { WizardModel } from "./model.ts";
import { TRACK_STEP, type WizardState } from "./state.ts";
import { chosenOf, questionAt, resolveStep, stateAfter } from "./steps.ts";

/** A step's form as it was sent. */
export interface SubmittedStep {
  /** Where the buyer was before the choice. */
  state: WizardState;
  /** The question that the form asked. */
  from: string;
  choices: readonly string[];
  /** The buyer would rather not say. */
  skips: boolean;
}

/** The step that a form leads to. */
export interface StepOutcome {
  state: WizardState;
  /** Nothing was chosen, so the same step asks again. */
  error: boolean;
}

/**
 * Takes a submitted step to the next one, or back to its own when nothing was chosen and the question
 * was not skipped. A question that the track does not ask leads to the first open one.
 */
export function submitStep(
  { state, from, choices, skips }: SubmittedStep,
  modelOf: (track: string | null) => WizardModel,
): StepOutcome {
  const model = modelOf(state.track);
  const to = (next: Partial<WizardState>, error = false): StepOutcome => ({
    state: { ...state, track: model.track, ...next },
    error,
  });
  if (from === TRACK_STEP) {
    const chosen = modelOf(choices[0] ?? null);
    if (!skips && chosen.track === null) return to({ step: TRACK_STEP }, true);
    const next = skips ? modelOf(null) : chosen;
    return to({ track: next.track, step: resolveStep(next, { ...state, step: null }) });
  }
  const asked = questionAt(model, from);
  if (!asked) return to({ step: null });
  const chosen = chosenOf(asked, choices);
  if (!skips && chosen.length === 0) return to({ step: from }, true);
  const answered = stateAfter(model, state, { factorId: from, choices: skips ? [] : chosen });
  return { state: answered, error: false };
}

/** The answers by question, as a session keeps them (spec §2.5); open questions are left out. */
export function answersByFactor(
  model: WizardModel,
  optionIds: readonly string[],
): Record<string, string[]> {
  return Object.fromEntries(
    model.questions.map((question) => [question.id, chosenOf(question, optionIds)] as const)
      .filter(([, chosen]) => chosen.length > 0),
  );
}
