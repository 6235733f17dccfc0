/**
 * The compile step of the engine: everything that does not depend on the answers, worked out once a
 * snapshot, so that an answer costs only what it can match (design §5, §6).
 */
import {
  type FactorOption,
  perSnapshot,
  type Role,
  type Rule,
  type RuleCondition,
  type RuleOutcome,
  type Snapshot,
  type System,
} from "../catalog/mod.ts";
import { meetsRequirements } from "./requirements.ts";
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

/** A condition over option indexes. One that always holds or never holds is compiled away. */
export interface CompiledCondition {
  readonly operator: RuleCondition["operator"];
  readonly options: readonly number[];
}

/** All that one rule says about one system. */
export interface CompiledOutcome {
  readonly ruleId: string;
  readonly system: CompiledSystem;
  /** Place among the rule set's outcomes by (rule priority, role, rank); lower wins. */
  readonly precedence: number;
  readonly role: Role;
  readonly rationales: readonly string[];
}

export interface CompiledRule {
  /** Place among the rule set's rules by (priority, id). */
  readonly order: number;
  readonly conditions: readonly CompiledCondition[];
  readonly outcomes: readonly CompiledOutcome[];
  /** Its two possible lines of the trace, frozen so that every answer may share them. */
  readonly contributed: FiredRule;
  readonly silent: FiredRule;
}

/** A rule set, indexed by option: a rule stands under the options of one condition it cannot do without. */
export interface RuleProgram {
  readonly rulesByOption: readonly (readonly CompiledRule[])[];
  /** Rules made of `none` conditions alone: every answer can match them. */
  readonly unkeyedRules: readonly CompiledRule[];
}

export interface Program {
  readonly optionById: ReadonlyMap<string, CompiledOption>;
  readonly optionCount: number;
  readonly systemCount: number;
  readonly ruleProgramById: ReadonlyMap<string, RuleProgram>;
}

/** The engine's program for a snapshot; compiled at the first call and kept as long as the snapshot. */
export const programFor: (snapshot: Snapshot) => Program = perSnapshot(compile);

function compile(snapshot: Snapshot): Program {
  const systems = compileSystems(snapshot);
  const options = snapshot.factors.flatMap((factor) => factor.options);
  const optionById = new Map(
    options.map((option, index) => [option.id, {
      index,
      failing: failingSystems(option, systems, snapshot),
    }]),
  );
  const systemById = new Map(systems.map((compiled) => [compiled.system.id, compiled]));
  const ruleProgramById = new Map<string, RuleProgram>();
  for (const [ruleSetId, rules] of Map.groupBy(snapshot.rules, (rule) => rule.ruleSetId)) {
    const precedence = outcomePrecedence(rules);
    const indexOf = (optionId: string, factorId: string) =>
      snapshot.factorIdByOptionId.get(optionId) === factorId
        ? optionById.get(optionId)?.index
        : undefined;
    const compiled = rules.flatMap((rule, order): CompiledRule[] => {
      const conditions = compileConditions(rule, indexOf);
      if (conditions === null) return [];
      const outcomes = compileOutcomes(rule, systemById, precedence);
      const line = { ruleId: rule.id, name: rule.name, priority: rule.priority };
      const contributed = Object.freeze({ ...line, contributed: true });
      const silent = Object.freeze({ ...line, contributed: false });
      return [{ order, conditions, outcomes, contributed, silent }];
    });
    ruleProgramById.set(ruleSetId, indexRules(compiled, options.length));
  }
  return {
    optionById,
    optionCount: options.length,
    systemCount: systems.length,
    ruleProgramById,
  };
}

