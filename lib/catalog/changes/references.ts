/** Finds references between stored catalog records, so that staff see what a retirement affects. */
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
interface RecordRef {
  readonly type: RecordType;
  readonly id: string;
}

/** The state of the referring record. Only a `live` record's reference has an effect; `off` is a disabled rule. */
type ReferrerStatus = "live" | "retired" | "off";

/** One reference from a record to another. */
export interface Reference {
  readonly from: RecordRef & { readonly name: string; readonly status: ReferrerStatus };
  readonly to: RecordRef;
  /** The kind of reference, as the end of a sentence that begins with the name of `from`: "recommends it". */
  readonly how: string;
}

/**
 * Returns every reference between stored records, retired ones included. A reference from an option is reported as one
 * from its factor; a reference to an option keeps the option's id.
 */
export function references(catalog: Catalog): Reference[] {
  return [
    ...catalog.systems.flatMap(({ id, name, retired, budgetTierId, values }) => {
      const from = { type: "system", id, name, status: statusOf({ retired }) } as const;
      const stands = budgetTierId === null ? [] : [
        { from, to: { type: "tier", id: budgetTierId }, how: "belongs to it" } as const,
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
        from: { type: "track", id, name, status: statusOf({ retired }) },
        to: { type: "rule-set", id: ruleSetId },
        how: "is matched against it",
      }) as const
    ),
    ...catalog.factors.flatMap(ofFactor),
    ...catalog.rules.flatMap(ofRule),
  ];
}

/** Returns the references to a record from other records. References to the options of a factor are not included. */
export function referencesTo(catalog: Catalog, { type, id }: RecordRef): Reference[] {
  return references(catalog).filter(({ from, to }) =>
    to.type === type && to.id === id && !(from.type === type && from.id === id)
  );
}

/**
 * Returns the references from live records to records that are retired, disabled or missing. Such a reference has no
 * effect until staff change one of the two records. A disabled rule is not live, so its references are not returned.
 */
export function staleReferences(catalog: Catalog): Reference[] {
  const live = liveRecords(catalog);
  return references(catalog).filter(({ from, to, how }) =>
    // A value of a retired attribute is only hidden, so the system needs no change.
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
  const from = { type: "factor", id, name, status: statusOf({ retired }) } as const;
  return [
    ...trackIds.map((track) =>
      ({ from, to: { type: "track", id: track }, how: "is asked on it" }) as const
    ),
    ...options.flatMap((option) =>
      option.requirements.map(({ attributeId }) =>
        ({
          from: { ...from, status: statusOf({ retired: retired || option.retired }) },
          to: { type: "attribute", id: attributeId },
          how: `asks for it when “${option.label}” is chosen`,
        }) as const
      )
    ),
  ];
}

function ofRule(rule: Catalog["rules"][number]): Reference[] {
  const { id, name, retired, enabled, ruleSetId, conditions, outcomes } = rule;
  const from = { type: "rule", id, name, status: statusOf({ retired, enabled }) } as const;
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

/** Removes repeats, because a rule with several conditions on one factor refers to it once. */
function distinct(ids: readonly string[]): string[] {
  return [...new Set(ids)];
}

function statusOf(
  { retired, enabled = true }: { readonly retired: boolean; readonly enabled?: boolean },
): ReferrerStatus {
  if (retired) return "retired";
  return enabled ? "live" : "off";
}
