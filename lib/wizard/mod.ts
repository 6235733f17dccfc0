/**
 * Wizard: the server's side of the questions. The journey itself is pure and runs in the browser too;
 * here it meets the catalog that is live and the session that remembers.
 */
export { type KeptJourney, keptJourney } from "./kept.ts";
export { knownMark, withAnswersSince } from "./later.ts";
export { wizardModel } from "./models.ts";
export { StepForm } from "./schema.ts";
export { standingOf } from "./standing.ts";
