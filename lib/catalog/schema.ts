/** The catalog's domain types and the wire shapes of its reads (spec §2.2, §4.2). */
import { z } from "zod";

/** What an identifier looks like everywhere in the product (spec §2.5). */
export const Id = z.string().regex(/^[a-zA-Z0-9][a-zA-Z0-9_-]{0,99}$/);

/** Comma-separated ids as query parameters carry them: trimmed, without blanks and repeats. */
export const IdList = z.string().transform(splitIds);

/** Splits comma-separated ids, trims them, drops blanks and repeats, and keeps their order. */
export function splitIds(list: string): string[] {
  return [...new Set(list.split(",").map((id) => id.trim()).filter((id) => id !== ""))];
}

const Bound = z.number().nullable();

/**
 * One attribute value (spec §2.2, §4.2). Numbers are in the attribute's own `unit`, so two values of
 * one attribute always compare. A range with a `null` bound is open on that side; its `label` is what
 * people read when it has no bounds at all.
 */
export const TypedValue = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("enum"), labels: z.array(z.string().min(1)).min(1) }),
  z.strictObject({
    type: z.literal("range"),
    min: Bound,
    max: Bound,
    label: z.string().nullable(),
  }),
  z.strictObject({
    type: z.literal("dimension"),
    measurement: z.number(),
    note: z.string().nullable(),
  }),
  z.strictObject({ type: z.literal("untested") }),
  z.strictObject({ type: z.literal("na") }),
  z.strictObject({ type: z.literal("none") }),
  z.strictObject({ type: z.literal("empty") }),
]).meta({ id: "TypedValue" });
export type TypedValue = z.infer<typeof TypedValue>;

/** What an option asks of an attribute (design §6.3). */
export const Predicate = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("includes"), labels: z.array(z.string().min(1)).min(1) }),
  z.strictObject({ kind: z.literal("covers"), value: z.number() }),
  z.strictObject({ kind: z.literal("at-least"), value: z.number() }),
  z.strictObject({ kind: z.literal("at-most"), value: z.number() }),
]);
export type Predicate = z.infer<typeof Predicate>;

/** The value-type hint of an attribute: what an editor or the CMS sync makes of a raw value. */
export const ValueType = z.enum(["enum", "range", "dimension"]);
export type ValueType = z.infer<typeof ValueType>;

/** Where a value came from (spec §2.3). */
export type Provenance = "manual" | "cms";

/** A step of the budget ladder. */
export interface BudgetTier {
  id: string;
  label: string;
  /** One sentence for buyers: what this step of the ladder buys. */
  description: string;
  /** Place on the ladder, 1 the cheapest. */
  ordinal: number;
}

/** A row of every data sheet; `enabled` switches it off without retiring it (spec §2.2). */
export interface Attribute {
  id: string;
  name: string;
  /** Heading that comparison rows are grouped under, such as "Performance". */
  group: string;
  /** What the figure means, for a buyer who has not met it. */
  description: string | null;
  valueType: ValueType;
  /** Unit of every number in the attribute's values, as printed after it: "in", "ft", "STC", "lb". */
  unit: string | null;
  position: number;
  enabled: boolean;
  retired: boolean;
}

/** What one system has for one attribute, and where that came from (spec §2.3). */
export interface AttributeValue {
  attributeId: string;
  value: TypedValue;
  source: Provenance;
}

/** A movable-wall system on offer, or once on offer when retired. */
export interface System {
  id: string;
  name: string;
  tagline: string | null;
  /** Two or three plain sentences for the system's own page. */
  description: string | null;
  budgetTierId: string | null;
  position: number;
  retired: boolean;
  /** Kept as a draft that staff alone see; absent where it is none. */
  draft?: boolean;
  values: AttributeValue[];
}

/** What a system must have to suit whoever chose the option (design §6.3). */
export interface OptionRequirement {
  attributeId: string;
  predicate: Predicate;
}

/** One answer to a factor. Its id is unique among all options. */
export interface FactorOption {
  id: string;
  label: string;
  description: string | null;
  position: number;
  retired: boolean;
  requirements: OptionRequirement[];
}

/** A question that buyers are asked. */
export interface Factor {
  id: string;
  /** The noun staff and summaries use: "Acoustic privacy". */
  name: string;
  /** The question as the buyer reads it. */
  question: string;
  help: string | null;
  /** Whether a buyer may choose several options. */
  multiple: boolean;
  /** Tracks that ask this factor; empty means every track does. */
  trackIds: string[];
  position: number;
  retired: boolean;
  options: FactorOption[];
}

/** Rules that belong together; tracks name the one that right-sizes for them (spec §4.1). */
export interface RuleSet {
  id: string;
  name: string;
  /** Exactly one rule set is the default. */
  isDefault: boolean;
  retired: boolean;
}

/** A kind of buyer, such as "home". */
export interface Track {
  /** Also the `track` slug in URLs. */
  id: string;
  name: string;
  description: string;
  ruleSetId: string;
  position: number;
  retired: boolean;
}

/** How many of a condition's options must be selected: at least one, every one, or none. */
export type ConditionOperator = "any" | "all" | "none";
/** How a rule puts a system forward. */
export type Role = "preferred" | "alternative";

/** What the answers to one factor must be like. */
export interface RuleCondition {
  factorId: string;
  operator: ConditionOperator;
  optionIds: string[];
}

/** A system that a fired rule surfaces. */
export interface RuleOutcome {
  systemId: string;
  role: Role;
  /** Order within the rule, 1 first. */
  rank: number;
  /** The reason in an expert's words, printed verbatim. */
  rationale: string;
}

/** Conditions, all of which must hold, and the outcomes they lead to (spec §2.2). */
export interface Rule {
  id: string;
  ruleSetId: string;
  name: string;
  /** Lower comes first. */
  priority: number;
  enabled: boolean;
  retired: boolean;
  conditions: RuleCondition[];
  outcomes: RuleOutcome[];
}

/** A rule of which nothing is said yet: what is written in code says the rest. */
export const BLANK_RULE: Omit<Rule, "id" | "ruleSetId"> = {
  name: "",
  priority: 1,
  enabled: false,
  retired: false,
  conditions: [],
  outcomes: [],
};

/** The columns of a rule that hold one value each, by the names that a record has for them. */
export const RULE_COLUMNS = [
  "id",
  "rule_set_id as ruleSetId",
  "name",
  "priority",
  "enabled",
] as const;

/** The whole catalog as stored, retired and disabled records included. */
export interface Catalog {
  /** Moves with every write to any catalog table; names the snapshot compiled from it. */
  version: number;
  tiers: BudgetTier[];
  attributes: Attribute[];
  systems: System[];
  factors: Factor[];
  ruleSets: RuleSet[];
  tracks: Track[];
  rules: Rule[];
}
