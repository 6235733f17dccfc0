/** Explains why an unmet answer is unmet: what its system lacks, or which other answer is missing. */
import { formatList, type Rule, type Snapshot } from "../catalog/mod.ts";
import { inSentence } from "../text/mod.ts";
import { conditionHolds, liveConditions, type Selection } from "../selection/mod.ts";
import { asksFor, inOrder } from "./rule_parts.ts";
import { shortfallOf } from "./shortfall.ts";

/**
 * Returns a sentence about a system that a rule would put forward for an option, and what prevents it: a requirement that
 * the system fails, or a condition of the rule that does not hold. The first rule counts whose system falls short of the
 * answer to one question and of nothing else, because a buyer may expect the system once they change that answer; else the
 * first rule. Null if no rule asks for the option, or nothing can be named.
 */
export function tradeOffOf(
  snapshot: Snapshot,
  track: string | null,
  { selection, optionId }: { selection: Selection; optionId: string },
): string | null {
  const ruleSetId = snapshot.ruleSetIdFor(track);
  const selected = new Set(selection.context.optionIds);
  let first: string | null = null;
  for (const rule of snapshot.rules) {
    if (rule.ruleSetId !== ruleSetId || !asksFor(rule, optionId)) continue;
    const best = inOrder(rule.outcomes).find(({ systemId }) => snapshot.systemById.has(systemId));
    const name = snapshot.systemById.get(best?.systemId ?? "")?.name;
    if (!best || name === undefined || best.systemId === selection.lead?.systemId) continue;
    const short = fallsShort(snapshot, best.systemId, selected);
    const open = openCondition(rule, snapshot, selected);
    if (short !== null) {
      const sentence = `${name} is made for it, but ${short}.`;
      if (isOnlyReason(rule, best.systemId, { snapshot, selected })) return sentence;
      first ??= sentence;
    } else if (open !== null) {
      first ??= `Our rules put ${name} forward for it, but only together with ${open}.`;
    }
  }
  return first;
}

/** Whether nothing but the answer that a system falls short of prevents the rule: no other answer and no other condition. */
function isOnlyReason(
  rule: Rule,
  systemId: string,
  { snapshot, selected }: { snapshot: Snapshot; selected: ReadonlySet<string> },
): boolean {
  const { optionId = "" } = shortfallOf(snapshot, systemId, selected) ?? {};
  const { factorIdByOptionId } = snapshot;
  const factorId = factorIdByOptionId.get(optionId);
  const others = new Set([...selected].filter((id) => factorIdByOptionId.get(id) !== factorId));
  return shortfallOf(snapshot, systemId, others) === null &&
    (liveConditions(rule, snapshot)?.every((condition) =>
      condition.factorId === factorId || conditionHolds(condition, others)
    ) ?? false);
}

/** Formats a system's shortfall, such as "falls short of “A grand wall”: tallest panel"; null if it has none. */
export function fallsShort(
  snapshot: Snapshot,
  systemId: string,
  selected: ReadonlySet<string>,
): string | null {
  const shortfall = shortfallOf(snapshot, systemId, selected);
  if (shortfall === null) return null;
  const attribute = inSentence(snapshot.attributeById.get(shortfall.attributeId)?.name ?? "");
  return `falls short of “${labelOf(snapshot, shortfall.optionId)}”: ${attribute}`;
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

function labelOf({ factorById, factorIdByOptionId }: Snapshot, optionId: string): string {
  return factorById.get(factorIdByOptionId.get(optionId) ?? "")?.options
    .find(({ id }) => id === optionId)?.label ?? "";
}
