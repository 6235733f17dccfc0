/** Generates the catalog of a large manufacturer: 300 systems, 2,000 rules, and 30 questions with 700 options. */
import {
  type Catalog,
  type Factor,
  Predicate,
  type Rule,
  type TypedValue,
} from "@/lib/catalog/mod.ts";
import { aCatalog, aFactor, anAttribute, anOption, aRule, aSystem } from "../helpers/factories.ts";
import { seededRandom } from "./random.ts";

export const LARGE = { systems: 300, rules: 2_000, factors: 30, options: 700 };
const ATTRIBUTES = 40;
const TIERS = 5;

/** Returns the catalog. It is the same in every run, and its only track asks every question. */
export function largeCatalog(): Catalog {
  const random = seededRandom(LARGE.rules);
  const below = (limit: number) => Math.floor(random() * limit);
  const optionsOf = (factor: number) =>
    Math.floor(LARGE.options * (factor + 1) / LARGE.factors) -
    Math.floor(LARGE.options * factor / LARGE.factors);
  const optionOf = (factor: number) => `f${factor}-${below(optionsOf(factor))}`;

  function factor(place: number): Factor {
    const options = Array.from(
      { length: optionsOf(place) },
      (_, option) =>
        anOption(`f${place}-${option}`, {
          label: `Answer ${option} to question ${place}`,
          description: `What answer ${option} means for the room, in one sentence.`,
          position: option,
          requirements: option % 5 === 0
            ? [{
              attributeId: `a${2 + 4 * below(ATTRIBUTES / 4)}`,
              predicate: Predicate.parse({ kind: "at-least", value: 10 + below(15) }),
            }]
            : [],
        }),
    );
    return aFactor(`f${place}`, [], { position: place, multiple: place % 3 === 0, options });
  }

  function value(attribute: number): TypedValue {
    if (attribute % 4 === 0) return { type: "enum", labels: [`Kind ${below(6)}`] };
    if (attribute % 4 === 1) {
      return { type: "range", min: below(20), max: 20 + below(30), label: null };
    }
    if (attribute % 4 === 2) return { type: "dimension", measurement: 10 + below(90), note: null };
    return { type: "untested" };
  }

  function rule(place: number): Rule {
    const asked = [...new Set([below(LARGE.factors), below(LARGE.factors), below(LARGE.factors)])];
    const named = [...new Set([below(LARGE.systems), below(LARGE.systems)])];
    return aRule(`rule-${place}`, {
      name: `Rule ${place} about a room`,
      priority: 1 + below(100),
      conditions: asked.map((factor) => ({
        factorId: `f${factor}`,
        operator: "any",
        optionIds: [...new Set([optionOf(factor), optionOf(factor), optionOf(factor)])].sort(),
      })),
      outcomes: named.map((system, index) => ({
        systemId: `s${system}`,
        role: index === 0 ? "preferred" : "alternative",
        rank: index + 1,
        rationale: `Reason ${below(200)} of an expert, in one or two sentences for the buyer.`,
      })),
    });
  }

  return aCatalog({
    tiers: Array.from({ length: TIERS }, (_, index) => ({
      id: `tier-${index}`,
      label: `Tier ${index}`,
      description: "What the buyer gets.",
      ordinal: index + 1,
    })),
    attributes: Array.from({ length: ATTRIBUTES }, (_, index) =>
      anAttribute(`a${index}`, {
        position: index,
        valueType: (["enum", "range", "dimension", "enum"] as const)[index % 4] ?? "enum",
      })),
    systems: Array.from({ length: LARGE.systems }, (_, index) =>
      aSystem(`s${index}`, {
        position: index,
        tagline: "A wall for every room.",
        description: "Two or three plain sentences about the system, for its own page.",
        budgetTierId: `tier-${below(TIERS)}`,
        values: Array.from({ length: ATTRIBUTES }, (_, attribute) => ({
          attributeId: `a${attribute}`,
          value: value(attribute),
          source: "manual" as const,
        })),
      })),
    factors: Array.from({ length: LARGE.factors }, (_, place) => factor(place)),
    tracks: [{
      id: "home",
      name: "Home",
      description: "Houses",
      ruleSetId: "main",
      position: 1,
      retired: false,
    }],
    rules: Array.from({ length: LARGE.rules }, (_, place) => rule(place)),
  });
}
