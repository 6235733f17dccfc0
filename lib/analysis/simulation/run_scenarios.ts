/** Runs scenarios: checks whether the selection still recommends the expected systems. */
import type { Snapshot } from "@/lib/catalog/mod.ts";
import { type Answers, select } from "@/lib/selection/mod.ts";
import { inTurns, type Steps } from "@/lib/timing/mod.ts";
import type { Scenario } from "./scenario.ts";

/** The verdict on a scenario. `cannot-run` means that its track, an answer or its system is no longer on offer. */
export type ScenarioVerdict = "passes" | "breaks" | "cannot-run";

/** A record that a scenario names and that is no longer on offer. */
interface MissingRecord {
  readonly kind: "track" | "option" | "system";
  readonly id: string;
}

/** The result of running a scenario. */
export interface ScenarioRun {
  readonly scenario: Scenario;
  readonly verdict: ScenarioVerdict;
  /** The current lead; null when nothing is recommended. */
  readonly actualSystemId: string | null;
  /** Empty unless the verdict is `cannot-run`. */
  readonly missing: readonly MissingRecord[];
}

/** A scenario with its runs before and after an edit. */
export interface ScenarioChange {
  readonly scenario: Scenario;
  readonly before: ScenarioRun;
  readonly after: ScenarioRun;
}

/** The scenarios whose verdict an edit changes. */
export interface Breakages {
  /** Scenarios that passed before the edit and do not pass after it. */
  readonly broken: readonly ScenarioChange[];
  /** Scenarios that pass after the edit and did not pass before it. */
  readonly mended: readonly ScenarioChange[];
}

/** Returns the answers of a scenario, in the form that the engine takes. */
function answersOf({ trackId, optionIds }: Scenario): Answers {
  return { track: trackId, optionIds };
}

/** Runs one scenario and compares the lead with the expected system. */
export function runScenario(snapshot: Snapshot, scenario: Scenario): ScenarioRun {
  const missing = missingRecords(snapshot, scenario);
  const actualSystemId = select(snapshot, answersOf(scenario)).lead?.systemId ?? null;
  const passes = actualSystemId === scenario.expectedSystemId;
  const verdict = missing.length > 0 ? "cannot-run" : passes ? "passes" : "breaks";
  return { scenario, verdict, actualSystemId, missing };
}

/** Runs scenarios in order. Yields to the event loop between them, because their number is not limited. */
export async function runScenarios(
  snapshot: Snapshot,
  scenarios: readonly Scenario[],
): Promise<ScenarioRun[]> {
  return await inTurns(runEach(snapshot, scenarios));
}

function* runEach(snapshot: Snapshot, scenarios: readonly Scenario[]): Steps<ScenarioRun[]> {
  const runs: ScenarioRun[] = [];
  for (const scenario of scenarios) {
    runs.push(runScenario(snapshot, scenario));
    yield;
  }
  return runs;
}

/** Returns which scenarios an edit breaks and which it mends; `before` and `after` are the catalog around the edit. */
export async function breakages(
  before: Snapshot,
  after: Snapshot,
  scenarios: readonly Scenario[],
): Promise<Breakages> {
  const then = await runScenarios(after, scenarios);
  const changes = (await runScenarios(before, scenarios)).flatMap(
    (run, place): ScenarioChange[] => {
      const next = then[place];
      return next ? [{ scenario: run.scenario, before: run, after: next }] : [];
    },
  );
  const passed = (run: ScenarioRun) => run.verdict === "passes";
  return {
    broken: changes.filter(({ before, after }) => passed(before) && !passed(after)),
    mended: changes.filter(({ before, after }) => !passed(before) && passed(after)),
  };
}

function missingRecords(
  { tracks, factorIdByOptionId, systemById }: Snapshot,
  { trackId, optionIds, expectedSystemId }: Scenario,
): MissingRecord[] {
  const missing: MissingRecord[] = optionIds.filter((id) => !factorIdByOptionId.has(id))
    .map((id) => ({ kind: "option", id }));
  if (trackId !== null && !tracks.some(({ id }) => id === trackId)) {
    missing.unshift({ kind: "track", id: trackId });
  }
  if (expectedSystemId !== null && !systemById.has(expectedSystemId)) {
    missing.push({ kind: "system", id: expectedSystemId });
  }
  return missing;
}
