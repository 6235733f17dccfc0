/** How many findings of each kind a report has. */
import type { TrackReport } from "./report.ts";

/** Numbers of findings; `total` is their sum. */
export interface FindingCounts {
  /** Rules that no answers fire; those that wait for questions of other tracks are none. */
  readonly unreachableRules: number;
  /** Rules that fire and never change the outcome. */
  readonly redundantRules: number;
  /** Systems that nobody can get; those that only other tracks offer are none. */
  readonly unreachableSystems: number;
  /** Systems that are never more than an alternative. */
  readonly onlyAlternatives: number;
  /** Causes of answer sets without a pick: none, one or two. */
  readonly gaps: number;
  /** Pairs of rules that pull the pick to tiers apart. */
  readonly rulesApart: number;
  readonly total: number;
  /** The report stopped early: there may be more. */
  readonly partial: boolean;
}

/** Counts the findings of a report, as the report's page shows them. */
export function countFindings(report: TrackReport): FindingCounts {
  const { unreachable, redundant, missed, gaps, apart, stopped } = report;
  const counts = {
    unreachableRules: unreachable.filter(({ reason }) => reason !== "elsewhere").length,
    redundantRules: redundant.length,
    unreachableSystems:
      missed.filter(({ reach }) => reach !== "alternative" && reach !== "elsewhere")
        .length,
    onlyAlternatives: missed.filter(({ reach }) => reach === "alternative").length,
    gaps: gaps?.causes.length ?? 0,
    rulesApart: apart.length,
  };
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return { ...counts, total, partial: stopped !== null };
}
