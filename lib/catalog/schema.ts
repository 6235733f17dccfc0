/** The domain types of the catalog, and the schemas of its identifiers and typed values (spec §2.2, §4.2). */
import { z } from "zod";
import { repeatable } from "../http/mod.ts";
import { ID_PATTERN } from "../text/mod.ts";

/** An identifier: 1 to 100 letters, digits, `_` or `-`, the first a letter or digit (spec §2.5). */
export const Id = z.string().regex(ID_PATTERN);

/**
 * Returns the schema of a query parameter or form field of comma-separated ids, parsed by {@linkcode splitIds}. Lists of
 * a repeated parameter are joined, and an absent one is empty. The ids are not checked against `Id`.
 */
export function idList(description: string): z.ZodType<string[], string | undefined> {
  const list = z.string().transform(splitIds).prefault("").describe(description);
  return repeatable(list, (values) => values.join(","));
}

/** Splits comma-separated ids, trims them, drops blanks and repeats, and keeps their order. */
export function splitIds(list: string): string[] {
  const ids = new Set<string>();
  for (const padded of list.split(",")) {
    const id = padded.trim();
    if (id !== "") ids.add(id);
  }
  return [...ids];
}

const Bound = z.number().nullable();

/**
 * One attribute value (spec §2.2, §4.2). Numbers are in the attribute's own `unit`, so any two values of one
 * attribute can be compared. A range with a `null` bound is open on that side; its `label` is shown only when both
 * bounds are null.
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

/**
 * The condition that an option requirement places on an attribute value (design §6.3). `includes` applies to enum
 * values, `covers` to ranges, `at-least` and `at-most` to dimensions. Numbers are in the attribute's unit.
 */
export const Predicate = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("includes"), labels: z.array(z.string().min(1)).min(1) }),
  z.strictObject({ kind: z.literal("covers"), value: z.number() }),
  z.strictObject({ kind: z.literal("at-least"), value: z.number() }),
  z.strictObject({ kind: z.literal("at-most"), value: z.number() }),
]);
export type Predicate = z.infer<typeof Predicate>;

/** The value type of an attribute: the type that editors enter and that the CMS sync parses raw values into. */
export const ValueType = z.enum(["enum", "range", "dimension"]);
export type ValueType = z.infer<typeof ValueType>;

/** The source of an attribute value: `manual` is seeded or entered by staff, `cms` written by the sync (spec §2.3). */
export type Provenance = "manual" | "cms";

/** A step of the budget ladder. */
export interface BudgetTier {
  id: string;
  label: string;
  /** One sentence for buyers about what they get at this price. */
  description: string;
  /** Position on the ladder, 1 is the cheapest. */
  ordinal: number;
}

/** An attribute, a row of every data sheet. `enabled` is independent of retirement (spec §2.2). */
export interface Attribute {
  id: string;
  name: string;
  /** Heading that comparison rows are grouped under, such as "Performance". */
  group: string;
  /** Explains the attribute to a buyer who does not know the term. */
  description: string | null;
  valueType: ValueType;
  /** Unit of every number in the attribute's values, as printed after it: "in", "ft", "STC", "lb". */
  unit: string | null;
  position: number;
  enabled: boolean;
  retired: boolean;
}

/** The value of one attribute of one system, with its source (spec §2.3). */
export interface AttributeValue {
  attributeId: string;
  value: TypedValue;
  source: Provenance;
}

/** A movable-wall system. Retired systems are no longer on offer. */
export interface System {
  id: string;
  name: string;
  tagline: string | null;
  /** Two or three plain sentences for the system's own page. */
  description: string | null;
  budgetTierId: string | null;
  position: number;
  retired: boolean;
  /** True for a draft, which only staff see; absent otherwise. */
  draft?: boolean;
  values: AttributeValue[];
}

/** A requirement that a system must meet to suit a buyer who chose the option (design §6.3). */
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

/** A group of rules. Each track is matched against one rule set (spec §4.1). */
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

/** A condition on the buyer's answers to one factor. */
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

/** A rule: it fires when all of its conditions hold, and surfaces its outcomes (spec §2.2). */
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

/** An empty, disabled rule, to be spread into a new rule beside its id and rule set. */
export const BLANK_RULE: Omit<Rule, "id" | "ruleSetId"> = {
  name: "",
  priority: 1,
  enabled: false,
  retired: false,
  conditions: [],
  outcomes: [],
};

/** The whole catalog as stored, retired and disabled records included. */
export interface Catalog {
  /** Increases with every write to any catalog table; a snapshot carries the version it was compiled from. */
  version: number;
  tiers: BudgetTier[];
  attributes: Attribute[];
  systems: System[];
  factors: Factor[];
  ruleSets: RuleSet[];
  tracks: Track[];
  rules: Rule[];
}
