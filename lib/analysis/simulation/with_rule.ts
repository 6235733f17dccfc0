import {
  type Catalog,
  compileAhead,
  compileSnapshot,
  type Rule,
  type Snapshot,
  type System,
} from "@/lib/catalog/mod.ts";

/**
 * Returns a new snapshot with a rule added, or replacing the stored rule with the same id. Draft systems that the rule
 * recommends count as published, so that a rule can be tried before its system is. Compiles synchronously. The
 * process's current snapshot does not change.
 */
export function withRule(snapshot: Snapshot, rule: Rule): Snapshot {
  return compileSnapshot(catalogWith(snapshot.catalog, rule));
}

/** {@linkcode withRule} for several rules in order. Compiles ahead of the first answer and yields to the event loop. */
export async function withRules(snapshot: Snapshot, rules: readonly Rule[]): Promise<Snapshot> {
  if (rules.length === 0) return snapshot;
  return await compileAhead(rules.reduce(catalogWith, snapshot.catalog));
}

function catalogWith(catalog: Catalog, rule: Rule): Catalog {
  const { rules } = catalog;
  const place = rules.findIndex(({ id }) => id === rule.id);
  const drafts = new Set(draftsOf(catalog, rule));
  return {
    ...catalog,
    rules: place < 0 ? [...rules, rule] : rules.with(place, rule),
    systems: drafts.size === 0
      ? catalog.systems
      : catalog.systems.map((system) => drafts.has(system) ? { ...system, draft: false } : system),
  };
}

/** Returns the draft systems that a rule recommends. A trial of the rule treats them as published. */
export function draftsOf({ systems }: Catalog, { enabled, outcomes }: Rule): System[] {
  if (!enabled) return [];
  const named = new Set(outcomes.map(({ systemId }) => systemId));
  return systems.filter(({ id, draft, retired }) => draft && !retired && named.has(id));
}

/** Returns a copy of a rule that is enabled, and no longer retired, or disabled. */
export function switched(rule: Rule, on: boolean): Rule {
  return { ...rule, enabled: on, retired: on ? false : rule.retired };
}
