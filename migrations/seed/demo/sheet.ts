/** Short constructors, so that the demo's records read like a data sheet. */
import {
  BLANK_RULE,
  type Factor,
  type FactorOption,
  type Predicate,
  type Role,
  type Rule,
  type RuleCondition,
  type RuleOutcome,
  type System,
  type TypedValue,
} from "@/lib/catalog/mod.ts";
import type { AttributeId } from "./attributes.ts";
import { placed } from "./placed.ts";

/** Returns an enum value with one or several labels. */
export function labels(...names: string[]): TypedValue {
  return { type: "enum", labels: names };
}

/** Returns a range, including both bounds. */
export function range(min: number, max: number): TypedValue {
  return { type: "range", min, max, label: null };
}

/** Returns a range with an upper bound only. */
export function upTo(max: number): TypedValue {
  return { type: "range", min: null, max, label: null };
}

/** Returns a range with a lower bound only. */
export function from(min: number): TypedValue {
  return { type: "range", min, max: null, label: null };
}

/** Returns a range without bounds, which has only a label and meets no requirement. */
export function inWords(label: string): TypedValue {
  return { type: "range", min: null, max: null, label };
}

/** Returns a dimension: a measurement with a note. */
export function dimension(measurement: number, note: string | null = null): TypedValue {
  return { type: "dimension", measurement, note };
}

/** Untested: the figure could be measured but has not been. */
export const untested: TypedValue = { type: "untested" };
/** Not applicable to this system. */
export const notApplicable: TypedValue = { type: "na" };
/** None: the system does not have this. */
export const none: TypedValue = { type: "none" };
/** Empty: not published yet. */
export const empty: TypedValue = { type: "empty" };

interface SystemSheet {
  id: string;
  name: string;
  tagline: string;
  description: string;
  tier: string;
  values: Partial<Record<AttributeId, TypedValue>>;
}

/** A system without its position in the catalog. */
export type PlacedLater<T> = Omit<T, "position">;

/** Returns a system from its data sheet. */
export function system(
  { id, name, tagline, description, tier, values }: SystemSheet,
): PlacedLater<System> {
  return {
    id,
    name,
    tagline,
    description,
    budgetTierId: tier,
    retired: false,
    values: Object.entries(values).map(([attributeId, value]) => ({
      attributeId,
      value,
      source: "manual",
    })),
  };
}

interface OptionSheet {
  id: string;
  label: string;
  description: string;
  /** Requirements of the option on systems. */
  needs?: Partial<Record<AttributeId, Predicate>>;
}

interface FactorSheet {
  id: string;
  name: string;
  question: string;
  help: string;
  multiple?: boolean;
  tracks?: string[];
  options: OptionSheet[];
}

/** Returns a factor from its question and options. */
export function factor(sheet: FactorSheet): PlacedLater<Factor> {
  const { id, name, question, help, multiple = false, tracks = [], options } = sheet;
  return {
    id,
    name,
    question,
    help,
    multiple,
    trackIds: tracks,
    retired: false,
    options: placed(options.map(option)),
  };
}

function option({ id, label, description, needs = {} }: OptionSheet): PlacedLater<FactorOption> {
  return {
    id,
    label,
    description,
    retired: false,
    requirements: Object.entries(needs).map(([attributeId, predicate]) => ({
      attributeId,
      predicate,
    })),
  };
}

/** Returns the requirement that the system has at least one of these labels. */
export function includes(...names: string[]): Predicate {
  return { kind: "includes", labels: names };
}

/** Returns the requirement that the system's range covers this figure. */
export function covers(value: number): Predicate {
  return { kind: "covers", value };
}

/** Returns the requirement that the system's dimension is at least this. */
export function atLeast(value: number): Predicate {
  return { kind: "at-least", value };
}

/** Returns the requirement that the system's dimension is at most this. */
export function atMost(value: number): Predicate {
  return { kind: "at-most", value };
}

/** Returns the condition that at least one of these options is chosen. */
export function any(factorId: string, ...optionIds: string[]): RuleCondition {
  return { factorId, operator: "any", optionIds };
}

/** Returns the condition that all of these options are chosen. */
export function all(factorId: string, ...optionIds: string[]): RuleCondition {
  return { factorId, operator: "all", optionIds };
}

/** Returns the condition that none of these options are chosen. */
export function noneOf(factorId: string, ...optionIds: string[]): RuleCondition {
  return { factorId, operator: "none", optionIds };
}

type UnrankedOutcome = Omit<RuleOutcome, "rank">;

/** Returns an outcome with role `preferred` and its rationale. */
export function prefer(systemId: string, rationale: string): UnrankedOutcome {
  return outcome(systemId, "preferred", rationale);
}

/** Returns an outcome with role `alternative` and its rationale. */
export function also(systemId: string, rationale: string): UnrankedOutcome {
  return outcome(systemId, "alternative", rationale);
}

function outcome(systemId: string, role: Role, rationale: string): UnrankedOutcome {
  return { systemId, role, rationale };
}

interface RuleSheet {
  id: string;
  name: string;
  priority: number;
  when: RuleCondition[];
  offer: UnrankedOutcome[];
}

/** Returns the rules of one rule set. The order of a rule's outcomes is their rank. */
export function rulesOf(ruleSetId: string, sheets: readonly RuleSheet[]): Rule[] {
  return sheets.map(({ id, name, priority, when, offer }) => ({
    ...BLANK_RULE,
    id,
    ruleSetId,
    name,
    priority,
    enabled: true,
    conditions: when,
    outcomes: offer.map((each, index) => ({ ...each, rank: index + 1 })),
  }));
}
