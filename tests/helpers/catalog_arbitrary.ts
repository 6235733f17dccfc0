/**
 * Random catalogs and answers for property tests. The pools of ids, positions, priorities and ranks are deliberately
 * small, so that ties, dangling references and retired records are frequent.
 */
import fc from "fast-check";
import {
  type Attribute,
  BLANK_RULE,
  type BudgetTier,
  type Catalog,
  type Factor,
  type FactorOption,
  type Predicate,
  type Rule,
  type RuleSet,
  type System,
  type Track,
  type TypedValue,
} from "@/lib/catalog/mod.ts";

const TIER_IDS = ["tier-1", "tier-2", "tier-3", "tier-4"];
const ATTRIBUTE_IDS = ["attribute-1", "attribute-2", "attribute-3"];
const SYSTEM_IDS = ["system-1", "system-2", "system-3", "system-4", "system-5", "system-6"];
const FACTOR_IDS = ["factor-1", "factor-2", "factor-3"];
const OPTION_NUMBERS = [1, 2, 3];
const OPTION_IDS = FACTOR_IDS.flatMap((id) => OPTION_NUMBERS.map((number) => optionId(id, number)));
const RULE_SET_IDS = ["rules-1", "rules-2", "rules-3"];
const TRACK_IDS = ["track-1", "track-2", "track-3"];
const RULE_IDS = Array.from({ length: 16 }, (_, index) => `rule-${index + 1}`);
const LABELS = ["Clear", "Tinted", "clear", "Bronze"];

/** An id that no record has. */
export const UNKNOWN_ID = "unknown";

/** Answers as a caller may send them: unknown ids, repeats, blanks and padding included. */
interface ArbitraryAnswers {
  optionIds: string[];
  track: string | null;
}

/** Draws answers from the same pools as {@linkcode arbitraryCatalog}. */
export function arbitraryAnswers(): fc.Arbitrary<ArbitraryAnswers> {
  const noise = fc.constantFrom(UNKNOWN_ID, "", " ", ` ${OPTION_IDS[0]} `, ...OPTION_IDS);
  return record({
    optionIds: fc.tuple(fc.shuffledSubarray(OPTION_IDS), lengthOf([0, 0, 1, 2], noise))
      .map(([known, extra]) => [...known, ...extra]),
    track: fc.constantFrom(null, null, UNKNOWN_ID, ...TRACK_IDS),
  });
}

/** Draws a whole catalog; about one record in twelve is retired or disabled. */
export function arbitraryCatalog(): fc.Arbitrary<Catalog> {
  return record({
    version: fc.nat(9),
    tiers: each(TIER_IDS, arbitraryTier),
    attributes: each(ATTRIBUTE_IDS, arbitraryAttribute),
    systems: each(SYSTEM_IDS, arbitrarySystem),
    factors: each(FACTOR_IDS, arbitraryFactor),
    ruleSets: arbitraryRuleSets(),
    tracks: each(TRACK_IDS, arbitraryTrack),
    rules: fc.shuffledSubarray(RULE_IDS, { minLength: 8 }).chain((ids) =>
      fc.tuple(...ids.map(arbitraryRule))
    ),
  });
}

/** Draws plain objects, like stored ones. By default fast-check also draws objects without a prototype. */
function record<T>(model: { [K in keyof T]: fc.Arbitrary<T[K]> }): fc.Arbitrary<T> {
  return fc.record(model, { noNullPrototype: true });
}

/** Draws a record for each of the ids but at most one, in any order. */
function each<T>(ids: readonly string[], arbitrary: (id: string) => fc.Arbitrary<T>) {
  return fc.shuffledSubarray([...ids], { minLength: ids.length - 1 })
    .chain((some) => fc.tuple(...some.map(arbitrary)));
}

