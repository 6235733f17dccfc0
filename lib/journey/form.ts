/** Processes a submitted wizard step. */
import type { WizardModel } from "./model.ts";
import { TRACK_STEP, type WizardState } from "./state.ts";
import { chosenOf, questionAt, resolveStep, stateAfter } from "./steps.ts";

/** The form of a step, as submitted. */
interface SubmittedStep {
  /** State before the choice. */
  state: WizardState;
  /** Id of the question that the form asked, or `TRACK_STEP`. */
  from: string;
  choices: readonly string[];
  /** The buyer skipped the question. */
  skips: boolean;
}

/** The result of a submitted step. */
export interface StepOutcome {
  state: WizardState;
  /** Nothing was chosen, so the step is shown again. */
  error: boolean;
}

/**
 * Returns the next step after a submitted one, or the same step when nothing was chosen and the question was not
 * skipped. If the track does not ask the question, the next step is the first open one.
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
    const step = resolveStep(next, { ...state, step: null });
    return to({ track: next.track, step, returning: false });
  }
  const asked = questionAt(model, from);
  if (!asked) return to({ step: null });
  const chosen = chosenOf(asked, choices);
  if (!skips && chosen.length === 0) return to({ step: from }, true);
  const answered = stateAfter(model, state, { factorId: from, choices: skips ? [] : chosen });
  return { state: answered, error: false };
}

/** Returns the chosen option ids by factor id, as a session stores them (spec §2.5). Open questions are left out. */
export function answersByFactor(
  model: WizardModel,
  optionIds: readonly string[],
): Record<string, string[]> {
  return Object.fromEntries(
    model.questions.map((question) => [question.id, chosenOf(question, optionIds)] as const)
      .filter(([, chosen]) => chosen.length > 0),
  );
}
