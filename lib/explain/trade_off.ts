/** Explains why an unmet answer is unmet: what its system lacks, or which other answer is missing. */
import { optionOf, type Rule, type Snapshot } from "../catalog/mod.ts";
import { formatList, inSentence } from "../text/mod.ts";
import {
  compareStrength,
  conditionHolds,
  liveConditions,
  meetsRequirements,
  type Selection,
} from "../selection/mod.ts";
import { rulesAskingFor } from "./rule_parts.ts";
import { demandingOptions, shortfallOf } from "./shortfall.ts";

/**
 * Returns a sentence about a system that a rule would put forward for an option, and the one thing that prevents it: the
 * answer to one question that the system falls short of, or one condition of the rule that does not hold. The first such
 * rule in priority order counts. Null if there is none: changing one answer would not bring a system that several answers
 * rule out, so a buyer learns nothing from its name.
 */
export function tradeOffOf(
  snapshot: Snapshot,
  track: string | null,
  { selection, optionId }: { selection: Selection; optionId: string },
): string | null {
  const ruleSetId = snapshot.ruleSetIdFor(track);
  const selected = new Set(selection.context.optionIds);
  for (const rule of rulesAskingFor(snapshot, optionId)) {
    if (rule.ruleSetId !== ruleSetId) continue;
    const best = rule.outcomes.toSorted(compareStrength)
      .find(({ systemId }) => snapshot.systemById.has(systemId));
    const name = snapshot.systemById.get(best?.systemId ?? "")?.name;
    if (!best || name === undefined || best.systemId === selection.lead?.systemId) continue;
    if (!hasOneObstacle(rule, best.systemId, { snapshot, selected })) continue;
    const short = shortOf(snapshot, best.systemId, selected);
    if (short !== null) return `${name} is made for it, but falls ${short}.`;
    const open = openCondition(rule, snapshot, selected);
    if (open !== null) {
      return `Our rules put ${name} forward for it, but only together with ${open}.`;
    }
  }
  return null;
}

/** Whether the answers to one question alone prevent the rule or rule out the system. */
function hasOneObstacle(
  rule: Rule,
  systemId: string,
  { snapshot, selected }: { snapshot: Snapshot; selected: ReadonlySet<string> },
): boolean {
  const system = snapshot.systemById.get(systemId);
  const conditions = liveConditions(rule, snapshot);
  if (system === undefined || conditions === null) return false;
  const factorIds = new Set<string>();
  for (const condition of conditions) {
    if (!conditionHolds(condition, selected)) factorIds.add(condition.factorId);
  }
  if (factorIds.size > 1) return false;
  for (const { factor, option: { id, requirements } } of demandingOptions(snapshot)) {
    if (!selected.has(id) || meetsRequirements(system, requirements, snapshot.attributeById)) {
      continue;
    }
    if (factorIds.add(factor.id).size > 1) return false;
  }
  return factorIds.size === 1;
}

/** Formats a system's shortfall, such as "short of “A grand wall”: tallest panel"; null if it has none. */
export function shortOf(
  snapshot: Snapshot,
  systemId: string,
  selected: ReadonlySet<string>,
): string | null {
  const shortfall = shortfallOf(snapshot, systemId, selected);
  if (shortfall === null) return null;
  const attribute = inSentence(snapshot.attributeById.get(shortfall.attributeId)?.name ?? "");
  return `short of “${labelOf(snapshot, shortfall.optionId)}”: ${attribute}`;
}

/** Names the missing options of the first `any` or `all` condition that does not hold; null if there is none. */
function openCondition(
  rule: Rule,
  snapshot: Snapshot,
  selected: ReadonlySet<string>,
): string | null {
  const open = liveConditions(rule, snapshot)?.find((condition) =>
    condition.operator !== "none" && !conditionHolds(condition, selected)
  );
  if (open === undefined) return null;
  const missing = open.optionIds.filter((id) => !selected.has(id));
  const labels = missing.map((id) => `“${labelOf(snapshot, id)}”`);
  return formatList(labels, open.operator === "all" ? "and" : "or");
}

function labelOf(snapshot: Snapshot, optionId: string): string {
  return optionOf(snapshot, optionId)?.label ?? "";
}
