/** Generates catalogs and answer sets of any size for the engine benchmark. They are the same in every run. */
import {
  BLANK_RULE,
  type Catalog,
  type Factor,
  type Rule,
  type RuleCondition,
  type System,
} from "@/lib/catalog/mod.ts";
import type { Answers } from "@/lib/selection/mod.ts";
import { seededRandom } from "./random.ts";

const FACTORS = 12;
const OPTIONS = 5;
const SYSTEMS = 23;
const TIERS = 4;

/** The size of a catalog. Its rules are spread evenly over product families, and each buyer answers for one family. */
interface CatalogSize {
  rules: number;
  /**
   * Families are options of an extra factor, on which every rule has a condition. With one family there is no such
   * factor.
   */
  families: number;
}

/** Returns a catalog in which every factor is single-choice, so that every engine can express its rules. */
export function benchCatalog({ rules, families }: CatalogSize): Catalog {
  const random = seededRandom(rules);
  const factors = Array.from({ length: FACTORS }, (_, index) => factor(`factor_${index}`, OPTIONS));
  if (families > 1) factors.push(factor("family", families));
  return {
    version: 1,
    tiers: Array.from({ length: TIERS }, (_, index) => ({
      id: `tier-${index}`,
      label: `Tier ${index}`,
      description: "",
      ordinal: index,
    })),
    attributes: [],
    systems: Array.from({ length: SYSTEMS }, (_, index) => system(index)),
    factors,
    ruleSets: [{ id: "default", name: "Default", isDefault: true, retired: false }],
    tracks: [],
    rules: Array.from({ length: rules }, (_, index) => {
      const conditions = randomConditions(random);
      if (families > 1) {
        const optionIds = [optionId("family", index % families)];
        conditions.push({ factorId: "family", operator: "any", optionIds });
      }
      return rule(index, conditions, random);
    }),
  };
}

/** Returns distinct complete answer sets over the factors of {@linkcode benchCatalog}. */
export function benchAnswers(
  count: number,
  { families }: Pick<CatalogSize, "families">,
): Answers[] {
  const random = seededRandom(count);
  const sets = new Map<string, Answers>();
  while (sets.size < count) {
    const optionIds = Array.from(
      { length: FACTORS },
      (_, index) => optionId(`factor_${index}`, below(OPTIONS, random)),
    );
    if (families > 1) optionIds.push(optionId("family", 0));
    sets.set(optionIds.join(), { optionIds, track: null });
  }
  return [...sets.values()];
}

function factor(id: string, options: number): Factor {
  return {
    id,
    name: id,
    question: id,
    help: null,
    multiple: false,
    trackIds: [],
    position: 1,
    retired: false,
    options: Array.from({ length: options }, (_, index) => ({
      id: optionId(id, index),
      label: `${id} ${index}`,
      description: null,
      position: index,
      retired: false,
      requirements: [],
    })),
  };
}

function system(index: number): System {
  return {
    id: `system-${index}`,
    name: `System ${index}`,
    tagline: null,
    description: null,
    budgetTierId: `tier-${index % TIERS}`,
    position: index,
    retired: false,
    values: [],
  };
}

function rule(index: number, conditions: RuleCondition[], random: () => number): Rule {
  return {
    ...BLANK_RULE,
    id: `rule-${index}`,
    ruleSetId: "default",
    name: `Rule ${index}`,
    priority: below(100, random),
    enabled: true,
    retired: false,
    conditions,
    outcomes: [1, 2].map((rank) => ({
      systemId: `system-${below(SYSTEMS, random)}`,
      role: rank === 1 ? "preferred" : "alternative",
      rank,
      rationale: `Reason ${below(40, random)}.`,
    })),
  };
}

/** Draws two or three conditions on different factors, with one or two options each; some are exclusions. */
function randomConditions(random: () => number): RuleCondition[] {
  const factorIds = new Set<string>();
  const wanted = 2 + below(2, random);
  while (factorIds.size < wanted) factorIds.add(`factor_${below(FACTORS, random)}`);
  return [...factorIds].map((factorId, place) => {
    const first = below(OPTIONS, random);
    const optionIds = [first, (first + 1) % OPTIONS].slice(0, 1 + below(2, random))
      .map((index) => optionId(factorId, index));
    const operator = place > 0 && random() < 0.15 ? "none" : "any";
    return { factorId, operator, optionIds };
  });
}

function optionId(factorId: string, index: number): string {
  return `${factorId}-option-${index}`;
}

function below(limit: number, random: () => number): number {
  return Math.floor(random() * limit);
}
