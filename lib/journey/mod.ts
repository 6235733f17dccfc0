/**
 * Journey: a buyer's way through the questions, and the telling of where it led.
 *
 * A *wizard model* holds one track's *questions* and what it takes to know which systems are still *in
 * play*. A *wizard state* is the address of a *step*: the track, the selected options and the question
 * at hand. Everything here is pure and free of packages, so that the server and the browser run the same
 * code and the browser loads little of it; of the catalog it imports types alone.
 */
export {
  askedFactors,
  buildWizardModel,
  type Choice,
  isEverythingAnswered,
  type Question,
  type WizardModel,
} from "./model.ts";
export type { Standing } from "./standing.ts";
export { type Shortlist, shortlist, systemsInPlay } from "./in_play.ts";
export {
  CHECK_STEP,
  formatAnswers,
  formatWizardState,
  parseWizardState,
  TRACK_STEP,
  type WizardState,
} from "./state.ts";
export { answersByFactor, type StepOutcome, submitStep, type SubmittedStep } from "./form.ts";
export {
  answer,
  chosenLabels,
  chosenOf,
  previousStep,
  progressText,
  questionAt,
  readAnswers,
  resolveStep,
  stateAfter,
  withLaterAnswers,
} from "./steps.ts";
export {
  labelAnswers,
  type LabelledAnswer,
  type MetRequirement,
  metRequirements,
  type Reason,
  reasonsFor,
} from "./reasons.ts";
