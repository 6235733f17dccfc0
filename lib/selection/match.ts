/** Which rules an answer fires, and which systems they surface (design §6.1–6.3). */
import { addBit, hasBit } from "./bits.ts";
import { type CompiledRule, NOT_SURFACED, type Program, type RuleProgram } from "./program.ts";
import { collectFired, type SelectedOptions } from "./rule_index.ts";
import type { FiredRule } from "./schema.ts";

export interface Match {
  /** The rules that fired, in rule order, and their lines of the trace. */
  readonly fired: readonly CompiledRule[];
  readonly trace: FiredRule[];
  /** Best precedence by system index, or {@linkcode NOT_SURFACED}. */
  readonly precedence: readonly number[];
}

/** Fires the rules of a rule set and finds the best that they say about each system. */
export function match({ blank }: Program, rules: RuleProgram, selected: SelectedOptions): Match {
  const dropped = blank.systems.slice();
  for (const { failing } of selected.list) {
    for (const system of failing) addBit(dropped, system);
  }
  const precedence = blank.precedence.slice();
  const fired = fireRules(rules, selected);
  const trace = fired.map(({ outcomes, contributed, silent }) => {
    let line = silent;
    for (const outcome of outcomes) {
      const { systemIndex } = outcome;
      if (hasBit(dropped, systemIndex)) continue;
      line = contributed;
      const best = precedence[systemIndex] ?? NOT_SURFACED;
      if (outcome.precedence < best) precedence[systemIndex] = outcome.precedence;
    }
    return line;
  });
  return { fired, trace, precedence };
}

/** The rules whose conditions all hold, in rule order. */
function fireRules(
  { rules, index }: RuleProgram,
  selected: SelectedOptions,
): CompiledRule[] {
  const found: number[] = [];
  collectFired(index, selected, found);
  const fired: CompiledRule[] = [];
  let last = -1;
  for (const order of sortOrders(found)) {
    const rule = rules[order];
    // A buyer who selected two options of one `any` condition reaches its rule twice.
    if (rule && order !== last) fired.push(rule);
    last = order;
  }
  return fired;
}

/** A typed array sorts without calling back, which pays from a few dozen numbers on. */
function sortOrders(orders: number[]): Iterable<number> {
  if (orders.length < 2) return orders;
  return orders.length > 24 ? new Uint32Array(orders).sort() : orders.sort((a, b) => a - b);
}
