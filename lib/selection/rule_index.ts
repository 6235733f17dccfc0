/**
 * The index that finds the rules an answer fires without looking at the others.
 *
 * It is a tree. A node branches on options: the rules below a branch need its option, so a walk that
 * follows only the selected options never meets a rule whose condition fails there. Each rule stands
 * below its least likely condition first, and a branch that still holds many rules branches again.
 */
import type { Steps } from "../catalog/mod.ts";
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

/** A condition that holds more often than this is checked, not branched on. */
const WORTH_BRANCHING = 0.5;

/** Builds the tree over the rules of a rule set. */
export function* indexRules(rules: readonly PendingRule[]): Steps<RuleNode> {
  yield;
  if (rules.length <= LEAF_SIZE) return { rules, branches: [] };
  const unkeyed: PendingRule[] = [];
  const keyed: PendingRule[][] = [];
  for (const rule of rules) {
    const key = leastLikely(rule.conditions);
    if (!key) {
      unkeyed.push(rule);
      continue;
    }
    const settled = settle(rule, key);
    // One option of an `all` condition will do, for without it the rule cannot fire.
    const options = key.operator === "all" ? key.options.slice(0, 1) : key.options;
    for (const option of options) (keyed[option] ??= []).push(settled);
  }
  const branches: (RuleNode | undefined)[] = [];
  for (const below of keyed) branches.push(below && (yield* indexRules(below)));
  return { rules: unkeyed, branches };
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

/**
 * The condition to branch on. One that most buyers meet is none: it would lead to its rule from so many
 * options that the tree grows without sparing anyone a check.
 */
function leastLikely(conditions: readonly CompiledCondition[]): CompiledCondition | undefined {
  let best: CompiledCondition | undefined;
  for (const condition of conditions) {
    if (condition.operator === "none" || condition.likelihood > WORTH_BRANCHING) continue;
    if (!best || condition.likelihood < best.likelihood) best = condition;
  }
  return best;
}

/** The rule as it stands below a branch: its condition `key` holds, or the rest of it is still to hold. */
function settle({ order, conditions }: PendingRule, key: CompiledCondition): PendingRule {
  const others = conditions.filter((condition) => condition !== key);
  const rest = key.options.slice(1);
  if (key.operator === "any" || rest.length === 0) return { order, conditions: others };
  return { order, conditions: [...others, { ...key, options: rest }] };
}
