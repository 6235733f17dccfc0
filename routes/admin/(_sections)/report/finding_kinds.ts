/** What people read for the findings of a rule report. */
import type { FindingCounts } from "../../../../lib/analysis/mod.ts";

/** A kind of finding that a report has. */
export interface FindingKind {
  /** Of its block on the report's page. */
  readonly id: string;
  readonly count: number;
  /** "2 rules that never fire". */
  readonly text: string;
}

/** The kinds that a report has findings of, the gravest first. */
export function findingKinds(counts: FindingCounts): FindingKind[] {
  const kinds: [id: string, count: number, one: string, many: string][] = [
    ["gaps", counts.gaps, "kind of answers without a pick", "kinds of answers without a pick"],
    [
      "unreachable",
      counts.unreachableSystems,
      "system that nobody can get",
      "systems that nobody can get",
    ],
    ["never-fires", counts.unreachableRules, "rule that never fires", "rules that never fire"],
    ["redundant", counts.redundantRules, "rule that changes nothing", "rules that change nothing"],
    [
      "apart",
      counts.rulesApart,
      "pair of rules that pulls apart",
      "pairs of rules that pull apart",
    ],
    [
      "second",
      counts.onlyAlternatives,
      "system that only comes second",
      "systems that only come second",
    ],
  ];
  return kinds.filter(([, count]) => count > 0).map(([id, count, one, many]) => ({
    id,
    count,
    text: `${count} ${count === 1 ? one : many}`,
  }));
}
