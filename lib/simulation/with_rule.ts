import { compileSnapshot, type Rule, type Snapshot } from "../catalog/mod.ts";

/**
 * The catalog as it would be with a rule: in place of the stored one of its id, or added. It is compiled
 * anew, for one request; what reads the catalog otherwise knows nothing of it.
 */
export function withRule(snapshot: Snapshot, rule: Rule): Snapshot {
  const { rules } = snapshot.catalog;
  const place = rules.findIndex(({ id }) => id === rule.id);
  return compileSnapshot({
    ...snapshot.catalog,
    rules: place < 0 ? [...rules, rule] : rules.with(place, rule),
  });
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
  if (!rule) return null;
  return withRule(snapshot, { ...rule, enabled: on, retired: on ? false : rule.retired });
}
