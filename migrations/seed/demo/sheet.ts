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
} from "../../../lib/catalog/mod.ts";
import type { AttributeId } from "./attributes.ts";
import { placed } from "./placed.ts";

/** One or several labels of an enumeration. */
export function labels(...names: string[]): TypedValue {
  return { type: "enum", labels: names };
}

/** From one figure to another, both included. */
export function range(min: number, max: number): TypedValue {
  return { type: "range", min, max, label: null };
}

/** Any figure up to this one. */
export function upTo(max: number): TypedValue {
  return { type: "range", min: null, max, label: null };
}

/** This figure and any above it. */
export function from(min: number): TypedValue {
  return { type: "range", min, max: null, label: null };
}

/** No figure to bound it; the label is what people read, and no requirement is met. */
export function inWords(label: string): TypedValue {
  return { type: "range", min: null, max: null, label };
}

/** One measurement, with a note on how it is meant. */
export function dimension(measurement: number, note: string | null = null): TypedValue {
  return { type: "dimension", measurement, note };
}

/** Could be tested and has not been. */
export const untested: TypedValue = { type: "untested" };
/** The figure has no meaning for this system. */
export const notApplicable: TypedValue = { type: "na" };
/** The system does not have it. */
export const none: TypedValue = { type: "none" };
/** Not published yet. */
export const empty: TypedValue = { type: "empty" };

interface SystemSheet {
  id: string;
  name: string;
  tagline: string;
  description: string;
  tier: string;
  values: Partial<Record<AttributeId, TypedValue>>;
}

/** A system before it has its place in the catalog. */
export type PlacedLater<T> = Omit<T, "position">;

/** A system from its data sheet. */
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
  /** What a system must have to be right for whoever chooses this. */
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

/** A factor from its question and options. */
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

/** The system offers at least one of these. */
export function includes(...names: string[]): Predicate {
  return { kind: "includes", labels: names };
}

/** The system's range reaches this figure. */
export function covers(value: number): Predicate {
  return { kind: "covers", value };
}

/** The system measures this much or more. */
export function atLeast(value: number): Predicate {
  return { kind: "at-least", value };
}

/** The system measures this much or less. */
export function atMost(value: number): Predicate {
  return { kind: "at-most", value };
}

/** One of these options is chosen. */
export function any(factorId: string, ...optionIds: string[]): RuleCondition {
  return { factorId, operator: "any", optionIds };
}

/** Every one of these options is chosen. */
export function all(factorId: string, ...optionIds: string[]): RuleCondition {
  return { factorId, operator: "all", optionIds };
}

/** None of these options is chosen. */
export function noneOf(factorId: string, ...optionIds: string[]): RuleCondition {
  return { factorId, operator: "none", optionIds };
}

type UnrankedOutcome = Omit<RuleOutcome, "rank">;

/** A system that the rule prefers, and why. */
export function prefer(systemId: string, rationale: string): UnrankedOutcome {
  return outcome(systemId, "preferred", rationale);
}

/** A system that also does what the rule asks, and why. */
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

/** The rules of one rule set; each rule ranks its systems in the order they are written. */
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
