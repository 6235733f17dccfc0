/** What the dearer pick is for, where a cheaper system would do. */
import type { Snapshot } from "../catalog/mod.ts";
import type { Selection } from "../selection/mod.ts";

/** Why an over-specified pick comes before the cheapest system that would do. */
export interface Purpose {
  /** The rule that decided. */
  readonly rule: string;
  /** Its selected options, without those that speak for the cheaper system as well where others are left. */
  readonly because: readonly string[];
  /** What the same rule says of the cheaper system; null where it does not name it. */
  readonly ofCheaper: string | null;
}

/**
 * Finds what an over-specified pick is for: the first rule that put it forward decided, for rules count in their order.
 * Null where nothing is over-specified.
 */
export function purposeOf(
  snapshot: Snapshot,
  { lead, alternatives, overSpecified, context }: Selection,
): Purpose | null {
  const rule = snapshot.ruleById.get(lead?.matchedRuleIds[0] ?? "");
  if (overSpecified === null || rule === undefined) return null;
  const selected = new Set(context.optionIds);
  const cheaper = alternatives.find(({ systemId }) => systemId === overSpecified.toSystemId);
  const alsoFor = new Set(cheaper?.matchedRuleIds.flatMap((id) => askedBy(snapshot, id)));
  const asked = askedBy(snapshot, rule.id);
  const because = snapshot.factors.flatMap(({ options }) =>
    options.flatMap(({ id }) => selected.has(id) && asked.includes(id) ? [id] : [])
  );
  const own = because.filter((id) => !alsoFor.has(id));
  const named = rule.outcomes.find(({ systemId }) => systemId === overSpecified.toSystemId);
  return {
    rule: rule.name,
    because: own.length > 0 ? own : because,
    ofCheaper: named?.rationale ?? null,
  };
}

function askedBy({ ruleById }: Snapshot, ruleId: string): string[] {
  return ruleById.get(ruleId)?.conditions.flatMap(({ operator, optionIds }) =>
    operator === "none" ? [] : optionIds
  ) ?? [];
}
