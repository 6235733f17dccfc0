/** Rewinds the catalog to an earlier state by undoing audit entries (spec §6.2). */
import type { LoggedEntry } from "../records/mod.ts";
import type { Catalog, System } from "../catalog/mod.ts";

/** An audit entry to undo. */
type UndoneEntry = Pick<LoggedEntry, "entityType" | "entityId" | "before" | "after">;

/** By entity type, the lists of the catalog whose audit entries contain the complete record. */
const LISTS = {
  tier: "tiers",
  attribute: "attributes",
  "rule-set": "ruleSets",
  track: "tracks",
  rule: "rules",
} as const;

/** The entity types of audit entries that describe changes of the catalog. */
export const CATALOG_ENTITIES: readonly string[] = [
  ...Object.keys(LISTS),
  "system",
  "factor",
  "option",
  "attribute-value",
];

/** A record in an audit entry. */
type Logged = Readonly<Record<string, unknown>>;

interface Identified {
  readonly id: string;
}

/**
 * Returns the catalog as it was before some changes. Pure: does not modify the given catalog. Entries of other entity
 * types, and entries without an id, are ignored.
 *
 * @param entries every audit entry of the catalog since the wanted time, latest first.
 */
export function rewindCatalog(catalog: Catalog, entries: readonly UndoneEntry[]): Catalog {
  return entries.reduce(undo, catalog);
}

function undo(catalog: Catalog, { entityType, entityId, before, after }: UndoneEntry): Catalog {
  if (entityId === null) return catalog;
  const was = isLogged(before) ? before : null;
  switch (entityType) {
    case "system": {
      // An entry has `draft` only for a draft, so a system that was none must not keep the mark of today.
      const record = was && { draft: undefined, ...was };
      return { ...catalog, systems: put(catalog.systems, entityId, record, { values: [] }) };
    }
    case "factor":
      return { ...catalog, factors: put(catalog.factors, entityId, was, { options: [] }) };
    case "option":
      // The picture of an option is no part of the catalog, but its audit entries have the type of the option.
      if (isLogged(after) && "assetId" in after) return catalog;
      return {
        ...catalog,
        factors: catalog.factors.map((factor) => {
          const isOwn = was?.factorId === factor.id;
          const holds = factor.options.some(({ id }) => id === entityId);
          if (!isOwn && !holds) return factor;
          const { factorId: _, ...option } = was ?? {};
          return { ...factor, options: put(factor.options, entityId, was && option) };
        }),
      };
    case "attribute-value":
      // A decision to keep an override, or its undo, leaves the value as it was.
      if (isLogged(after) && "kept" in after) return catalog;
      return { ...catalog, systems: undoValue(catalog.systems, entityId, was) };
    case "tier":
    case "attribute":
    case "rule-set":
    case "track":
    case "rule": {
      const list = LISTS[entityType];
      return { ...catalog, [list]: put<Identified>(catalog[list], entityId, was) };
    }
    default:
      return catalog;
  }
}

/**
 * Returns the list with a record in its former state `was`, or without it for null. Fields that audit entries leave
 * out keep their current value, or take that of `absent` if the record is not in the list.
 */
function put<T extends Identified>(
  records: readonly T[],
  id: string,
  was: Logged | null,
  absent: Partial<T> = {},
): T[] {
  const others = records.filter((record) => record.id !== id);
  if (was === null) return others;
  const now = records.find((record) => record.id === id);
  // No schema check: only this service writes audit entries. An entry of another release may lack fields, so the caller
  // catches what fails on them.
  return [...others, { ...absent, ...now, ...was } as unknown as T];
}

function undoValue(systems: readonly System[], key: string, was: Logged | null): System[] {
  const [systemId, attributeId] = key.split("/");
  return systems.map((system) => {
    if (system.id !== systemId) return system;
    const others = system.values.filter((cell) => cell.attributeId !== attributeId);
    const values = was === null ? others : [
      ...others,
      {
        attributeId: attributeId ?? "",
        value: was.value,
        source: was.source,
      } as System["values"][number],
    ];
    return { ...system, values };
  });
}

function isLogged(value: unknown): value is Logged {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
