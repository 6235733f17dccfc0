/** Compiles the conditions of a rule to indexes of live options (design §6.1). */
import type { Rule, RuleCondition, Snapshot } from "../catalog/mod.ts";

/** A condition that depends on the answers. Conditions that always or never hold are compiled away. */
export interface CompiledCondition {
  readonly operator: RuleCondition["operator"];
  /** Indexes of live options of the condition's own factor; at least one. */
  readonly options: readonly number[];
}

/**
 * The conditions of a rule that depend on the answers, each with the live options of its own factor, or
 * null when the rule can never fire: it has no condition at all, or one that no answer satisfies. Unknown
 * and retired options, and options of another factor than the condition's, count as not selected.
 */
export function liveConditions(
  { conditions }: Rule,
  { factorIdByOptionId }: Snapshot,
): RuleCondition[] | null {
  if (conditions.length === 0) return null;
  const live: RuleCondition[] = [];
  for (const { factorId, operator, optionIds } of conditions) {
    const asked = optionIds.length < 2 ? optionIds : [...new Set(optionIds)];
    const own = asked.filter((id) => factorIdByOptionId.get(id) === factorId);
    const lacksOne = operator === "all" && own.length < asked.length;
    if (operator !== "none" && (own.length === 0 || lacksOne)) return null;
    if (own.length > 0) live.push({ factorId, operator, optionIds: own });
  }
  return live;
}

/** Whether the selected live options meet a live condition. `select()` evaluates all rules at once, on bit sets. */
export function conditionHolds(
  { operator, optionIds }: {
    readonly operator: RuleCondition["operator"];
    readonly optionIds: readonly string[];
  },
  selected: ReadonlySet<string>,
): boolean {
  if (operator === "all") return optionIds.every((id) => selected.has(id));
  return optionIds.some((id) => selected.has(id)) === (operator === "any");
}

/** Compiles the {@linkcode liveConditions} of a rule; null when it can never fire. */
export function compileConditions(
  rule: Rule,
  snapshot: Snapshot,
  optionById: ReadonlyMap<string, { readonly index: number }>,
): CompiledCondition[] | null {
  const live = liveConditions(rule, snapshot);
  return live && live.map(({ operator, optionIds }) => ({
    operator,
    options: optionIds.flatMap((id) => optionById.get(id)?.index ?? []),
  }));
}
