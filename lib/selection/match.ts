/** Which rules an answer fires, and which systems they surface (design §6.1–6.3). */
import { addBit, type Bits, eachBit, hasBit } from "./bits.ts";
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
  const dropped = droppedSystems(blank.systems, selected);
  const precedence = blank.precedence.slice();
  const fired = fireRules(rules, selected);
  const trace: FiredRule[] = [];
  for (const { outcomes, contributed, silent } of fired) {
    let line = silent;
    for (const outcome of outcomes) {
      const { systemIndex } = outcome;
      if (hasBit(dropped, systemIndex)) continue;
      line = contributed;
      const best = precedence[systemIndex] ?? NOT_SURFACED;
      if (outcome.precedence < best) precedence[systemIndex] = outcome.precedence;
    }
    trace.push(line);
  }
  return { fired, trace, precedence };
}

/** The systems that fall short of what a selected option requires; most answers drop none. */
function droppedSystems(none: Readonly<Bits>, { list }: SelectedOptions): Readonly<Bits> {
  let dropped: Bits | null = null;
  for (const { failing } of list) {
    if (failing.length === 0) continue;
    dropped ??= none.slice();
    for (const system of failing) addBit(dropped, system);
  }
  return dropped ?? none;
}

/** The rules whose conditions all hold, in rule order and each once, however many options lead to it. */
function fireRules(
  { rules, index, blank }: RuleProgram,
  selected: SelectedOptions,
): CompiledRule[] {
  const found = blank.slice();
  collectFired(index, selected, found);
  const fired: CompiledRule[] = [];
  eachBit(found, (order) => {
    const rule = rules[order];
    if (rule) fired.push(rule);
  });
  return fired;
}
