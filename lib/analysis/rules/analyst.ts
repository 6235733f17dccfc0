/** The analyst: runs long analyses for staff on worker threads, so that the main thread keeps answering buyers. */
import type { Rule, Snapshot } from "@/lib/catalog/mod.ts";
import type { NoComparison, OutcomeComparison } from "./compare.ts";
import { AnalysisError, type AnalysisFault, Lane, type LaneOptions } from "./lane.ts";
import type { TrackReport } from "./report.ts";

/** A rule to try out on one track. */
export interface RuleTrial {
  readonly rule: Rule;
  readonly track: string | null;
  /** Budget of counting steps. */
  readonly budget: number;
}

/** Runs long analyses. They reject with an {@linkcode AnalysisError} when the analysis does not finish. */
export interface Analyst {
  /**
   * Reports on a live track, or on the default rule set for `null`. Each report is computed once per snapshot and
   * cached with it; concurrent callers share one run. A new report cancels runs on older catalog versions.
   */
  report(snapshot: Snapshot, track: string | null): Promise<TrackReport>;
  /** Returns how long the last report on a track took, on whatever snapshot, in milliseconds; null before the first. */
  tookMs(track: string | null): number | null;
  /**
   * Compares a track before and after a rule is added, or replaces the stored rule with the same id. A new trial
   * cancels trials on older catalog versions, and an abort of `signal` cancels this one.
   */
  trial(
    snapshot: Snapshot,
    trial: RuleTrial,
    signal?: AbortSignal,
  ): Promise<OutcomeComparison | NoComparison>;
  /** Stops all runs; they reject with the fault `stopped`. */
  close(): void;
}

/** Options of the worker lanes, and a listener for faults. */
interface AnalystOptions extends LaneOptions {
  /** Called for each run that timed out or crashed. */
  readonly onFault?: (error: AnalysisError) => void;
}

/** Time limit of a trial: short, because somebody is waiting for it. */
const TRIAL_LIMIT_MS = 60_000;

/** Creates an analyst. Reports and trials run on separate threads, so that a trial never waits for a report. */
export function createAnalyst({ onFault, ...options }: AnalystOptions = {}): Analyst {
  const reporting = new Lane(options);
  const trying = new Lane({ limitMs: TRIAL_LIMIT_MS, ...options });
  const remembered = new WeakMap<Snapshot, Map<string | null, Promise<TrackReport>>>();

  const times = new Map<string | null, number>();

  async function run(snapshot: Snapshot, track: string | null): Promise<TrackReport> {
    const start = performance.now();
    const finding = await reporting.run(snapshot, { kind: "report", track });
    if (finding.kind !== "report") throw new AnalysisError("crashed", "another finding than asked");
    times.set(track, performance.now() - start);
    return finding.report;
  }

  async function compare(
    snapshot: Snapshot,
    trial: RuleTrial,
    signal?: AbortSignal,
  ): Promise<OutcomeComparison | NoComparison> {
    trying.supersede(snapshot.version);
    const finding = await trying.run(snapshot, { kind: "trial", ...trial }, signal);
    if (finding.kind !== "trial") throw new AnalysisError("crashed", "another finding than asked");
    return finding.outcome;
  }

  /** Reports a timeout or crash to `onFault`, and returns the fault. A cancelled run is not reported. */
  function reportFault(error: unknown): AnalysisFault | null {
    if (!(error instanceof AnalysisError)) return null;
    if (error.fault === "timed_out" || error.fault === "crashed") onFault?.(error);
    return error.fault;
  }

  return {
    report(snapshot, track) {
      const reports = remembered.getOrInsertComputed(snapshot, () => new Map());
      const known = reports.get(track);
      if (known) return known;
      reporting.supersede(snapshot.version);
      const report = run(snapshot, track);
      reports.set(track, report);
      report.catch((error) => {
        // Keep a timeout, because a second run would time out too. Other faults may be retried.
        if (reportFault(error) !== "timed_out") reports.delete(track);
      });
      return report;
    },
    tookMs: (track) => times.get(track) ?? null,
    trial(snapshot, trial, signal) {
      const outcome = compare(snapshot, trial, signal);
      outcome.catch(reportFault);
      return outcome;
    },
    close() {
      reporting.close();
      trying.close();
    },
  };
}
