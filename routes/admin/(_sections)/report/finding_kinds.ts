/** Labels of the findings of a rule report. */
import type { FindingCounts } from "@/lib/analysis/mod.ts";
import { formatCount } from "@/lib/text/mod.ts";

/** A kind of finding with its count. */
export interface FindingKind {
  /** Element id of its section on the report page. */
  readonly id: string;
  readonly count: number;
  /** Count and label: "2 rules that never fire". */
  readonly text: string;
}

/** Returns the kinds with at least one finding, the most severe first. */
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
      "pair of rules that prefer distant tiers",
      "pairs of rules that prefer distant tiers",
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
    text: `${formatCount(count)} ${count === 1 ? one : many}`,
  }));
}
