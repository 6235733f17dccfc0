/** Steps of the wizard, and the effect of an answer. */
import type { Question, WizardModel } from "./model.ts";
import { CHECK_STEP, type WizardState } from "./state.ts";

/** Returns the question of a step; undefined for the check step and for steps that the track does not have. */
export function questionAt(model: WizardModel, step: string | null): Question | undefined {
  return model.questions.find(({ id }) => id === step);
}

function placeOf(model: WizardModel, step: string): number {
  return model.questions.findIndex(({ id }) => id === step);
}

/** Resolves the step of a state: its own if valid, else the first open question, else the check step. */
export function resolveStep(model: WizardModel, { step, optionIds }: WizardState): string {
  if (step === CHECK_STEP || questionAt(model, step)) return step ?? CHECK_STEP;
  const open = model.questions.find(({ options }) =>
    !options.some(({ id }) => optionIds.includes(id))
  );
  return open?.id ?? CHECK_STEP;
}

/** Returns the next question; the check step after the last. */
export function nextStep(model: WizardModel, step: string): string {
  const place = placeOf(model, step);
  return place === -1 ? CHECK_STEP : model.questions[place + 1]?.id ?? CHECK_STEP;
}

/** Returns the previous step; null at the first question. */
export function previousStep(model: WizardModel, step: string): string | null {
  const place = step === CHECK_STEP ? model.questions.length : placeOf(model, step);
  return model.questions[place - 1]?.id ?? null;
}

/** Returns the labels of a question's answer, in the order in which they are offered; none while it is open. */
export function chosenLabels(question: Question, optionIds: readonly string[]): string[] {
  const chosen = chosenOf(question, optionIds);
  return question.options.flatMap(({ id, label }) => chosen.includes(id) ? label : []);
}

/** Returns the position of a question as text; null for a step that is not a question. */
export function progressText(model: WizardModel, step: string): string | null {
  const place = placeOf(model, step);
  return place === -1 ? null : `Question ${place + 1} of about ${model.questions.length}`;
}

/** Answers that are valid for a model, and the ids that are not. */
export interface ReadAnswers {
  /** In question order; only the first choice of a single-choice question. */
  optionIds: string[];
  /** The other ids: those that the track does not ask, and further choices of single-choice questions. */
  dropped: string[];
}

/** Validates selected options against a model. */
export function readAnswers(model: WizardModel, optionIds: readonly string[]): ReadAnswers {
  const kept = model.questions.flatMap((question) => chosenOf(question, optionIds));
  return { optionIds: kept, dropped: optionIds.filter((id) => !kept.includes(id)) };
}

/** Returns the selected options of a question; only the first given one of a single-choice question. */
export function chosenOf({ options, multiple }: Question, optionIds: readonly string[]): string[] {
  const offered = options.map(({ id }) => id);
  if (multiple) return offered.filter((id) => optionIds.includes(id));
  return optionIds.filter((id) => offered.includes(id)).slice(0, 1);
}

/** A new answer to a question; no choices clear it. */
interface NewAnswer {
  factorId: string;
  choices: readonly string[];
}

/**
 * Replaces the answer of one question and keeps every other valid one. Choices that the question does not offer are
 * ignored.
 */
export function answer(
  model: WizardModel,
  optionIds: readonly string[],
  { factorId, choices }: NewAnswer,
): ReadAnswers {
  const question = questionAt(model, factorId);
  const own = question?.options.map(({ id }) => id) ?? [];
  const others = optionIds.filter((id) => !own.includes(id));
  return readAnswers(model, [...others, ...choices.filter((id) => own.includes(id))]);
}

/**
 * Returns the answers of a URL, completed with answers from `given` to questions that it leaves open. A buyer who goes
 * back to an early question has a URL without the later answers.
 */
export function withLaterAnswers(
  model: WizardModel,
  optionIds: readonly string[],
  given: readonly string[],
): string[] {
  return model.questions.flatMap((question) => {
    const chosen = chosenOf(question, optionIds);
    return chosen.length > 0 ? chosen : chosenOf(question, given);
  });
}

/** Returns the state after an answer: at the next step, or back at the check step if the buyer came from there. */
export function stateAfter(
  model: WizardModel,
  { optionIds, returning }: Pick<WizardState, "optionIds" | "returning">,
  given: NewAnswer,
): WizardState {
  return {
    track: model.track,
    optionIds: answer(model, optionIds, given).optionIds,
    step: returning ? CHECK_STEP : nextStep(model, given.factorId),
    returning: false,
  };
}
