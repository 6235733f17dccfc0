/**
 * Analysis: shows the authors of rules what their rules do.
 *
 * *Static analysis* (`rules/`) covers every answer set that the buyers of a track can give. An *answer set* answers or
 * skips each question of the track; skipping all of them does not count. The *outcome* of an answer set is its lead
 * and the set of its alternatives. A rule is *unreachable* when no answer set fires it, and *redundant* when no outcome
 * would change without it. Every finding has a *witness*: a smallest answer set that shows it. Figures are exact, not
 * sampled: answers that all rules treat alike are counted together, so that billions of answer sets take about a second.
 * Each analysis has a budget of steps. When it is spent, the analysis stops and reports where.
 *
 * A *simulation* (`simulation/`) explains the outcome of one set of answers: the rules that fired and the fate of each
 * of their outcomes, the rules that nearly fired, the requirements of each answer, and the ranking of the systems. It
 * can also run with a rule enabled or disabled, or with an unsaved draft, and show the *difference*.
 *
 * A *scenario* is a stored set of answers with the system that staff expect to lead. Running the scenarios before and
 * after an edit shows which of them the edit *breaks*.
 *
 * A *replay* runs changed rules over answers that buyers gave, and counts the picks that would change.
 */
export { compareOutcomes, type NoComparison, type OutcomeComparison } from "./rules/compare.ts";
export { type Analyst, createAnalyst, type RuleTrial } from "./rules/analyst.ts";
export { divideAnswers, type OptionTest } from "./rules/classes.ts";
export { countFindings, type FindingCounts } from "./rules/findings.ts";
export { formatProof } from "./rules/format.ts";
export { type GapCause, type GapFactor } from "./rules/gaps.ts";
export { type Count } from "./rules/measure.ts";
export { proveCatalog } from "./rules/prove.ts";
export { AnalysisError, type AnalysisFault } from "./rules/lane.ts";
export {
  analyzeTrack,
  type Question,
  QUESTIONS,
  type Stop,
  type TrackReport,
} from "./rules/report.ts";
export { type RedundantRule, type UnreachableReason } from "./rules/rules.ts";
export { shareOf } from "./rules/share.ts";
export { decisionList, type DemandingBox } from "./rules/space.ts";
export { type MissedSystem } from "./rules/systems.ts";
export { BudgetSpent, Meter } from "./rules/work.ts";
export {
  type AnswerIssue,
  type Fate,
  type FiredRuleReport,
  simulate,
  type Simulation,
} from "./simulation/simulate.ts";
export { type DemandReport, type RuledOut, type Shortfall } from "./simulation/fall_short.ts";
export { type RankedSystem } from "./simulation/ranking.ts";
export {
  type CannotFire,
  type Fix,
  type NearRule,
  type UnableRule,
} from "./simulation/unfired_rules.ts";
export { differenceOf, formatDifference } from "./simulation/difference.ts";
export { readRuleDraft, type RuleDraftToTry } from "./simulation/draft.ts";
export {
  type Firing,
  firings,
  type GivenAnswers,
  type Replay,
  replay,
  type ReplayedPick,
} from "./simulation/replay.ts";
export { compareSample, drawAnswers, type Sample } from "./simulation/sample.ts";
export { draftsOf, switched, withRule, withRules } from "./simulation/with_rule.ts";
export { type Scenario, scenarioFaults, ScenarioFields } from "./simulation/scenario.ts";
export {
  type Breakages,
  breakages,
  runScenario,
  runScenarios,
  type ScenarioChange,
  type ScenarioRun,
  type ScenarioVerdict,
} from "./simulation/run_scenarios.ts";
export { listScenarios, scenarioEntity, seedWithScenarios } from "./simulation/store.ts";
