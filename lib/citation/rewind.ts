/** The catalog as it was before some changes, which the audit log holds (spec §6.2). */
import type { LoggedEntry } from "../records/mod.ts";
import type { Catalog, System } from "../catalog/mod.ts";

/** What has to be undone, with the records as they were. */
export type UndoneEntry = Pick<LoggedEntry, "entityType" | "entityId" | "before" | "after">;

/** Lists of the catalog whose records the log holds whole. */
const LISTS = {
  tier: "tiers",
  attribute: "attributes",
  "rule-set": "ruleSets",
  track: "tracks",
  rule: "rules",
} as const;

/** Entity types of the log that the catalog is made of. */
export const CATALOG_ENTITIES: readonly string[] = [
  ...Object.keys(LISTS),
  "system",
  "factor",
  "option",
  "attribute-value",
];

/** A plain object of the log, which only this service writes. */
type Logged = Readonly<Record<string, unknown>>;

interface Identified {
  readonly id: string;
}

/**
 * Undoes entries of the log, the latest first. Pure; the catalog given stays as it is. Entries of other records, and
 * those without an id, change nothing.
 *
 * @param entries all that was logged of the catalog since the moment wanted, the latest first.
 */
export function rewindCatalog(catalog: Catalog, entries: readonly UndoneEntry[]): Catalog {
  return entries.reduce(undo, catalog);
}

function undo(catalog: Catalog, { entityType, entityId, before }: UndoneEntry): Catalog {
  if (entityId === null) return catalog;
  const was = isLogged(before) ? before : null;
  switch (entityType) {
    case "system":
      return { ...catalog, systems: put(catalog.systems, entityId, was, { values: [] }) };
    case "factor":
      return { ...catalog, factors: put(catalog.factors, entityId, was, { options: [] }) };
    case "option":
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

/** A list with a record as it was; what the log leaves out of it stays, or is as `absent` says where it is gone. */
function put<T extends Identified>(
  records: readonly T[],
  id: string,
  was: Logged | null,
  absent: Partial<T> = {},
): T[] {
  const others = records.filter((record) => record.id !== id);
  if (was === null) return others;
  const now = records.find((record) => record.id === id);
  // The log holds what the service itself wrote in this shape, so that it need not be read by a schema.
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
