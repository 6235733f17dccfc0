/** Why an over-specified pick is recommended although a cheaper system would do. */
import type { Snapshot } from "../catalog/mod.ts";
import type { Selection } from "../selection/mod.ts";
import { askedOptions, selectedOf } from "./rule_parts.ts";

/** Why an over-specified pick precedes the cheapest sufficient system. */
export interface Purpose {
  /** Name of the rule that decided. */
  readonly rule: string;
  /**
   * Ids of the selected options in its conditions, in asking order. Options that a rule for the cheaper system asks
   * for too are left out, unless no other is left.
   */
  readonly because: readonly string[];
}

/**
 * Returns why an over-specified pick is recommended, by the rule of best priority that put it forward; null when the
 * pick is not over-specified.
 */
export function purposeOf(
  snapshot: Snapshot,
  { lead, alternatives, overSpecified, context }: Selection,
): Purpose | null {
  const rule = snapshot.ruleById.get(lead?.matchedRuleIds[0] ?? "");
  if (overSpecified === null || rule === undefined) return null;
  const selected = new Set(context.optionIds);
  const cheaper = alternatives.find(({ systemId }) => systemId === overSpecified.toSystemId);
  const alsoFor = new Set(
    cheaper?.matchedRuleIds.flatMap((id) => [...askedOptions(snapshot.ruleById.get(id))]),
  );
  const because = selectedOf(snapshot, selected, askedOptions(rule));
  const own = because.filter((id) => !alsoFor.has(id));
  return { rule: rule.name, because: own.length > 0 ? own : because };
}
