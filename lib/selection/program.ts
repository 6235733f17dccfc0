/**
 * Compiles everything that does not depend on the answers, once per snapshot, so that an answer costs only what it can
 * match (design §5, §6).
 */
import {
  type FactorOption,
  perSnapshotInSteps,
  type Role,
  type Rule,
  type RuleOutcome,
  type Snapshot,
  type System,
  tierOf,
} from "../catalog/mod.ts";
import type { Steps } from "../timing/mod.ts";
import { type Bits, noBits } from "./bits.ts";
import { compileConditions, type CompiledCondition } from "./conditions.ts";
import { meetsRequirements } from "./requirements.ts";
import { indexRules, type RuleIndex } from "./rule_index.ts";
import type { FiredRule, OverSpecification } from "./schema.ts";

/** A live system. The order of indexes breaks ties between leads (design §6.4). */
export interface CompiledSystem {
  readonly index: number;
  readonly system: System;
  readonly tierLabel: string | null;
  /** The tier ordinal; Infinity without a tier, so that it is never cheaper. */
  readonly tierOrdinal: number;
}

export interface CompiledOption {
  readonly index: number;
  /** Indexes of the systems that fail one of its requirements. */
  readonly failing: readonly number[];
}

/** The role and reasons that one rule gives to one system. */
interface CompiledOutcome {
  readonly ruleId: string;
  readonly role: Role;
  readonly rationales: readonly Rationale[];
}

/** A rationale, with its index among the distinct rationales of the rule set for the system. */
interface Rationale {
  readonly place: number;
  readonly text: string;
}

/** The two possible trace lines of a rule, frozen because all answers share them. */
interface TraceLines {
  readonly contributed: FiredRule;
  readonly silent: FiredRule;
}

/** The rules that can fire, in rule order. Their data is stored in columns, because an answer reads few of many rules. */
export interface RuleProgram {
  readonly index: RuleIndex;
  readonly lines: readonly TraceLines[];
  /** Start of each rule's outcomes, and the end of the last; a rule has one outcome per live system. */
  readonly starts: Int32Array;
  /** The system index of each outcome. */
  readonly systems: Int32Array;
  /** The precedence of each outcome by (rule priority, role, rank); lower wins. */
  readonly precedences: Int32Array;
  readonly outcomes: readonly CompiledOutcome[];
  /** By system index, no text of those that are given for it. */
  readonly noTexts: readonly Readonly<Bits>[];
}

export interface Program {
  /** Live options of live factors. */
  readonly optionById: ReadonlyMap<string, CompiledOption>;
  readonly systems: readonly CompiledSystem[];
  readonly ruleProgramById: ReadonlyMap<string, RuleProgram>;
  /** Over-specifications made so far, by the index of the lead times the number of systems, plus that of the cheaper system. */
  readonly overSpecifications: Map<number, OverSpecification>;
  /** The initial state of an answer. Copying it is several times faster than building it. */
  readonly blank: {
    readonly options: Readonly<Bits>;
    readonly systems: Readonly<Bits>;
    readonly precedence: readonly number[];
    readonly picks: readonly undefined[];
  };
}

/** The precedence of a system that is not surfaced, after all others. */
export const NOT_SURFACED = 2 ** 30 - 1;

/** The engine's program for a snapshot, compiled once and cached with the snapshot. */
export const programFor: (snapshot: Snapshot) => Program = perSnapshotInSteps(compile);

/** Rules between two pauses: about a millisecond. */
const RULES_A_STEP = 100;

