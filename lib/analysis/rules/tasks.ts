/** What the analyst's worker is asked, and what it says. Plain data, for it crosses threads. */
import { compileSnapshot, type Rule, type Snapshot } from "../../catalog/mod.ts";
import { compareOutcomes, type NoComparison, type OutcomeComparison } from "./compare.ts";
import { analyzeTrack, type TrackReport } from "./report.ts";

/** An analysis of one catalog. `trial` compares it with itself as it would be with a rule. */
export type Task =
  | { readonly kind: "report"; readonly track: string | null }
  | {
    readonly kind: "trial";
    readonly track: string | null;
    readonly rule: Rule;
    readonly budget: number;
  };

/** What a task comes to. */
export type Finding =
  | { readonly kind: "report"; readonly report: TrackReport }
  | { readonly kind: "trial"; readonly outcome: OutcomeComparison | NoComparison };

/** A task with its catalog as JSON, which crosses threads several times as fast as the objects do. */
export interface Order {
  readonly id: number;
  /** Null for the catalog of the order before. */
  readonly catalog: string | null;
  readonly task: Task;
}

/** The worker's reply to the order of the same id. */
export type Reply =
  & { readonly id: number }
  & ({ readonly finding: Finding } | { readonly failure: string });

/** Does a task. */
export async function perform(snapshot: Snapshot, task: Task): Promise<Finding> {
  const { track } = task;
  if (task.kind === "report") {
    return { kind: "report", report: await analyzeTrack(snapshot, track) };
  }
  const { rule, budget } = task;
  const { catalog } = snapshot;
  const place = catalog.rules.findIndex(({ id }) => id === rule.id);
  const rules = place < 0 ? [...catalog.rules, rule] : catalog.rules.with(place, rule);
  const after = compileSnapshot({ ...catalog, rules });
  return { kind: "trial", outcome: await compareOutcomes(snapshot, after, track, { budget }) };
}