function lengthOf<T>(lengths: number[], arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T[]> {
  return fc.constantFrom(...lengths)
    .chain((length) => fc.array(arbitrary, { minLength: length, maxLength: length }));
}

function rarely(): fc.Arbitrary<boolean> {
  return fc.nat(11).map((dice) => dice === 11);
}

function mostly(): fc.Arbitrary<boolean> {
  return rarely().map((is) => !is);
}

function optionId(factorId: string, number: number): string {
  return `${factorId}-option-${number}`;
}

function oneOrUnknown(ids: readonly string[]): fc.Arbitrary<string> {
  return fc.constantFrom(...ids, ...ids, ...ids, UNKNOWN_ID);
}

function arbitraryTier(id: string): fc.Arbitrary<BudgetTier> {
  return fc.constantFrom(1, 2, 3, 4, 5, 6, 7, 8).map((ordinal) => ({
    id,
    label: `Tier ${id}`,
    description: "",
    ordinal,
  }));
}

function arbitraryAttribute(id: string): fc.Arbitrary<Attribute> {
  return record({ position: fc.nat(2), enabled: mostly(), retired: rarely() })
    .map((drawn) => ({
      id,
      name: `Attribute ${id}`,
      group: "Group",
      description: null,
      valueType: "enum",
      unit: null,
      ...drawn,
    }));
}

/** Draws values, mostly of the type that {@linkcode arbitraryPredicate} requires of the same attribute. */
function arbitraryValue(attributeId: string): fc.Arbitrary<TypedValue> {
  const bound = fc.constantFrom(null, -1, 0, 1);
  const labels = fc.shuffledSubarray(LABELS, { minLength: 1 });
  const byAttribute: fc.Arbitrary<TypedValue>[] = [
    labels.map((labels) => ({ type: "enum", labels })),
    record({ min: bound, max: bound }).map((bounds) => ({
      type: "range",
      ...bounds,
      label: "As built",
    })),
    fc.nat(3).map((measurement) => ({ type: "dimension", measurement, note: null })),
  ];
  const other = fc.constantFrom<TypedValue>(
    { type: "untested" },
    { type: "na" },
    { type: "none" },
    { type: "empty" },
  );
  return ofItsKind(attributeId, byAttribute, other);
}

function arbitraryPredicate(attributeId: string): fc.Arbitrary<Predicate> {
  const labels = fc.shuffledSubarray([...LABELS, "CLEAR"], { minLength: 1 });
  const value = fc.integer({ min: -2, max: 2 });
  const byAttribute: fc.Arbitrary<Predicate>[] = [
    labels.map((labels) => ({ kind: "includes", labels })),
    value.map((value) => ({ kind: "covers", value })),
    record({ kind: fc.constantFrom("at-least", "at-most"), value }),
  ];
  return ofItsKind(attributeId, byAttribute, fc.oneof(...byAttribute));
}

function ofItsKind<T>(
  attributeId: string,
  byAttribute: readonly fc.Arbitrary<T>[],
  other: fc.Arbitrary<T>,
): fc.Arbitrary<T> {
  const own = byAttribute[ATTRIBUTE_IDS.indexOf(attributeId)] ?? other;
  return fc.oneof({ weight: 5, arbitrary: own }, { weight: 1, arbitrary: other });
}

function arbitrarySystem(id: string): fc.Arbitrary<System> {
  return record({
    tagline: fc.constantFrom(null, `Tagline of ${id}`),
    budgetTierId: fc.constantFrom(null, UNKNOWN_ID, ...TIER_IDS, ...TIER_IDS, ...TIER_IDS),
    position: fc.nat(2),
    retired: rarely(),
    values: fc.shuffledSubarray(ATTRIBUTE_IDS, { minLength: 1 }).chain((ids) =>
      fc.tuple(
        ...ids.map((attributeId) =>
          arbitraryValue(attributeId).map((value) => ({
            attributeId,
            value,
            source: "manual" as const,
          }))
        ),
      )
    ),
  }).map((drawn) => ({ id, name: `Name of ${id}`, description: null, ...drawn }));
}

function arbitraryFactor(id: string): fc.Arbitrary<Factor> {
  return record({
    position: fc.nat(1),
    retired: rarely(),
    options: fc.tuple(
      ...OPTION_NUMBERS.map((number) => arbitraryOption(optionId(id, number))),
    ),
  }).map((drawn) => ({
    id,
    name: `Factor ${id}`,
    question: "Which?",
    help: null,
    multiple: true,
    trackIds: [],
    ...drawn,
  }));
}

function arbitraryOption(id: string): fc.Arbitrary<FactorOption> {
  const requirement = oneOrUnknown(ATTRIBUTE_IDS).chain((attributeId) =>
    record({
      attributeId: fc.constant(attributeId),
      predicate: arbitraryPredicate(attributeId),
    })
  );
  return record({
    position: fc.nat(2),
    retired: rarely(),
    requirements: lengthOf([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2], requirement),
  }).map((drawn) => ({ id, label: `Option ${id}`, description: null, ...drawn }));
}

function arbitraryRuleSets(): fc.Arbitrary<RuleSet[]> {
  return fc.tuple(
    fc.shuffledSubarray(RULE_SET_IDS, { minLength: 2 }),
    fc.tuple(rarely(), rarely(), rarely()),
    fc.constantFrom("rules-1", "rules-1", "rules-1", ...RULE_SET_IDS),
  ).map(([ids, retired, defaultId]) =>
    ids.map((id, index) => ({
      id,
      name: `Rules ${id}`,
      isDefault: ids.includes(defaultId) ? id === defaultId : index === 0,
      retired: retired[index] ?? false,
    }))
  );
}

function arbitraryTrack(id: string): fc.Arbitrary<Track> {
  return record({
    ruleSetId: oneOrUnknown(["rules-1", "rules-1", ...RULE_SET_IDS]),
    position: fc.nat(1),
    retired: rarely(),
  }).map((drawn) => ({ id, name: `Track ${id}`, description: "", ...drawn }));
}

function arbitraryRule(id: string): fc.Arbitrary<Rule> {
  const condition = oneOrUnknown(FACTOR_IDS).chain((factorId) => {
    const own = OPTION_NUMBERS.map((number) => optionId(factorId, number));
    return record({
      factorId: fc.constant(factorId),
      operator: fc.constantFrom("any" as const, "any" as const, "all" as const, "none" as const),
      optionIds: fc.tuple(fc.nat(11), fc.nat(11)).chain(([foreign, empty]) =>
        fc.shuffledSubarray(foreign === 11 ? OPTION_IDS : own, {
          minLength: empty === 11 ? 0 : 1,
          maxLength: empty === 11 ? 0 : 3,
        })
      ),
    });
  });
  const outcome = record({
    systemId: oneOrUnknown(SYSTEM_IDS),
    role: fc.constantFrom("preferred" as const, "alternative" as const),
    rank: fc.integer({ min: 1, max: 2 }),
    rationale: fc.constantFrom("It folds flat.", "It seals well.", "It costs less."),
  });
  return record({
    ruleSetId: fc.constantFrom("rules-1", "rules-1", "rules-1", "rules-1", ...RULE_SET_IDS),
    priority: fc.integer({ min: -1, max: 1 }),
    enabled: mostly(),
    retired: rarely(),
    conditions: lengthOf([1, 1, 1, 1, 2, 2, 3, 0], condition),
    outcomes: lengthOf([3, 3, 4, 4, 2, 1, 0], outcome),
  }).map((drawn) => ({ ...BLANK_RULE, id, name: `Name of ${id}`, ...drawn }));
}
