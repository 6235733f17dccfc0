/** What must be selected for a rule to fire (design §6.1), over the indexes of live options. */
import { type Bits, hasBit } from "./bits.ts";
import type { Rule, RuleCondition, Snapshot } from "../catalog/mod.ts";

/** A condition that depends on the answers; one that always or never holds is compiled away. */
export interface CompiledCondition {
  readonly operator: RuleCondition["operator"];
  /** Indexes of live options of the condition's own factor; at least one. */
  readonly options: readonly number[];
  /** How likely it holds for a buyer who answers its factor at random, between 0 and 1. */
  readonly likelihood: number;
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

/** Compiles the {@linkcode liveConditions} of a rule; null when it can never fire. */
export function compileConditions(
  rule: Rule,
  snapshot: Snapshot,
  optionById: ReadonlyMap<string, { readonly index: number }>,
): CompiledCondition[] | null {
  const live = liveConditions(rule, snapshot);
  return live && live.map(({ factorId, operator, optionIds }) => {
    const options = optionIds.flatMap((id) => optionById.get(id)?.index ?? []);
    const share = options.length / (snapshot.factorById.get(factorId)?.options.length ?? 1);
    const likelihood = operator === "any"
      ? share
      : operator === "none"
      ? 1 - share
      : 1 / options.length * share;
    return { operator, options, likelihood };
  });
}

/** Whether every condition holds for the selected options. */
export function hold(conditions: readonly CompiledCondition[], selected: Readonly<Bits>): boolean {
  for (const { operator, options } of conditions) {
    const sought = operator !== "all";
    let found = false;
    for (const option of options) {
      if (hasBit(selected, option) === sought) {
        found = true;
        break;
      }
    }
    // `any` wants one selected; `all` must not find one unselected, nor `none` one selected.
    if (found !== (operator === "any")) return false;
  }
  return true;
}
