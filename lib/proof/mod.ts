/**
 * Proof: what is so of a catalog's rules, over every answer set that buyers can give.
 *
 * An *answer set* answers each question of a track or skips it, and not all are skipped. The *outcome* of an
 * answer set is its lead and the set of its alternatives. A rule is *silent* when no answer set fires
 * it, and *idle* when no outcome would change without it. Every finding comes with a *witness*, a smallest
 * answer set that shows it. Nothing is sampled: answers that all rules treat alike are counted together, so
 * that billions of answer sets take a second, and an analysis that would take much longer stops and
 * says where.
 */
export {
  compareOutcomes,
  type LeadMove,
  type NoComparison,
  type OutcomeComparison,
} from "./compare.ts";
export { type Analyst, createAnalyst, type RuleTrial } from "./analyst.ts";
export { type RulesApart } from "./apart.ts";
export { type Demand, divideAnswers } from "./classes.ts";
export { countFindings, type FindingCounts } from "./findings.ts";
export { formatProof } from "./format.ts";
export { type GapCause, type GapFactor, type Gaps } from "./gaps.ts";
export { type LeadShare } from "./leads.ts";
export { type Count } from "./measure.ts";
export { type CatalogProof, proveCatalog } from "./prove.ts";
export { AnalysisError, type AnalysisFault } from "./lane.ts";
export { analyzeTrack, type Question, QUESTIONS, type Stop, type TrackReport } from "./report.ts";
export { type IdleRule, type Silence, type SilentRule } from "./rules.ts";
export { shareOf } from "./share.ts";
export { decisionList, type DemandingBox } from "./space.ts";
export { type MissedSystem } from "./systems.ts";
export { BudgetSpent, Meter } from "./work.ts";
