/** Counts the findings of a report by kind. */
import type { TrackReport } from "./report.ts";

/** Numbers of findings; `total` is their sum. */
export interface FindingCounts {
  /** Rules that no answer set fires, without those whose questions only other tracks ask. */
  readonly unreachableRules: number;
  /** Rules that fire and never change the outcome. */
  readonly redundantRules: number;
  /** Systems that no buyer of the track can see, without those that only other tracks offer. */
  readonly unreachableSystems: number;
  /** Systems that are never more than an alternative. */
  readonly onlyAlternatives: number;
  /** Number of causes of answer sets without a pick, 0 to 2. */
  readonly gaps: number;
  /** Pairs of rules that compete for the lead with systems of distant tiers. */
  readonly rulesApart: number;
  readonly total: number;
  /** Whether the report stopped early, so that there may be more findings. */
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
