/** Makes arbitrary catalogs storable, and orders them as the database returns them. */
import type { Catalog, Factor, Rule, System } from "@/lib/catalog/mod.ts";

/** Makes a catalog satisfy the constraints of the database: drops dangling and repeated records, and renumbers ranks. */
export function toStorable(catalog: Catalog): Catalog {
  const ids = {
    tiers: idsOf(catalog.tiers),
    attributes: idsOf(catalog.attributes),
    systems: idsOf(catalog.systems),
    ruleSets: idsOf(catalog.ruleSets),
    tracks: idsOf(catalog.tracks),
  };
  const someRuleSet = catalog.ruleSets[0]?.id ?? "";
  const ruleSetOf = (id: string) => ids.ruleSets.has(id) ? id : someRuleSet;
  const optionsOf = new Map(catalog.factors.map((factor) => [factor.id, idsOf(factor.options)]));
  return {
    ...catalog,
    tiers: catalog.tiers.map((tier, index) => ({ ...tier, ordinal: index + 1 })),
    systems: catalog.systems.map((system) => ({
      ...system,
      budgetTierId: ids.tiers.has(system.budgetTierId ?? "") ? system.budgetTierId : null,
      values: once(system.values, (cell) => cell.attributeId)
        .filter((cell) => ids.attributes.has(cell.attributeId)),
    })),
    factors: catalog.factors.map((factor) => ({
      ...factor,
      trackIds: [...new Set(factor.trackIds)].filter((id) => ids.tracks.has(id)),
      options: factor.options.map((option) => ({
        ...option,
        requirements: option.requirements.filter((it) => ids.attributes.has(it.attributeId)),
      })),
    })),
    ruleSets: catalog.ruleSets.map((ruleSet, index) => ({
      ...ruleSet,
      isDefault: index === 0,
      retired: index > 0 && ruleSet.retired,
    })),
    tracks: catalog.tracks.map((track) => ({ ...track, ruleSetId: ruleSetOf(track.ruleSetId) })),
    rules: catalog.rules.map((rule) => ({
      ...rule,
      ruleSetId: ruleSetOf(rule.ruleSetId),
      conditions: rule.conditions.filter((condition) => optionsOf.has(condition.factorId))
        .map((condition) => ({
          ...condition,
          optionIds: [...new Set(condition.optionIds)]
            .filter((id) => optionsOf.get(condition.factorId)?.has(id)),
        })),
      outcomes: once(rule.outcomes, (outcome) => outcome.systemId)
        .filter((outcome) => ids.systems.has(outcome.systemId))
        .map((outcome, index) => ({ ...outcome, rank: index + 1 })),
    })),
  };
}

/** Returns the catalog with every list in the order in which it is read from the database. */
export function inStoredOrder(catalog: Catalog): Catalog {
  const attributes = catalog.attributes.toSorted(byPosition);
  const tracks = catalog.tracks.toSorted(byPosition);
  const options = catalog.factors.flatMap((factor) => factor.options).toSorted(byPosition);
  return {
    ...catalog,
    tiers: catalog.tiers.toSorted((a, b) => a.ordinal - b.ordinal),
    attributes,
    systems: catalog.systems.toSorted(byPosition).map((system): System => ({
      ...system,
      values: like(attributes, system.values, (cell) => cell.attributeId),
    })),
    factors: catalog.factors.toSorted(byPosition).map((factor): Factor => ({
      ...factor,
      trackIds: like(tracks, factor.trackIds, (id) => id),
      options: factor.options.toSorted(byPosition),
    })),
    ruleSets: catalog.ruleSets.toSorted(byId),
    tracks,
    rules: catalog.rules.toSorted((a, b) => a.priority - b.priority || byId(a, b))
      .map((rule): Rule => ({
        ...rule,
        conditions: rule.conditions.map((condition) => ({
          ...condition,
          optionIds: like(options, condition.optionIds, (id) => id),
        })),
        outcomes: rule.outcomes.toSorted((a, b) => a.rank - b.rank),
      })),
  };
}

interface Identified {
  id: string;
}

function byId(a: Identified, b: Identified): number {
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}

function byPosition(
  a: Identified & { position: number },
  b: Identified & { position: number },
): number {
  return a.position - b.position || byId(a, b);
}

/** Sorts `items` in the order of the records that they refer to. */
function like<T>(records: readonly Identified[], items: readonly T[], idOf: (item: T) => string) {
  const place = new Map(records.map(({ id }, index) => [id, index]));
  const placeOf = (item: T) => place.get(idOf(item)) ?? -1;
  return items.toSorted((a, b) => placeOf(a) - placeOf(b));
}

function idsOf(records: readonly Identified[]): Set<string> {
  return new Set(records.map(({ id }) => id));
}

function once<T>(items: readonly T[], keyOf: (item: T) => string): T[] {
  return [...new Map(items.map((item) => [keyOf(item), item])).values()];
}
