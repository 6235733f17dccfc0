/**
 * The compile step of the engine: everything that does not depend on the answers, worked out once a
 * snapshot, so that an answer costs only what it can match (design §5, §6).
 */
import {
  type FactorOption,
  perSnapshotInSteps,
  type Role,
  type Rule,
  type RuleOutcome,
  type Snapshot,
  type Steps,
  type System,
  tierOf,
} from "../catalog/mod.ts";
import { type Bits, noBits } from "./bits.ts";
import { compileConditions } from "./conditions.ts";
import { meetsRequirements } from "./requirements.ts";
import { indexRules, type PendingRule, type RuleNode } from "./rule_index.ts";
import type { FiredRule } from "./schema.ts";

/** A live system; indexes run in the order that breaks ties between leads (design §6.4). */
export interface CompiledSystem {
  readonly index: number;
  readonly system: System;
  readonly tierLabel: string | null;
  /** Infinity without a tier: never cheaper than anything. */
  readonly tierOrdinal: number;
}

export interface CompiledOption {
  readonly index: number;
  /** Indexes of the systems that fail one of its requirements. */
  readonly failing: readonly number[];
}

/** All that one rule says about one system. */
export interface CompiledOutcome {
  readonly ruleId: string;
  readonly systemIndex: number;
  /** Place among the rule set's outcomes by (rule priority, role, rank); lower wins. */
  readonly precedence: number;
  readonly role: Role;
  readonly rationales: readonly string[];
}

export interface CompiledRule {
  /** Place among the rule set's rules by (priority, id). */
  readonly order: number;
  readonly outcomes: readonly CompiledOutcome[];
  /** Its two possible lines of the trace, frozen so that every answer may share them. */
  readonly contributed: FiredRule;
  readonly silent: FiredRule;
}

export interface RuleProgram {
  /** Every rule that can fire, in rule order. */
  readonly rules: readonly CompiledRule[];
  readonly index: RuleNode;
  /** No rule of it, as the orders that fired start. */
  readonly blank: Readonly<Bits>;
}

export interface Program {
  /** Live options of live factors. */
  readonly optionById: ReadonlyMap<string, CompiledOption>;
  readonly systems: readonly CompiledSystem[];
  readonly ruleProgramById: ReadonlyMap<string, RuleProgram>;
  /** What every answer starts from; copying is several times as fast as making anew. */
  readonly blank: {
    readonly options: Readonly<Bits>;
    readonly systems: Readonly<Bits>;
    readonly precedence: readonly number[];
    readonly picks: readonly undefined[];
  };
}

/** The precedence of a system that nothing surfaced: behind every other. */
export const NOT_SURFACED = 2 ** 30 - 1;

/** The engine's program for a snapshot; compiled once and kept as long as the snapshot. */
export const programFor: (snapshot: Snapshot) => Program = perSnapshotInSteps(compile);

/** Rules between two pauses: about a millisecond. */
const RULES_A_STEP = 100;

function* compile(snapshot: Snapshot): Steps<Program> {
  const systems = compileSystems(snapshot);
  const options = snapshot.factors.flatMap((factor) => factor.options);
  const optionById = new Map(
    options.map((option, index) => [option.id, {
      index,
      failing: failingSystems(option, systems, snapshot),
    }]),
  );
  const systemById = new Map(systems.map((compiled) => [compiled.system.id, compiled]));
  const rulesById = Map.groupBy(snapshot.rules, (rule) => rule.ruleSetId);
  const ruleProgramById = new Map<string, RuleProgram>();
  for (const [ruleSetId, stored] of rulesById) {
    const precedence = outcomePrecedence(stored);
    const rules: CompiledRule[] = [];
    const pending: PendingRule[] = [];
    for (const [place, rule] of stored.entries()) {
      if (place % RULES_A_STEP === RULES_A_STEP - 1) yield;
      const conditions = compileConditions(rule, snapshot, optionById);
      if (conditions === null) continue;
      const order = rules.length;
      pending.push({ order, conditions });
      rules.push(compileRule(rule, order, compileOutcomes(rule, systemById, precedence)));
    }
    ruleProgramById.set(ruleSetId, {
      rules,
      index: yield* indexRules(pending),
      blank: noBits(rules.length),
    });
  }
  const blank = {
    options: noBits(options.length),
    systems: noBits(systems.length),
    precedence: systems.map(() => NOT_SURFACED),
    picks: systems.map(() => undefined),
  };
  return { optionById, systems, ruleProgramById, blank };
}

