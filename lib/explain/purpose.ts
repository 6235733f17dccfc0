/** Why an over-specified pick is recommended although a cheaper system would do. */
import { optionOf, type Snapshot, valueOf } from "../catalog/mod.ts";
import type { Selection } from "../selection/mod.ts";
import { givesUp } from "./loss.ts";
import { askedOptions, selectedOf } from "./rule_parts.ts";

/** Why an over-specified pick precedes the cheapest sufficient system. */
export interface Purpose {
  /** Name of the rule that decided. */
  readonly rule: string;
  /**
   * Ids of the selected options in its conditions, in asking order. Options that a rule for the cheaper system asks
   * for too, or that require only what the cheaper system has as well, are left out, unless no other is left.
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
  const named = own.length > 0 ? own : because;
  const lost = named.filter((id) => isMetLess(snapshot, id, overSpecified));
  return { rule: rule.name, because: lost.length > 0 ? lost : named };
}

/** Whether the cheaper system has less of what an option requires. An option that requires nothing counts as met less. */
function isMetLess(
  snapshot: Snapshot,
  optionId: string,
  { fromSystemId, toSystemId }: NonNullable<Selection["overSpecified"]>,
): boolean {
  const { systemById } = snapshot;
  const requirements = optionOf(snapshot, optionId)?.requirements ?? [];
  return requirements.length === 0 ||
    requirements.some(({ attributeId }) =>
      givesUp(snapshot, attributeId, {
        from: valueOf(systemById.get(fromSystemId), attributeId),
        to: valueOf(systemById.get(toSystemId), attributeId),
      })
    );
}
