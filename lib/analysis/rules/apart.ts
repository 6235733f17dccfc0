/** Rules that fire together and pull the pick to tiers apart. */
import type { Rule, Snapshot } from "../../catalog/mod.ts";
import { addCounts, type Count, countAnswers, type Field, NOTHING } from "./measure.ts";
import { intersect } from "./region.ts";
import { findFewest } from "./search.ts";
import type { Box } from "./space.ts";
import { stepsFor, type Work } from "./work.ts";

/** How many steps of the ladder count as apart. One is what alternatives are for. */
const STEPS_APART = 2;

/** Two rules of which one decides the pick, and the other would decide it for a tier far from it. */
export interface RulesApart {
  readonly ruleId: string;
  /** The rule that would decide without the first one. */
  readonly nextRuleId: string;
  readonly count: Count;
  /** The smallest answer set for which they pull apart so. */
  readonly witness: readonly string[];
  /** For the witness: the lead, the lead without the first rule, and how many steps that is higher. */
  readonly systemId: string;
  readonly nextSystemId: string;
  readonly steps: number;
}

/**
 * Finds the answer sets for which a rule gives the lead with a preferred system, and without that rule
 * another one would, likewise with a preferred system, two steps of the budget ladder or more away. So only
 * those pairs count where the pick really hangs on which rule comes first.
 */
export function* findApart(field: Field, rule: Rule): Work<RulesApart[]> {
  const { boxes, snapshot, factors } = field.space;
  const stepOf = ladder(snapshot);
  const others = boxes.filter((box) => box.rule.id !== rule.id);
  const pairs = new Map<string, RulesApart>();
  for (const [place, own] of boxes.entries()) {
    if (own.rule.id !== rule.id || own.outcome.role !== "preferred") continue;
    if (field.meter.spend(stepsFor(others.length))) yield;
    const earlier = boxes.slice(0, place);
    for (const [turn, next] of others.entries()) {
      const steps = stepOf(next) - stepOf(own);
      if (next.outcome.role !== "preferred" || !(Math.abs(steps) >= STEPS_APART)) continue;
      const region = intersect(own.region, next.region, factors);
      if (region === null) continue;
      const outside = [...earlier, ...others.slice(0, turn)].map((box) => box.region);
      const count = yield* countAnswers(field, { region, outside });
      if (count.all === 0n) continue;
      const witness = (yield* findFewest(field, [{ region, outside }])) ?? [];
      const found = {
        ruleId: rule.id,
        nextRuleId: next.rule.id,
        count,
        witness,
        systemId: own.system.id,
        nextSystemId: next.system.id,
        steps,
      };
      const known = pairs.get(next.rule.id);
      pairs.set(next.rule.id, {
        ...known && known.witness.length <= witness.length ? known : found,
        count: addCounts(known?.count ?? NOTHING, count),
      });
    }
  }
  return [...pairs.values()];
}

/** The step of the ladder that a box's system stands on, the cheapest 0; not a number without a tier. */
function ladder({ catalog }: Snapshot): (box: Box) => number {
  const ordinals = [...new Set(catalog.tiers.map(({ ordinal }) => ordinal))].sort((a, b) => a - b);
  return ({ tierOrdinal }) => tierOrdinal === Infinity ? NaN : ordinals.indexOf(tierOrdinal);
}
