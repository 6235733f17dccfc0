/**
 * Explain: what is said about a result beyond the result itself. Every answer is *met*, *weighed* or *unmet*; open
 * questions that cannot change the pick may be left; a *counterfactual* is the smallest change of answers that leads to
 * another system; a *receipt* says what an over-specified pick has beyond what would do.
 */
export { explain, type Outlook, outlook } from "./explain.ts";
export { explained } from "./remembered.ts";
export { givesUp } from "./loss.ts";
export { type Purpose, purposeOf } from "./purpose.ts";
export { explainRules, type NamedSystem, type RuleExplanation } from "./rules.ts";
export type { Shortfall } from "./shortfall.ts";
export { tradeOffOf } from "./trade_off.ts";
export { AnswerVerdict, Explanation } from "./schema.ts";
