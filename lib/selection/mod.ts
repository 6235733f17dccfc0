/**
 * Selection: from a buyer's answers to one right-sized system, with its reasons.
 *
 * The selected *options* fire *rules*; a fired rule *surfaces* systems, each with a role, a rank and an
 * expert's rationale. *Requirements* of the selected options drop the systems that fall short. The best
 * remaining match is the *lead*, and the remaining systems on a strictly lower budget tier are its *alternatives*. A lead
 * with an alternative is *over-specified*: a cheaper system would do.
 *
 * Everything here is a pure function of a catalog snapshot. `select` decides; `lib/recommend` turns the decision into an answer.
 */
export { type Asked, askedByAnswers, hasAsked } from "./asked.ts";
export { answeredFactors } from "./answered.ts";
export { type Broadening, suggestBroadening } from "./broaden.ts";
export { conditionHolds, liveConditions } from "./conditions.ts";
export { NO_ANSWERS } from "./explain.ts";
export { allEvidencePhrases, evidencePhrases, phrasesOf } from "./evidence_phrases.ts";
export { fitsResult, liveAnswers } from "./live_answers.ts";
export { compareStrength } from "./program.ts";
export { meetsRequirements } from "./requirements.ts";
export { FiredRule, OverSpecification, RecommendedSystem } from "./schema.ts";
export { type Answers, type PickedSystem, select, type Selection } from "./select.ts";
export { systemsFailing } from "./requirement_reach.ts";
