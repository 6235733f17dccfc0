import {
  type Catalog,
  compileAhead,
  compileSnapshot,
  type Rule,
  type Snapshot,
} from "../../catalog/mod.ts";

/**
 * The catalog as it would be with a rule: in place of the stored one of its id, or added. It is compiled
 * anew, for one request; what reads the catalog otherwise knows nothing of it.
 */
export function withRule(snapshot: Snapshot, rule: Rule): Snapshot {
  return compileSnapshot(catalogWith(snapshot.catalog, rule));
}

/** The same with several rules, one after the other, ready for answers; buyers are answered while it is compiled. */
export async function withRules(snapshot: Snapshot, rules: readonly Rule[]): Promise<Snapshot> {
  if (rules.length === 0) return snapshot;
  return await compileAhead(rules.reduce(catalogWith, snapshot.catalog));
}

function catalogWith(catalog: Catalog, rule: Rule): Catalog {
  const { rules } = catalog;
  const place = rules.findIndex(({ id }) => id === rule.id);
  return { ...catalog, rules: place < 0 ? [...rules, rule] : rules.with(place, rule) };
}

/**
 * The catalog as it would be with a stored rule switched on or off. On means that it counts, so a retired
 * one is taken back as well. Null where no rule has the id.
 */
export function withRuleSwitched(
  snapshot: Snapshot,
  { ruleId, on }: { ruleId: string; on: boolean },
): Snapshot | null {
  const rule = snapshot.catalog.rules.find(({ id }) => id === ruleId);
  return rule ? withRule(snapshot, switched(rule, on)) : null;
}

/** A rule switched on or off, as {@linkcode withRuleSwitched} means it. */
export function switched(rule: Rule, on: boolean): Rule {
  return { ...rule, enabled: on, retired: on ? false : rule.retired };
}