function* compile(snapshot: Snapshot): Steps<Program> {
  const systems = compileSystems(snapshot);
  const options = snapshot.factors.flatMap((factor) => factor.options);
  const optionById = new Map<string, CompiledOption>();
  for (const [index, option] of options.entries()) {
    if (option.requirements.length > 0) yield;
    optionById.set(option.id, { index, failing: failingSystems(option, systems, snapshot) });
  }
  const systemById = new Map(systems.map((compiled) => [compiled.system.id, compiled]));
  const factorOf = snapshot.factors.flatMap(({ options }, place) => options.map(() => place));
  const rulesById = Map.groupBy(snapshot.rules, (rule) => rule.ruleSetId);
  const ruleProgramById = new Map<string, RuleProgram>();
  for (const [ruleSetId, stored] of rulesById) {
    ruleProgramById.set(
      ruleSetId,
      yield* compileRules(stored, { snapshot, optionById, factorOf, systemById }),
    );
  }
  const blank = {
    options: noBits(options.length),
    systems: noBits(systems.length),
    precedence: systems.map(() => NOT_SURFACED),
    picks: systems.map(() => undefined),
  };
  return { optionById, systems, ruleProgramById, overSpecifications: new Map(), blank };
}

interface RuleContext {
  readonly snapshot: Snapshot;
  readonly optionById: ReadonlyMap<string, CompiledOption>;
  /** The index of each option's factor. */
  readonly factorOf: readonly number[];
  readonly systemById: ReadonlyMap<string, CompiledSystem>;
}

function* compileRules(
  stored: readonly Rule[],
  { snapshot, optionById, factorOf, systemById }: RuleContext,
): Steps<RuleProgram> {
  const precedence = outcomePrecedence(stored);
  yield;
  const lines: TraceLines[] = [];
  const conditions: CompiledCondition[][] = [];
  const starts: number[] = [];
  const said: SystemOutcome[] = [];
  for (const [place, rule] of stored.entries()) {
    if (place % RULES_A_STEP === RULES_A_STEP - 1) yield;
    const own = compileConditions(rule, snapshot, optionById);
    if (own === null) continue;
    conditions.push(own);
    lines.push(linesOf(rule));
    starts.push(said.length);
    said.push(...compileOutcomes(rule, systemById, precedence));
  }
  starts.push(said.length);
  yield;
  const texts = Array.from(systemById, () => new Map<string, number>());
  const outcomes = said.map(({ ruleId, role, rationales, systemIndex }): CompiledOutcome => ({
    ruleId,
    role,
    rationales: rationales.map((text) => ({ text, place: placeOf(text, texts[systemIndex]) })),
  }));
  return {
    index: yield* indexRules(conditions, factorOf),
    lines,
    starts: Int32Array.from(starts),
    systems: Int32Array.from(said, ({ systemIndex }) => systemIndex),
    precedences: Int32Array.from(said, ({ precedence }) => precedence),
    outcomes,
    noTexts: texts.map(({ size }) => noBits(size)),
  };
}

/** Returns the index of a text in a list, and appends it if it is new. */
function placeOf(text: string, places: Map<string, number> = new Map()): number {
  return places.getOrInsert(text, places.size);
}

function linesOf({ id, name, priority }: Rule): TraceLines {
  const line = { ruleId: id, name, priority };
  return {
    contributed: Object.freeze({ ...line, contributed: true }),
    silent: Object.freeze({ ...line, contributed: false }),
  };
}

/** Orders live systems by (tier ordinal, position, id), which breaks ties of precedence. */
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
 * Ranks every (priority, role, rank) of a rule set, whose rules are ordered by priority, so that matching compares one
 * number. Equal triples get the same rank.
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

/** Orders the outcomes of a rule: preferred before alternative, then by rank (design §6). */
export function compareStrength(a: RuleOutcome, b: RuleOutcome): number {
  const roles = Number(a.role === "alternative") - Number(b.role === "alternative");
  return roles || a.rank - b.rank;
}

/** The outcomes of one rule for one system. */
interface SystemOutcome {
  readonly ruleId: string;
  readonly systemIndex: number;
  readonly precedence: number;
  readonly role: Role;
  readonly rationales: readonly string[];
}

/** Merges a rule's outcomes per live system: the strongest role and rank, with all rationales in rank order. */
function compileOutcomes(
  rule: Rule,
  systemById: ReadonlyMap<string, CompiledSystem>,
  precedence: ReadonlyMap<RuleOutcome, number>,
): SystemOutcome[] {
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
