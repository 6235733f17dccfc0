/**
 * The index that finds the rules an answer fires without looking at the others.
 *
 * It is a tree. A node branches on options: the rules below a branch need its option, so a walk that
 * follows only the selected options never meets a rule whose condition fails there. Each rule stands
 * below its least likely condition first, and a branch that still holds many rules branches again.
 */
import { addBit, type Bits } from "./bits.ts";
import { type CompiledCondition, hold } from "./conditions.ts";

/** A rule on its way down the tree, with the conditions that the branches so far have not settled. */
export interface PendingRule {
  readonly order: number;
  readonly conditions: readonly CompiledCondition[];
}

/** The selected options, as a list and as a set of indexes. */
export interface SelectedOptions {
  readonly list: readonly { readonly index: number; readonly failing: readonly number[] }[];
  readonly bits: Readonly<Bits>;
}

export interface RuleNode {
  /** Rules to check here: few, or of exclusions alone, which no selected option can lead to. */
  readonly rules: readonly PendingRule[];
  /** By option index; empty in a leaf. */
  readonly branches: readonly (RuleNode | undefined)[];
}

/** Below this many rules, checking each is cheaper than branching. */
const LEAF_SIZE = 8;

/** Builds the tree over the rules of a rule set. */
export function indexRules(rules: readonly PendingRule[]): RuleNode {
  if (rules.length <= LEAF_SIZE) return { rules, branches: [] };
  const unkeyed: PendingRule[] = [];
  const keyed: PendingRule[][] = [];
  for (const rule of rules) {
    const key = leastLikely(rule.conditions);
    if (!key) {
      unkeyed.push(rule);
      continue;
    }
    // One option of an `all` condition will do, for without it the rule cannot fire.
    const options = key.operator === "all" ? key.options.slice(0, 1) : key.options;
    for (const option of options) (keyed[option] ??= []).push(settle(rule, key, option));
  }
  return { rules: unkeyed, branches: keyed.map((below) => below && indexRules(below)) };
}

/** Adds the orders of the rules that fire to `fired`; several options may lead to the same rule. */
export function collectFired(
  node: RuleNode,
  selected: SelectedOptions,
  fired: Bits,
): void {
  for (const { order, conditions } of node.rules) {
    if (hold(conditions, selected.bits)) addBit(fired, order);
  }
  if (node.branches.length === 0) return;
  for (const { index } of selected.list) {
    const branch = node.branches[index];
    if (branch) collectFired(branch, selected, fired);
  }
}

function leastLikely(conditions: readonly CompiledCondition[]): CompiledCondition | undefined {
  let best: CompiledCondition | undefined;
  for (const condition of conditions) {
    if (condition.operator === "none") continue;
    if (!best || condition.likelihood < best.likelihood) best = condition;
  }
  return best;
}

/** The rule as it stands once `option`, of its condition `key`, is known to be selected. */
function settle(
  { order, conditions }: PendingRule,
  key: CompiledCondition,
  option: number,
): PendingRule {
  const others = conditions.filter((condition) => condition !== key);
  const rest = key.options.filter((other) => other !== option);
  if (key.operator === "any" || rest.length === 0) return { order, conditions: others };
  return { order, conditions: [...others, { ...key, options: rest }] };
}
