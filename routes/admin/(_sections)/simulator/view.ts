/** Builds the view of the simulator: the simulation before and after the changes under trial. */
import { prepareSnapshot, type Rule, type Snapshot } from "@/lib/catalog/mod.ts";
import {
  type Breakages,
  breakages,
  differenceOf,
  draftsOf,
  formatDifference,
  type RuleDraftToTry,
  runScenarios,
  type Scenario,
  type ScenarioRun,
  simulate,
  type Simulation,
  switched as switchRule,
  withRules,
} from "@/lib/analysis/mod.ts";
import type { SimulatorState } from "./state.ts";

/** A draft that the rule editor sent. */
export interface GivenDraft extends RuleDraftToTry {
  /** The posted JSON, returned to the editor unchanged. */
  readonly text: string;
}

/** A rule that is switched for the trial. */
interface SwitchedRule {
  readonly rule: Rule;
  readonly to: "on" | "off";
}

/** The changes under trial and their effect. */
export interface Trial {
  readonly before: Simulation;
  readonly after: Simulation;
  /** Sentences; empty when nothing changes. */
  readonly difference: readonly string[];
  /** Whether buyers with these answers get the same result. */
  readonly same: boolean;
  /** Names of the draft systems that count as published. */
  readonly asIfPublished: readonly string[];
  readonly scenarios: Breakages;
}

/** Everything that the page shows. */
export interface SimulatorView {
  readonly state: SimulatorState;
  /** The catalog behind the shown result. */
  readonly snapshot: Snapshot;
  readonly simulation: Simulation;
  readonly draft: GivenDraft | null;
  readonly switched: readonly SwitchedRule[];
  /** Ids in `on` and `off` that name no rule. */
  readonly unknownRules: readonly string[];
  /** Null without changes under trial. */
  readonly trial: Trial | null;
  /** All scenarios, run against {@linkcode SimulatorView.snapshot}. */
  readonly runs: readonly ScenarioRun[];
}

/**
 * Simulates a state. Without a draft, the switched rules are the change under trial. With a draft, the draft is the
 * change, and the switched rules apply both before and after it.
 */
export async function viewSimulation(
  stored: Snapshot,
  { state, draft, scenarios }: {
    state: SimulatorState;
    draft: GivenDraft | null;
    scenarios: readonly Scenario[];
  },
): Promise<SimulatorView> {
  const { optionIds, track } = state;
  const { switched, unknownRules } = switchRules(stored, state);
  const turnedRules = switched.map(({ rule, to }) => switchRule(rule, to === "on"));
  const tried = draft ? [...turnedRules, draft.rule] : turnedRules;
  const turned = await withRules(stored, turnedRules);
  const before = draft ? turned : stored;
  await prepareSnapshot(before);
  const after = draft ? await withRules(turned, [draft.rule]) : turned;
  const isTried = draft !== null || switched.length > 0;
  const answers = { optionIds, track };
  const now = simulate(before, answers);
  const then = isTried ? simulate(after, answers) : now;
  const difference = differenceOf(now.selection, then.selection);
  const showsBefore = isTried && state.before;
  return {
    state,
    snapshot: showsBefore ? before : after,
    simulation: showsBefore ? now : then,
    draft,
    switched,
    unknownRules,
    trial: isTried
      ? {
        before: now,
        after: then,
        difference: formatDifference(difference, after),
        same: difference.same,
        asIfPublished: [
          ...new Set(
            tried.flatMap((rule) => draftsOf(stored.catalog, rule).map(({ name }) => name)),
          ),
        ],
        scenarios: await breakages(before, after, scenarios),
      }
      : null,
    runs: await runScenarios(showsBefore ? before : after, scenarios),
  };
}

/** Returns the rules to switch, and the ids that name none. */
function switchRules(
  { catalog: { rules } }: Snapshot,
  { on, off }: SimulatorState,
): { switched: SwitchedRule[]; unknownRules: string[] } {
  const wanted = new Map<string, "on" | "off">([
    ...off.map((id) => [id, "off"] as const),
    ...on.map((id) => [id, "on"] as const),
  ]);
  return {
    switched: rules.flatMap((rule) => {
      const to = wanted.get(rule.id);
      return to ? [{ rule, to }] : [];
    }),
    unknownRules: [...wanted.keys()].filter((id) => !rules.some((rule) => rule.id === id)),
  };
}
