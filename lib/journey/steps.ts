/** Moving through the questions, and what an answer changes. */
import type { Question, WizardModel } from "./model.ts";
import { CHECK_STEP, type WizardState } from "./state.ts";

/** The question of a step; none for the check and for steps that the track does not have. */
export function questionAt(model: WizardModel, step: string | null): Question | undefined {
  return model.questions.find(({ id }) => id === step);
}

/** The step an address means: its own, else the first question that is still open, else the check. */
export function resolveStep(model: WizardModel, { step, optionIds }: WizardState): string {
  if (step === CHECK_STEP || questionAt(model, step)) return step ?? CHECK_STEP;
  const open = model.questions.find(({ options }) =>
    !options.some(({ id }) => optionIds.includes(id))
  );
  return open?.id ?? CHECK_STEP;
}

/** The step after one: the next question, and after the last one the check. */
export function nextStep(model: WizardModel, step: string): string {
  const place = model.questions.findIndex(({ id }) => id === step);
  return place === -1 ? CHECK_STEP : model.questions[place + 1]?.id ?? CHECK_STEP;
}

/** The step before one; null at the first question. */
export function previousStep(model: WizardModel, step: string): string | null {
  if (step === CHECK_STEP) return model.questions.at(-1)?.id ?? null;
  const place = model.questions.findIndex(({ id }) => id === step);
  return model.questions[place - 1]?.id ?? null;
}

/** The labels of a question's answer, in the order they are offered; none while it is open. */
export function chosenLabels(question: Question, optionIds: readonly string[]): string[] {
  const chosen = chosenOf(question, optionIds);
  return question.options.filter(({ id }) => chosen.includes(id)).map(({ label }) => label);
}

/** Where a step stands among the questions, in words; null for a step that is no question. */
export function progressText(model: WizardModel, step: string): string | null {
  const place = model.questions.findIndex(({ id }) => id === step);
  return place === -1 ? null : `Question ${place + 1} of about ${model.questions.length}`;
}

/** Answers as a model knows them, and the ids it does not. */
export interface ReadAnswers {
  /** In the order of the questions; of a single-choice question the first choice alone. */
  optionIds: string[];
  /** What was left out: ids that the track does not ask, and second choices where one is taken. */
  dropped: string[];
}

/** Reads selected options against a model. */
export function readAnswers(model: WizardModel, optionIds: readonly string[]): ReadAnswers {
  const kept = model.questions.flatMap((question) => chosenOf(question, optionIds));
  const dropped = optionIds.filter((id) => !kept.includes(id));
  return { optionIds: kept, dropped };
}

/** The options of a question among the selected ones; of a single-choice question the first given. */
export function chosenOf({ options, multiple }: Question, optionIds: readonly string[]): string[] {
  const offered = options.map(({ id }) => id);
  if (multiple) return offered.filter((id) => optionIds.includes(id));
  return optionIds.filter((id) => offered.includes(id)).slice(0, 1);
}

/** A question's new answer; no choices take the answer back. */
export interface NewAnswer {
  factorId: string;
  choices: readonly string[];
}

/**
 * Replaces the answer of one question and keeps every other that still applies. Choices that the
 * question does not offer count as none.
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
 * The answers of an address, with those that were given after it: who goes back to an early question finds
 * an address that does not know the later answers yet.
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

/** The state after an answer: at the next step, or back at the check for who came from there. */
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
