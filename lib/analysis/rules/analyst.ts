/** Who analyzes rules for staff, on threads of their own, so that buyers are answered meanwhile. */
import type { Rule, Snapshot } from "../../catalog/mod.ts";
import type { NoComparison, OutcomeComparison } from "./compare.ts";
import { AnalysisError, type AnalysisFault, Lane, type LaneOptions } from "./lane.ts";
import type { TrackReport } from "./report.ts";

/** A rule as it would be, on one track. */
export interface RuleTrial {
  readonly rule: Rule;
  readonly track: string | null;
  /** Steps of counting that it may take. */
  readonly budget: number;
}

/** Analyses that take long. Each throws an {@linkcode AnalysisError} where it is not finished. */
export interface Analyst {
  /**
   * The report on a live track, or on the default one for `null`. It is made once for a snapshot and kept as
   * long; whoever asks meanwhile waits for the same run. A run on an older version is given up.
   */
  report(snapshot: Snapshot, track: string | null): Promise<TrackReport>;
  /** What a rule would change, in place of the stored one of its id or added. */
  trial(snapshot: Snapshot, trial: RuleTrial): Promise<OutcomeComparison | NoComparison>;
  /** Ends what runs. */
  close(): void;
}

/** Where an analyst gets its threads from, and who is told what went wrong. */
export interface AnalystOptions extends LaneOptions {
  /** Told of runs that took too long or failed. */
  readonly onFault?: (error: AnalysisError) => void;
}

/** Longest that a trial may take, for somebody sits and waits for it. */
const TRIAL_LIMIT_MS = 60_000;

/** Makes an analyst. Reports and trials have a thread each, for nobody tries a rule and waits for a report first. */
export function createAnalyst({ onFault, ...options }: AnalystOptions = {}): Analyst {
  const reporting = new Lane(options);
  const trying = new Lane({ limitMs: TRIAL_LIMIT_MS, ...options });
  const remembered = new WeakMap<Snapshot, Map<string | null, Promise<TrackReport>>>();

  async function run(snapshot: Snapshot, track: string | null): Promise<TrackReport> {
    const finding = await reporting.run(snapshot, { kind: "report", track });
    if (finding.kind !== "report") throw new AnalysisError("crashed", "another finding than asked");
    return finding.report;
  }

  async function compare(
    snapshot: Snapshot,
    trial: RuleTrial,
  ): Promise<OutcomeComparison | NoComparison> {
    const finding = await trying.run(snapshot, { kind: "trial", ...trial });
    if (finding.kind !== "trial") throw new AnalysisError("crashed", "another finding than asked");
    return finding.outcome;
  }

  /** Tells of what should not be; a run that is not wanted any more is no fault. */
  function tell(error: unknown): AnalysisFault | null {
    if (!(error instanceof AnalysisError)) return null;
    if (error.fault === "timed_out" || error.fault === "crashed") onFault?.(error);
    return error.fault;
  }

  return {
    report(snapshot, track) {
      const reports = remembered.get(snapshot) ?? new Map<string | null, Promise<TrackReport>>();
      remembered.set(snapshot, reports);
      const known = reports.get(track);
      if (known) return known;
      reporting.supersede(snapshot.version);
      const report = run(snapshot, track);
      reports.set(track, report);
      report.catch((error) => {
        // What took too long once would again; all else may go better.
        if (tell(error) !== "timed_out") reports.delete(track);
      });
      return report;
    },
    trial(snapshot, trial) {
      const outcome = compare(snapshot, trial);
      outcome.catch(tell);
      return outcome;
    },
    close() {
      reporting.close();
      trying.close();
    },
  };
}
