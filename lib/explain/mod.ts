/**
 * Explain: why a result is what it is, beyond the result itself. The **pick** is the recommended system.
 *
 * - Each selected option has a **verdict**: *met*, *weighed* or *unmet*.
 * - The **outlook** says which open questions can still change the pick, and whether the buyer may stop answering.
 * - A **counterfactual** is the smallest change of answers that leads to another system.
 * - A **receipt** lists the attributes in which an over-specified pick differs from the cheapest sufficient system.
 *
 * The outlook and the counterfactuals are computed from the track's decision list: **boxes** in order of precedence,
 * each a set of answer sets with the system that it puts forward. Everything here is a pure function of catalog and
 * answers.
 */
export { explain, outlook } from "./explain.ts";
export { explained } from "./remembered.ts";
export { givesUp } from "./loss.ts";
export { purposeOf } from "./purpose.ts";
export { explainRules } from "./rules.ts";
export { tradeOffOf } from "./trade_off.ts";
export { shortfall } from "./verdicts.ts";
export { Explanation } from "./schema.ts";
