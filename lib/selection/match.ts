/** Finds the rules that an answer fires, and the systems that they surface (design §6.1–6.3). */
import { addBit, type Bits, hasBit } from "./bits.ts";
import { type CompiledOption, NOT_SURFACED, type Program, type RuleProgram } from "./program.ts";
import { firedBy } from "./rule_index.ts";
import type { FiredRule } from "./schema.ts";

export interface Match {
  /** The indexes of the fired rules, in rule order, and their trace lines. */
  readonly fired: readonly number[];
  readonly trace: FiredRule[];
  /** Best precedence by system index, or {@linkcode NOT_SURFACED}. */
  readonly precedence: readonly number[];
}

/** Fires the rules of a rule set and computes the best precedence of each system. */
export function match(
  { blank }: Program,
  { index, lines, starts, systems, precedences }: RuleProgram,
  selected: readonly CompiledOption[],
): Match {
  const dropped = droppedSystems(blank.systems, selected);
  const precedence = blank.precedence.slice();
  const fired = firedBy(index, selected);
  const trace: FiredRule[] = [];
  for (const rule of fired) {
    const line = lines[rule];
    if (line === undefined) continue;
    let contributed = false;
    const end = starts[rule + 1] ?? 0;
    for (let place = starts[rule] ?? 0; place < end; place++) {
      const system = systems[place] ?? 0;
      if (dropped !== null && hasBit(dropped, system)) continue;
      contributed = true;
      const own = precedences[place] ?? NOT_SURFACED;
      if (own < (precedence[system] ?? NOT_SURFACED)) precedence[system] = own;
    }
    trace.push(contributed ? line.contributed : line.silent);
  }
  return { fired, trace, precedence };
}

/** Returns the systems that fail a requirement of a selected option; null when none fails, which is the common case. */
function droppedSystems(
  none: Readonly<Bits>,
  selected: readonly CompiledOption[],
): Readonly<Bits> | null {
  let dropped: Bits | null = null;
  for (const { failing } of selected) {
    if (failing.length === 0) continue;
    dropped ??= none.slice();
    for (const system of failing) addBit(dropped, system);
  }
  return dropped;
}
