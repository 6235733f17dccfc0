/**
 * Analysis: what the rules of a catalog come to, for those who write them.
 *
 * *Rules* (`rules/`) are analysed over every answer set that buyers can give. An *answer set* answers each question of a
 * track or skips it, and not all are skipped. The *outcome* of an answer set is its lead and the set of its alternatives.
 * A rule is *unreachable* when no answer set fires it, and *redundant* when no outcome would change without it. Every finding comes
 * with a *witness*, a smallest answer set that shows it. Nothing is sampled: answers that all rules treat alike are counted
 * together, so that billions of answer sets take a second, and an analysis that would take much longer stops and says where.
 *
 * A *simulation* (`simulation/`) takes one buyer's answers apart: the rules that fired and what each of their outcomes came
 * to, those that nearly fired, what each answer requires, and what made the lead the lead. It can be done
 * as well with a rule that is switched, or not saved yet, and the *difference* is shown.
 *
 * A *scenario* is answers that staff keep with the system they expect to lead. Running them before and
 * after an edit shows what it would *break*.
 *
 * A *replay* runs changed rules over answers that buyers really gave, and says which picks would have been others.
 */
export {
  compareOutcomes,
  type LeadMove,
  type NoComparison,
  type OutcomeComparison,
} from "./rules/compare.ts";
export { type Analyst, createAnalyst, type RuleTrial } from "./rules/analyst.ts";
export { type RulesApart } from "./rules/apart.ts";
export { divideAnswers, type OptionTest } from "./rules/classes.ts";
export { countFindings, type FindingCounts } from "./rules/findings.ts";
export { formatProof } from "./rules/format.ts";
export { type GapCause, type GapFactor, type Gaps } from "./rules/gaps.ts";
export { type LeadShare } from "./rules/leads.ts";
export { type Count } from "./rules/measure.ts";
export { type CatalogProof, proveCatalog } from "./rules/prove.ts";
export { AnalysisError, type AnalysisFault } from "./rules/lane.ts";
export {
  analyzeTrack,
  type Question,
  QUESTIONS,
  type Stop,
  type TrackReport,
} from "./rules/report.ts";
export { type RedundantRule, type UnreachableReason, type UnreachableRule } from "./rules/rules.ts";
export { shareOf } from "./rules/share.ts";
export { decisionList, type DemandingBox } from "./rules/space.ts";
export { type MissedSystem } from "./rules/systems.ts";
export { BudgetSpent, Meter } from "./rules/work.ts";
export {
  type AnswerIssue,
  type Fate,
  type FiredRuleReport,
  type NoPick,
  simulate,
  type Simulation,
} from "./simulation/simulate.ts";
export {
  type Demand,
  type DemandReport,
  type IdleDemand,
  type NamedAttribute,
  type RuledOut,
  type Shortfall,
} from "./simulation/fall_short.ts";
export {
  type RankedSystem,
  type RankKey,
  type Standing,
  type Surfacing,
} from "./simulation/ranking.ts";
export {
  type CannotFire,
  type Fix,
  type NearRule,
  type UnableRule,
  type UnfiredRules,
} from "./simulation/unfired_rules.ts";
export { type Difference, differenceOf, formatDifference } from "./simulation/difference.ts";
export { readRuleDraft, type RuleDraftToTry } from "./simulation/draft.ts";
export {
  type Firing,
  firings,
  type GivenAnswers,
  type Replay,
  replay,
  type ReplayedPick,
} from "./simulation/replay.ts";
export { switched, withRule, withRules, withRuleSwitched } from "./simulation/with_rule.ts";
export { type Scenario, scenarioFaults, ScenarioFields } from "./simulation/scenario.ts";
export {
  type Breakages,
  breakages,
  type MissingRecord,
  runScenario,
  runScenarios,
  type ScenarioChange,
  type ScenarioRun,
  type ScenarioVerdict,
} from "./simulation/run_scenarios.ts";
export { listScenarios, scenarioEntity, seedWithScenarios } from "./simulation/store.ts";
