/** Whether the selection still does what scenarios expect of it. */
import { inTurns, type Snapshot, type Steps } from "../../catalog/mod.ts";
import { type Answers, select } from "../../selection/mod.ts";
import type { Scenario } from "./scenario.ts";

/** How a scenario fares; one whose answers or system are no longer on offer tells nothing. */
export type ScenarioVerdict = "passes" | "breaks" | "cannot-run";

/** Something that a scenario names and that is no longer on offer. */
export interface MissingRecord {
  readonly kind: "track" | "option" | "system";
  readonly id: string;
}

/** What a scenario came to. */
export interface ScenarioRun {
  readonly scenario: Scenario;
  readonly verdict: ScenarioVerdict;
  /** The present lead; null when nothing is recommended. */
  readonly actualSystemId: string | null;
  /** Empty unless it cannot be run. */
  readonly missing: readonly MissingRecord[];
}

/** A scenario that fares differently with an edit. */
export interface ScenarioChange {
  readonly scenario: Scenario;
  readonly before: ScenarioRun;
  readonly after: ScenarioRun;
}

/** What an edit does to scenarios. */
export interface Breakages {
  /** Those that passed and no longer do. */
  readonly broken: readonly ScenarioChange[];
  /** Those that pass now and did not. */
  readonly mended: readonly ScenarioChange[];
}

/** The answers that a scenario stands for. */
export function answersOf({ trackId, optionIds }: Scenario): Answers {
  return { track: trackId, optionIds };
}

/** Runs a scenario. */
export function runScenario(snapshot: Snapshot, scenario: Scenario): ScenarioRun {
  const missing = missingRecords(snapshot, scenario);
  const actualSystemId = select(snapshot, answersOf(scenario)).lead?.systemId ?? null;
  const passes = actualSystemId === scenario.expectedSystemId;
  const verdict = missing.length > 0 ? "cannot-run" : passes ? "passes" : "breaks";
  return { scenario, verdict, actualSystemId, missing };
}

/** Runs scenarios, in their order; lets the event loop turn on the way, for there is no end to how many are kept. */
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

/** Which scenarios an edit would break, and which it would mend. */
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
