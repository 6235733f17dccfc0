/** The props and select options of the rule editor. */
import { type RuleDraft, ruleNames, type Snapshot } from "@/lib/catalog/mod.ts";
import type { SelectOption } from "@/components/admin/fields.tsx";
import { compareNames } from "@/lib/text/mod.ts";

/** The props that every part of the editor shares. */
export interface DraftProps {
  readonly draft: RuleDraft;
  readonly snapshot: Snapshot;
  readonly fields: Readonly<Record<string, string>>;
}

/** Returns the live rule sets, plus the rule's present one even if it is retired. */
export function ruleSetChoices({ catalog }: Snapshot, chosen: string): SelectOption[] {
  return catalog.ruleSets
    .filter(({ id, retired }) => !retired || id === chosen)
    .map(({ id, name, retired }) => ({ value: id, label: retired ? `${name} (retired)` : name }));
}

/** Returns the factors: first those that the rule set's tracks ask, then the others, marked as not asked. */
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

/** Returns the systems that are not retired, by name, each labelled with its budget tier and whether it is a draft. */
export function systemChoices({ catalog, tierById }: Snapshot): SelectOption[] {
  return catalog.systems.filter(({ retired }) => !retired)
    .toSorted((a, b) => compareNames(a.name, b.name))
    .map(({ id, name, budgetTierId, draft }) => ({
      value: id,
      label: [name, tierById.get(budgetTierId ?? "")?.label, draft && "draft"].filter(Boolean)
        .join(" · "),
    }));
}
