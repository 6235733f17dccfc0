/** Tasks and replies of the analyst's worker, as plain data that can cross threads. */
import type { Rule, Snapshot } from "@/lib/catalog/mod.ts";
import { withRule } from "../simulation/with_rule.ts";
import { compareOutcomes, type NoComparison, type OutcomeComparison } from "./compare.ts";
import { analyzeTrack, type TrackReport } from "./report.ts";

/** An analysis of one catalog. `trial` compares the catalog with itself after a rule is added or replaced. */
export type Task =
  | { readonly kind: "report"; readonly track: string | null }
  | {
    readonly kind: "trial";
    readonly track: string | null;
    readonly rule: Rule;
    readonly budget: number;
  };

/** The result of a task of the same kind. */
export type Finding =
  | { readonly kind: "report"; readonly report: TrackReport }
  | { readonly kind: "trial"; readonly outcome: OutcomeComparison | NoComparison };

/** A task with its catalog as JSON, because a string crosses threads several times as fast as objects. */
export interface Order {
  readonly id: number;
  /** Null to use the catalog of the previous order. */
  readonly catalog: string | null;
  readonly task: Task;
}

/** The worker's reply to the order of the same id. */
export type Reply =
  & { readonly id: number }
  & ({ readonly finding: Finding } | { readonly failure: string });

/** Runs a task on a snapshot. */
export async function perform(snapshot: Snapshot, task: Task): Promise<Finding> {
  const { track } = task;
  if (task.kind === "report") {
    return { kind: "report", report: await analyzeTrack(snapshot, track) };
  }
  const { rule, budget } = task;
  const after = withRule(snapshot, rule);
  return { kind: "trial", outcome: await compareOutcomes(snapshot, after, track, { budget }) };
}
