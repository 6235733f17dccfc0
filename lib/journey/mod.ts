/**
 * Journey: the wizard's logic, shared by server and browser.
 *
 * - A *wizard model* holds the *questions* of one track, and the rules needed to compute which systems are still *in
 *   play*: those that further answers could still surface.
 * - A *wizard state* is what the wizard's URL holds: the track, the selected options and the current *step*.
 * - A *standing* is the pick so far, and whether open questions can still change it.
 * - A *reason* explains a recommendation by the buyer's own answers.
 *
 * Everything here is pure and imports no packages, so that the server and the browser run the same code; from the
 * catalog it imports only types.
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
export { answersByFactor, submitStep } from "./form.ts";
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
export { labelAnswers, type LabelledAnswer, type Reason, reasonsFor } from "./reasons.ts";