function compileRule(
  { id, name, priority }: Rule,
  order: number,
  outcomes: readonly CompiledOutcome[],
): CompiledRule {
  const line = { ruleId: id, name, priority };
  return {
    order,
    outcomes,
    contributed: Object.freeze({ ...line, contributed: true }),
    silent: Object.freeze({ ...line, contributed: false }),
  };
}

/** Live systems by (tier ordinal, position, id): what is left of the lead's order within a precedence. */
function compileSystems(snapshot: Snapshot): CompiledSystem[] {
  return snapshot.systems
    .map((system) => {
      const tier = tierOf(snapshot, system.id);
      return {
        system,
        tierLabel: tier?.label ?? null,
        tierOrdinal: tier?.ordinal ?? Infinity,
      };
    })
    .sort((a, b) => a.tierOrdinal === b.tierOrdinal ? 0 : a.tierOrdinal - b.tierOrdinal)
    .map((compiled, index) => ({ ...compiled, index }));
}

function failingSystems(
  option: FactorOption,
  systems: readonly CompiledSystem[],
  { attributeById }: Snapshot,
): number[] {
  if (option.requirements.length === 0) return [];
  return systems
    .filter(({ system }) => !meetsRequirements(system, option.requirements, attributeById))
    .map(({ index }) => index);
}

/**
 * Ranks every (priority, role, rank) of a rule set's rules, which come by priority, so that the match
 * compares one number. Equals get the same one.
 */
function outcomePrecedence(rules: readonly Rule[]): ReadonlyMap<RuleOutcome, number> {
  const precedence = new Map<RuleOutcome, number>();
  let place = 0;
  let start = 0;
  while (start < rules.length) {
    const priority = rules[start]?.priority;
    let end = start;
    while (rules[end]?.priority === priority && end < rules.length) end++;
    let before: RuleOutcome | undefined;
    const outcomes = rules.slice(start, end).flatMap((rule) => rule.outcomes);
    for (const outcome of outcomes.sort(compareStrength)) {
      if (before === undefined || compareStrength(before, outcome) !== 0) place++;
      precedence.set(outcome, place);
      before = outcome;
    }
    start = end;
  }
  return precedence;
}

function compareStrength(a: RuleOutcome, b: RuleOutcome): number {
  const roles = Number(a.role === "alternative") - Number(b.role === "alternative");
  return roles || a.rank - b.rank;
}

/** One outcome a live system: the strongest that the rule lists, with all its reasons in rank order. */
function compileOutcomes(
  rule: Rule,
  systemById: ReadonlyMap<string, CompiledSystem>,
  precedence: ReadonlyMap<RuleOutcome, number>,
): CompiledOutcome[] {
  const compiled: { systemIndex: number; strongest: RuleOutcome; rationales: string[] }[] = [];
  for (const outcome of rule.outcomes.toSorted((a, b) => a.rank - b.rank)) {
    const systemIndex = systemById.get(outcome.systemId)?.index;
    if (systemIndex === undefined) continue;
    const known = compiled.find((each) => each.systemIndex === systemIndex);
    if (known === undefined) {
      compiled.push({ systemIndex, strongest: outcome, rationales: [outcome.rationale] });
      continue;
    }
    known.rationales.push(outcome.rationale);
    if (compareStrength(outcome, known.strongest) < 0) known.strongest = outcome;
  }
  return compiled.map(({ systemIndex, strongest, rationales }) => ({
    ruleId: rule.id,
    systemIndex,
    precedence: precedence.get(strongest) ?? NOT_SURFACED,
    role: strongest.role,
    rationales,
  }));
}
