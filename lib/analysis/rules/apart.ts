/** Finds rules that fire for the same answers but recommend systems of distant budget tiers. */
import type { Rule, Snapshot } from "@/lib/catalog/mod.ts";
import type { Steps } from "@/lib/timing/mod.ts";
import { addCounts, type Count, countAnswers, type Field, NOTHING } from "./measure.ts";
import { intersect } from "./region.ts";
import { findFewest } from "./search.ts";
import type { Box } from "./space.ts";
import { stepsFor } from "./work.ts";

/** Fewest tiers between two systems that count as apart. One tier is the normal distance of an alternative. */
const STEPS_APART = 2;

/** Two rules that compete for the lead with systems of distant tiers. */
export interface RulesApart {
  /** The rule that decides the lead. */
  readonly ruleId: string;
  /** The rule that would decide the lead without the first one. */
  readonly nextRuleId: string;
  /** How many answer sets the two compete for. */
  readonly count: Count;
  /** A smallest of these answer sets. */
  readonly witness: readonly string[];
  /** For the witness: the lead, the lead without the first rule, and by how many tiers the latter is dearer. */
  readonly systemId: string;
  readonly nextSystemId: string;
  readonly steps: number;
}

/**
 * Finds the answer sets for which a rule decides the lead with a preferred system, while without that rule another one
 * would decide it, also with a preferred system, at least two budget tiers away. So only pairs count whose order
 * changes the pick. Returns one entry per other rule.
 */
export function* findApart(field: Field, rule: Rule): Steps<RulesApart[]> {
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

/** Returns a function that gives the tier of a box's system as an index, 0 the cheapest; `NaN` without a tier. */
function ladder({ catalog }: Snapshot): (box: Box) => number {
  const ordinals = [...new Set(catalog.tiers.map(({ ordinal }) => ordinal))].sort((a, b) => a - b);
  return ({ tierOrdinal }) => tierOrdinal === Infinity ? NaN : ordinals.indexOf(tierOrdinal);
}
