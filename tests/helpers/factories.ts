/** Small catalogs for tests that need a few exact records. */
import {
  type Attribute,
  BLANK_RULE,
  type Catalog,
  draftOfRule,
  type Factor,
  type FactorOption,
  type Rule,
  type RuleDraft,
  type System,
  type TypedValue,
} from "@/lib/catalog/mod.ts";

export function aSystem(id: string, over: Partial<System> = {}): System {
  return {
    id,
    name: `System ${id}`,
    tagline: null,
    description: null,
    budgetTierId: null,
    position: 0,
    retired: false,
    values: [],
    ...over,
  };
}

export function anAttribute(id: string, over: Partial<Attribute> = {}): Attribute {
  return {
    id,
    name: `Attribute ${id}`,
    group: "General",
    description: null,
    valueType: "enum",
    unit: null,
    position: 0,
    enabled: true,
    retired: false,
    ...over,
  };
}

export function anOption(id: string, over: Partial<FactorOption> = {}): FactorOption {
  return {
    id,
    label: `Option ${id}`,
    description: null,
    position: 0,
    retired: false,
    requirements: [],
    ...over,
  };
}

export function aFactor(id: string, optionIds: string[], over: Partial<Factor> = {}): Factor {
  return {
    id,
    name: `Factor ${id}`,
    question: `What about ${id}?`,
    help: null,
    multiple: false,
    trackIds: [],
    position: 0,
    retired: false,
    options: optionIds.map((optionId, position) => anOption(optionId, { position })),
    ...over,
  };
}

export function aRule(id: string, over: Partial<Rule> = {}): Rule {
  return {
    ...BLANK_RULE,
    id,
    ruleSetId: "main",
    name: `Rule ${id}`,
    priority: 10,
    enabled: true,
    ...over,
  };
}

/** An empty rule draft, with the fields in `over`. */
export function aDraft(over: Partial<RuleDraft> = {}): RuleDraft {
  return { ...draftOfRule({ ...BLANK_RULE, ruleSetId: "main" }), ...over };
}

export function aCatalog(over: Partial<Catalog> = {}): Catalog {
  return {
    version: 1,
    tiers: [
      { id: "low", label: "Low", description: "The first step", ordinal: 1 },
      { id: "high", label: "High", description: "The second step", ordinal: 2 },
    ],
    attributes: [],
    systems: [],
    factors: [],
    ruleSets: [{ id: "main", name: "Main", isDefault: true, retired: false }],
    tracks: [],
    rules: [],
    ...over,
  };
}

/** Manual attribute values, given by attribute id. */
export function values(byAttribute: Record<string, TypedValue>): System["values"] {
  return Object.entries(byAttribute).map(([attributeId, value]) => ({
    attributeId,
    value,
    source: "manual",
  }));
}

/** A value of labels. */
export function labels(...labels: string[]): TypedValue {
  return { type: "enum", labels };
}

/** A value between two ends; null leaves an end open. */
export function range(
  min: number | null,
  max: number | null,
  label: string | null = null,
): TypedValue {
  return { type: "range", min, max, label };
}

/** A measurement. */
export function dimension(measurement: number, note: string | null = null): TypedValue {
  return { type: "dimension", measurement, note };
}
