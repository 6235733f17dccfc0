/**
 * Wizard: the server side of the questions. It combines the pure logic of the journey room with the live catalog and
 * the session: models by track, saved progress, and the standing of the answers.
 */
export { type KeptJourney, keptJourney } from "./kept.ts";
export { knownMark, withAnswersSince } from "./later.ts";
export { wizardModel } from "./models.ts";
export { StepForm } from "./schema.ts";
export { standingOf } from "./standing.ts";
