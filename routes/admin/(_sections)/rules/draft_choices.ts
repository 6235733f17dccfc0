/** What the editor of a rule is made from, and what its selects offer. */
import { type RuleDraft, ruleNames, type Snapshot } from "../../../../lib/catalog/mod.ts";
import type { SelectOption } from "../../../../components/admin/fields.tsx";

/** What every part of the editor is made from. */
export interface DraftProps {
  readonly draft: RuleDraft;
  readonly snapshot: Snapshot;
  readonly fields: Readonly<Record<string, string>>;
}

/** Rule sets to put a rule into, and the one that it is in. */
export function ruleSetChoices({ catalog }: Snapshot, chosen: string): SelectOption[] {
  return catalog.ruleSets
    .filter(({ id, retired }) => !retired || id === chosen)
    .map(({ id, name, retired }) => ({ value: id, label: retired ? `${name} (retired)` : name }));
}

/** Factors that buyers of the rule set are asked about come first; the others say that they are not. */
export function factorChoices(
  snapshot: Snapshot,
  { ruleSetId }: RuleDraft,
): SelectOption[] {
  const tracks = new Set(ruleNames(snapshot).tracksByRuleSet.get(ruleSetId)?.map(({ id }) => id));
  const asked = Map.groupBy(
    snapshot.factors,
    ({ trackIds }) => trackIds.length === 0 || trackIds.some((id) => tracks.has(id)),
  );
  return [
    ...(asked.get(true) ?? []).map(({ id, name }) => ({ value: id, label: name })),
    ...(asked.get(false) ?? []).map(({ id, name }) => ({
      value: id,
      label: `${name} (not asked on its tracks)`,
    })),
  ];
}

/** Live systems with the step of the ladder that each stands on. */
export function systemChoices(
  { systems, tierById }: Snapshot,
): SelectOption[] {
  return systems.map(({ id, name, budgetTierId }) => {
    const tier = tierById.get(budgetTierId ?? "");
    return { value: id, label: tier ? `${name} · ${tier.label}` : name };
  });
}
