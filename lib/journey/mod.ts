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
  type Question,
  type RequirementCheck,
  type WizardModel,
} from "./model.ts";
export { countInPlay, systemsInPlay } from "./in_play.ts";
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
  chosenOf,
  type NewAnswer,
  nextStep,
  previousStep,
  progressText,
  questionAt,
  type ReadAnswers,
  readAnswers,
  resolveStep,
} from "./steps.ts";
export {
  type AnswerInWords,
  answersInWords,
  type MetRequirement,
  metRequirements,
  type Reason,
  reasonsFor,
} from "./reasons.ts";
