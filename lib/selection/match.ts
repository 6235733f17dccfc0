/** Which rules an answer fires, and which systems they surface (design §6.1–6.3). */
import type {
  CompiledCondition,
  CompiledOption,
  CompiledOutcome,
  CompiledRule,
  CompiledSystem,
  Program,
  RuleProgram,
} from "./program.ts";
import type { FiredRule } from "./schema.ts";

/** A system that fired rules name and no requirement dropped. */
export interface SurfacedSystem {
  readonly compiled: CompiledSystem;
  /** The best among its outcomes; lower wins. */
  precedence: number;
  /** What each fired rule says about it, in rule order. */
  readonly outcomes: CompiledOutcome[];
}

export interface Match {
  readonly firedRules: FiredRule[];
  readonly surfaced: SurfacedSystem[];
}

/** Fires the rules of a rule set and gathers what they surface; one pass over what can match. */
export function match(
  program: Program,
  rules: RuleProgram,
  options: readonly CompiledOption[],
): Match {
  const dropped = new Uint8Array(program.systemCount);
  for (const option of options) {
    for (const system of option.failing) dropped[system] = 1;
  }
  const bySystem = new Array<SurfacedSystem | undefined>(program.systemCount);
  const surfaced: SurfacedSystem[] = [];
  const firedRules: FiredRule[] = [];
  for (const rule of fire(program, rules, options)) {
    let contributed = false;
    for (const outcome of rule.outcomes) {
      const { index } = outcome.system;
      if (dropped[index] === 1) continue;
      contributed = true;
      const known = bySystem[index];
      if (known) {
        known.outcomes.push(outcome);
        if (outcome.precedence < known.precedence) known.precedence = outcome.precedence;
      } else {
        const { system: compiled, precedence } = outcome;
        surfaced.push(bySystem[index] = { compiled, precedence, outcomes: [outcome] });
      }
    }
    firedRules.push(contributed ? rule.contributed : rule.silent);
  }
  return { firedRules, surfaced };
}

/** The rules whose conditions all hold, in rule order. */
function fire(
  program: Program,
  rules: RuleProgram,
  options: readonly CompiledOption[],
): CompiledRule[] {
  const selected = new Uint8Array(program.optionCount);
  for (const { index } of options) selected[index] = 1;
  const fired = rules.unkeyedRules.filter((rule) => holds(rule.conditions, selected));
  for (const { index } of options) {
    for (const rule of rules.rulesByOption[index] ?? []) {
      if (holds(rule.conditions, selected)) fired.push(rule);
    }
  }
  fired.sort((a, b) => a.order - b.order);
  // An `any` condition puts its rule under several options, and a buyer may have selected two of them.
  return fired.filter((rule, place) => rule !== fired[place - 1]);
}

function holds(conditions: readonly CompiledCondition[], selected: Uint8Array): boolean {
  for (const { operator, options } of conditions) {
    const wanted = operator === "all" ? 0 : 1;
    let found = false;
    for (const option of options) {
      if (selected[option] === wanted) {
        found = true;
        break;
      }
    }
    // `any` wants one selected option; `all` must not find one unselected, nor `none` one selected.
    if (found !== (operator === "any")) return false;
  }
  return true;
}
