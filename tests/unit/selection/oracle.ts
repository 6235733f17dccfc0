/**
 * The engine's brute-force oracle: spec §2.1, §4.1 and design §6 read line by line, with plain loops over
 * the stored catalog. It shares only the texts of `explain.ts` with the engine, and it is slow.
 */
import type {
  Catalog,
  FactorOption,
  Predicate,
  Rule,
  RuleCondition,
  RuleOutcome,
  System,
  TypedValue,
} from "@/lib/catalog/mod.ts";
import { NO_ANSWERS, NO_MATCH, noteOverSpecification } from "@/lib/selection/explain.ts";
import type { Answers, PickedSystem, Selection } from "@/lib/selection/mod.ts";

/** Returns the selection that the spec prescribes. */
export function expectedSelection(catalog: Catalog, { optionIds, track }: Answers): Selection {
  const given: string[] = [];
  for (const id of optionIds) {
    if (id.trim() !== "" && !given.includes(id.trim())) given.push(id.trim());
  }
  const selected = selectedOptions(catalog, given);
  const fired = selected.length === 0
    ? []
    : rulesInForce(catalog, track).filter((rule) => fires(catalog, rule, given));
  const surfacedBy = (rule: Rule) =>
    rule.outcomes.filter(({ systemId }) => survives(catalog, systemId, selected));
  const surfaced = catalog.systems.filter(({ id }) =>
    fired.some((rule) => surfacedBy(rule).some(({ systemId }) => systemId === id))
  );

  const inMatchOrder = surfaced.toSorted((a, b) => compareMatches(catalog, fired, a, b));
  const lead = inMatchOrder[0] ?? null;
  const leadOrdinal = lead && tierOf(catalog, lead)?.ordinal;
  const alternatives: System[] = [];
  for (
    const ordinal of [...new Set(catalog.tiers.map((tier) => tier.ordinal))].sort((a, b) => a - b)
  ) {
    for (const system of inMatchOrder) {
      const own = tierOf(catalog, system)?.ordinal;
      if (
        own === ordinal && leadOrdinal !== undefined && leadOrdinal !== null && own < leadOrdinal
      ) {
        alternatives.push(system);
      }
    }
  }
  const cheapest = alternatives[0];
  return {
    context: { optionIds: given },
    lead: lead && pick(catalog, fired, lead),
    alternatives: alternatives.map((system) => pick(catalog, fired, system)),
    overSpecified: lead && cheapest ? overSpecified(catalog, lead, cheapest) : null,
    firedRules: fired.map((rule) => ({
      ruleId: rule.id,
      name: rule.name,
      priority: rule.priority,
      contributed: surfacedBy(rule).length > 0,
    })),
    surfacedSystemCount: surfaced.length,
    explanation: lead ? null : given.length === 0 ? NO_ANSWERS : NO_MATCH,
  };
}

/** "Unknown or stale ids satisfy no condition": live options of live factors only. */
function selectedOptions(catalog: Catalog, given: readonly string[]): FactorOption[] {
  const selected: FactorOption[] = [];
  for (const factor of catalog.factors) {
    for (const option of factor.options) {
      if (!factor.retired && !option.retired && given.includes(option.id)) selected.push(option);
    }
  }
  return selected;
}

/** Live, enabled rules of the track's rule set, "or the default one", by priority then id. */
function rulesInForce(catalog: Catalog, trackId: string | null): Rule[] {
  let ruleSet = catalog.ruleSets.find(({ isDefault }) => isDefault);
  for (const track of catalog.tracks) {
    if (track.id !== trackId || track.retired) continue;
    for (const candidate of catalog.ruleSets) {
      if (candidate.id === track.ruleSetId && !candidate.retired) ruleSet = candidate;
    }
  }
  const rules = catalog.rules.filter((rule) =>
    rule.ruleSetId === ruleSet?.id && rule.enabled && !rule.retired
  );
  return rules.sort((a, b) => a.priority - b.priority || (a.id < b.id ? -1 : 1));
}

/** "All must hold. A rule without a condition never fires." */
function fires(catalog: Catalog, rule: Rule, given: readonly string[]): boolean {
  if (rule.conditions.length === 0) return false;
  for (const condition of rule.conditions) {
    if (!holds(catalog, condition, given)) return false;
  }
  return true;
}