/** Live systems by (tier ordinal, position, id): what is left of the lead's order within a precedence. */
function compileSystems({ systems, tierById }: Snapshot): CompiledSystem[] {
  return systems
    .map((system) => {
      const tier = system.budgetTierId === null ? undefined : tierById.get(system.budgetTierId);
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

/** The conditions that depend on the answers; null when the rule can never fire (design §6.1). */
function compileConditions(
  rule: Rule,
  indexOf: (optionId: string, factorId: string) => number | undefined,
): CompiledCondition[] | null {
  if (rule.conditions.length === 0) return null;
  const conditions: CompiledCondition[] = [];
  for (const { factorId, operator, optionIds } of rule.conditions) {
    const indexes = optionIds.map((id) => indexOf(id, factorId));
    const options = [...new Set(indexes.filter((index) => index !== undefined))];
    const holdsAlways = operator === "none" && options.length === 0;
    const holdsNever = operator !== "none" && options.length === 0 ||
      operator === "all" && indexes.includes(undefined);
    if (holdsNever) return null;
    if (!holdsAlways) conditions.push({ operator, options });
  }
  return conditions;
}

/** Ranks every (priority, role, rank) of a rule set, so that the match compares one number. */
function outcomePrecedence(rules: readonly Rule[]): (rule: Rule, outcome: RuleOutcome) => number {
  const keyOf = (rule: Rule, { role, rank }: RuleOutcome) => `${rule.priority} ${role} ${rank}`;
  const keys = new Map(
    rules.flatMap((rule) => rule.outcomes.map((outcome) => ({ rule, outcome })))
      .sort((a, b) => a.rule.priority - b.rule.priority || compareStrength(a.outcome, b.outcome))
      .map(({ rule, outcome }, place) => [keyOf(rule, outcome), place]),
  );
  return (rule, outcome) => keys.get(keyOf(rule, outcome)) ?? Infinity;
}

function compareStrength(a: RuleOutcome, b: RuleOutcome): number {
  const roles = Number(a.role === "alternative") - Number(b.role === "alternative");
  return roles || a.rank - b.rank;
}

/** One outcome a live system: the strongest that the rule lists, with all its reasons in rank order. */
function compileOutcomes(
  rule: Rule,
  systemById: ReadonlyMap<string, CompiledSystem>,
  precedence: (rule: Rule, outcome: RuleOutcome) => number,
): CompiledOutcome[] {
  const ranked = rule.outcomes.toSorted((a, b) => a.rank - b.rank);
  const bySystem = Map.groupBy(ranked, ({ systemId }) => systemById.get(systemId));
  return [...bySystem].flatMap(([system, outcomes]) => {
    const [strongest] = outcomes.toSorted(compareStrength);
    if (!system || !strongest) return [];
    return [{
      ruleId: rule.id,
      system,
      precedence: precedence(rule, strongest),
      role: strongest.role,
      rationales: outcomes.map(({ rationale }) => rationale),
    }];
  });
}

/**
 * Puts each rule under the options of its rarest positive condition: the one whose options the fewest
 * conditions of the rule set name. A rule is then looked at only when that condition may hold.
 */
function indexRules(rules: readonly CompiledRule[], optionCount: number): RuleProgram {
  const uses = new Uint32Array(optionCount);
  for (const { conditions } of rules) {
    for (const { options } of conditions.filter(isPositive)) {
      for (const option of options) uses[option] = (uses[option] ?? 0) + 1;
    }
  }
  const usesOf = (option: number) => uses[option] ?? 0;
  const rulesByOption: CompiledRule[][] = Array.from({ length: optionCount }, () => []);
  const unkeyedRules: CompiledRule[] = [];
  for (const rule of rules) {
    const [key] = rule.conditions.filter(isPositive)
      .map(({ operator, options }) =>
        operator === "all" ? [options.reduce((a, b) => usesOf(b) < usesOf(a) ? b : a)] : options
      )
      .toSorted((a, b) => sum(a.map(usesOf)) - sum(b.map(usesOf)));
    for (const option of key ?? []) rulesByOption[option]?.push(rule);
    if (!key) unkeyedRules.push(rule);
  }
  return { rulesByOption, unkeyedRules };
}

function isPositive({ operator }: CompiledCondition): boolean {
  return operator !== "none";
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
