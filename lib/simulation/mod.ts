/**
 * Simulation: what answers lead to and why, told in full to those who write the rules.
 *
 * A *simulation* takes a buyer's answers apart: the rules that fired and what each of their outcomes came
 * to, those that nearly fired, what each answer requires, and what made the lead the lead. It can be done
 * as well with a rule that is switched, or not saved yet, and the *difference* told.
 *
 * A *scenario* is answers that staff keep with the system they expect to lead. Running them before and
 * after an edit shows what it would *break*.
 *
 * A *replay* runs changed rules over answers that buyers really gave, and tells which picks would have been others.
 */
export {
  type AnswerIssue,
  type Fate,
  type FiredRuleReport,
  type NoPick,
  simulate,
  type Simulation,
} from "./simulate.ts";
export {
  type Demand,
  type DemandReport,
  type IdleDemand,
  type NamedAttribute,
  type RuledOut,
  type Shortfall,
} from "./fall_short.ts";
export { type RankedSystem, type RankKey, type Standing, type Surfacing } from "./ranking.ts";
export {
  type CannotFire,
  type Fix,
  type NearRule,
  type SilentRules,
  type UnableRule,
} from "./silent_rules.ts";
export { type Difference, differenceInWords, differenceOf } from "./difference.ts";
export { readRuleDraft, type RuleDraftToTry } from "./draft.ts";
export {
  type Firing,
  firings,
  type GivenAnswers,
  type Replay,
  replay,
  type ReplayedPick,
} from "./replay.ts";
export { switched, withRule, withRules, withRuleSwitched } from "./with_rule.ts";
export {
  MAX_SCENARIO_NAME,
  MAX_SCENARIO_OPTIONS,
  type Scenario,
  scenarioFaults,
  ScenarioFields,
} from "./scenario.ts";
export {
  answersOf,
  type Breakages,
  breakages,
  type MissingRecord,
  runScenario,
  runScenarios,
  type ScenarioChange,
  type ScenarioRun,
  type ScenarioVerdict,
} from "./run_scenarios.ts";
export { listScenarios, scenarioEntity, seedWithScenarios } from "./store.ts";