function holds(
  catalog: Catalog,
  { factorId, operator, optionIds }: RuleCondition,
  given: readonly string[],
): boolean {
  const factor = catalog.factors.find(({ id }) => id === factorId);
  const isSelected = (optionId: string) => {
    const option = factor?.options.find(({ id }) => id === optionId);
    return factor?.retired === false && option?.retired === false && given.includes(optionId);
  };
  if (operator === "none") return optionIds.filter(isSelected).length === 0;
  if (operator === "any") return optionIds.filter(isSelected).length >= 1;
  return optionIds.length >= 1 && optionIds.filter(isSelected).length === optionIds.length;
}

/** "Retired systems are dropped", and those that fail a requirement on an enabled attribute. */
function survives(catalog: Catalog, systemId: string, selected: readonly FactorOption[]): boolean {
  const system = catalog.systems.find(({ id }) => id === systemId);
  if (!system || system.retired) return false;
  for (const { requirements } of selected) {
    for (const { attributeId, predicate } of requirements) {
      const attribute = catalog.attributes.find(({ id }) => id === attributeId);
      if (!attribute || !attribute.enabled || attribute.retired) continue;
      const value = system.values.find((cell) => cell.attributeId === attributeId)?.value;
      if (!meets(value ?? { type: "empty" }, predicate)) return false;
    }
  }
  return true;
}

function meets(value: TypedValue, predicate: Predicate): boolean {
  if (value.type === "enum" && predicate.kind === "includes") {
    for (const label of value.labels) {
      for (const wanted of predicate.labels) {
        if (label.toUpperCase() === wanted.toUpperCase()) return true;
      }
    }
  }
  if (value.type === "range" && predicate.kind === "covers") {
    const openBelow = value.min === null;
    const openAbove = value.max === null;
    if (openBelow && openAbove) return false;
    if (value.min !== null && predicate.value < value.min) return false;
    return value.max === null || predicate.value <= value.max;
  }
  if (value.type === "dimension" && predicate.kind === "at-least") {
    return value.measurement >= predicate.value;
  }
  if (value.type === "dimension" && predicate.kind === "at-most") {
    return value.measurement <= predicate.value;
  }
  return false;
}

/** "Best by (rule priority, role preferred before alternative, rank, tier ordinal, position, id)." */
function compareMatches(catalog: Catalog, fired: readonly Rule[], a: System, b: System): number {
  const keyOf = (system: System) => {
    const matches = fired.flatMap((rule) =>
      rule.outcomes.filter(({ systemId }) => systemId === system.id)
        .map(({ role, rank }) => [rule.priority, role === "preferred" ? 0 : 1, rank])
    );
    const best = matches.sort(compareKeys)[0] ?? [];
    return [...best, tierOf(catalog, system)?.ordinal ?? 1_000_000, system.position];
  };
  return compareKeys(keyOf(a), keyOf(b)) || (a.id < b.id ? -1 : 1);
}

function compareKeys(a: readonly number[], b: readonly number[]): number {
  for (const [index, number] of a.entries()) {
    const other = b[index] ?? 0;
    if (number !== other) return number - other;
  }
  return 0;
}

function tierOf(catalog: Catalog, system: System) {
  return catalog.tiers.find(({ id }) => id === system.budgetTierId);
}

/** "`role` is the strongest role that surfaced it"; rationales verbatim, de-duplicated by text. */
function pick(catalog: Catalog, fired: readonly Rule[], system: System): PickedSystem {
  const matchedRuleIds: string[] = [];
  const outcomes: RuleOutcome[] = [];
  for (const rule of fired) {
    const own = rule.outcomes.filter(({ systemId }) => systemId === system.id);
    if (own.length > 0) matchedRuleIds.push(rule.id);
    outcomes.push(...own.sort((a, b) => a.rank - b.rank));
  }
  return {
    systemId: system.id,
    name: system.name,
    tagline: system.tagline,
    budgetTier: tierOf(catalog, system)?.label ?? null,
    role: outcomes.some(({ role }) => role === "preferred") ? "preferred" : "alternative",
    matchedRuleIds,
    rationales: [...new Set(outcomes.map(({ rationale }) => rationale))],
  };
}

function overSpecified(catalog: Catalog, lead: System, cheapest: System) {
  const fromTier = tierOf(catalog, lead)?.label ?? "";
  const toTier = tierOf(catalog, cheapest)?.label ?? "";
  return {
    fromSystemId: lead.id,
    fromTier,
    toSystemId: cheapest.id,
    toTier,
    note: noteOverSpecification(
      { name: lead.name, tier: fromTier },
      { name: cheapest.name, tier: toTier },
    ),
  };
}
