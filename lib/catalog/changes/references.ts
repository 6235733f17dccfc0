/** What refers to what in the stored catalog, so that nothing in use disappears unseen. */
import type { Catalog } from "../schema.ts";

/** Kinds of catalog record, as the audit log names them. */
export type RecordType =
  | "system"
  | "attribute"
  | "tier"
  | "factor"
  | "option"
  | "rule"
  | "rule-set"
  | "track";

/** A record of the catalog, by kind and id. */
export interface RecordRef {
  readonly type: RecordType;
  readonly id: string;
}

/** Whether a reference has an effect, or why not: its record is retired, or only switched off. */
export type ReferrerStatus = "live" | "retired" | "off";

/** One record that refers to another, and as what. */
export interface Reference {
  readonly from: RecordRef & { readonly name: string; readonly status: ReferrerStatus };
  readonly to: RecordRef;
  /** How it refers, as the end of a sentence that begins with its name: "recommends it". */
  readonly how: string;
}

/**
 * Every reference between stored records, retired ones included. An option counts as part of its factor:
 * its references are its factor's, and a reference to it says which option is meant.
 */
export function references(catalog: Catalog): Reference[] {
  return [
    ...catalog.systems.flatMap(({ id, name, retired, budgetTierId, values }) => {
      const from = { type: "system", id, name, status: statusOf(retired) } as const;
      const stands = budgetTierId === null ? [] : [
        { from, to: { type: "tier", id: budgetTierId }, how: "stands on it" } as const,
      ];
      return [
        ...stands,
        ...values.map(({ attributeId }) =>
          ({ from, to: { type: "attribute", id: attributeId }, how: "has a value for it" }) as const
        ),
      ];
    }),
    ...catalog.tracks.map(({ id, name, retired, ruleSetId }) =>
      ({
        from: { type: "track", id, name, status: statusOf(retired) },
        to: { type: "rule-set", id: ruleSetId },
        how: "is matched against it",
      }) as const
    ),
    ...catalog.factors.flatMap(ofFactor),
    ...catalog.rules.flatMap(ofRule),
  ];
}

/** What refers to a record; of a factor also what refers to its options. */
export function referencesTo(catalog: Catalog, { type, id }: RecordRef): Reference[] {
  return references(catalog).filter(({ from, to }) =>
    to.type === type && to.id === id && !(from.type === type && from.id === id)
  );
}

/**
 * References of live records to what is retired, switched off or gone: they have no effect until one of the
 * two is changed. A rule that is switched off counts as not live.
 */
export function staleReferences(catalog: Catalog): Reference[] {
  const live = liveRecords(catalog);
  return references(catalog).filter(({ from, to, how }) =>
    // A value of a retired attribute is only not shown; nothing is wrong with the system.
    from.status === "live" && how !== "has a value for it" && !live.has(`${to.type} ${to.id}`)
  );
}

function liveRecords(catalog: Catalog): ReadonlySet<string> {
  const keys = (type: RecordType, records: readonly { id: string; retired?: boolean }[]) =>
    records.filter(({ retired }) => !retired).map(({ id }) => `${type} ${id}`);
  return new Set([
    ...keys("system", catalog.systems),
    ...keys("attribute", catalog.attributes.filter(({ enabled }) => enabled)),
    ...keys("tier", catalog.tiers),
    ...keys("factor", catalog.factors),
    ...keys(
      "option",
      catalog.factors.filter(({ retired }) => !retired).flatMap(({ options }) => options),
    ),
    ...keys("rule-set", catalog.ruleSets),
    ...keys("track", catalog.tracks),
  ]);
}

function ofFactor(factor: Catalog["factors"][number]): Reference[] {
  const { id, name, retired, trackIds, options } = factor;
  const from = { type: "factor", id, name, status: statusOf(retired) } as const;
  return [
    ...trackIds.map((track) =>
      ({ from, to: { type: "track", id: track }, how: "is asked on it" }) as const
    ),
    ...options.flatMap((option) =>
      option.requirements.map(({ attributeId }) =>
        ({
          from: { ...from, status: statusOf(retired || option.retired) },
          to: { type: "attribute", id: attributeId },
          how: `asks for it when “${option.label}” is chosen`,
        }) as const
      )
    ),
  ];
}

function ofRule(rule: Catalog["rules"][number]): Reference[] {
  const { id, name, retired, enabled, ruleSetId, conditions, outcomes } = rule;
  const from = { type: "rule", id, name, status: statusOf(retired, enabled) } as const;
  return [
    { from, to: { type: "rule-set", id: ruleSetId }, how: "belongs to it" },
    ...distinct(conditions.map(({ factorId }) => factorId)).map((id) =>
      ({ from, to: { type: "factor", id }, how: "has a condition on it" }) as const
    ),
    ...distinct(conditions.flatMap(({ optionIds }) => optionIds)).map((id) =>
      ({ from, to: { type: "option", id }, how: "has a condition on it" }) as const
    ),
    ...outcomes.map(({ systemId }) =>
      ({ from, to: { type: "system", id: systemId }, how: "recommends it" }) as const
    ),
  ];
}

/** A rule may have several conditions on one factor, and refers to it once. */
function distinct(ids: readonly string[]): string[] {
  return [...new Set(ids)];
}

function statusOf(retired: boolean, enabled = true): ReferrerStatus {
  if (retired) return "retired";
  return enabled ? "live" : "off";
}
