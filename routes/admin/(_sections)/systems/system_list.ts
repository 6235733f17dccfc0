/** What the address of the list of systems asks for. Pure. */
import {
  type BudgetTier,
  searchRecords,
  type Snapshot,
  type System,
} from "../../../../lib/catalog/mod.ts";
import { parseSort, type Sort, sortRecords } from "../../../../components/admin/list_query.ts";
import { isFilled } from "../values/labels.ts";

/** A system as the list shows it. */
export interface ListedSystem {
  readonly system: System;
  readonly tier: BudgetTier | null;
  /** How many of the attributes that are switched on it says something about. */
  readonly filled: number;
  /** How many of its values were entered over one of the CMS. */
  readonly overrides: number;
  /** How many rules that are switched on recommend it. */
  readonly rules: number;
}

/** What the list can be narrowed to by state. */
export const SYSTEM_STATUSES = [
  { value: "", label: "Live and drafts" },
  { value: "draft", label: "Drafts" },
  { value: "retired", label: "Retired" },
  { value: "all", label: "All" },
] as const;

/** Stands for systems without a tier, where others stand for a tier. */
export const NO_TIER = "-";

/** The names of the fields that narrow the list. */
export const SYSTEM_FILTERS = ["q", "status", "tier"] as const;

/** One state of the list. */
export interface SystemListQuery {
  readonly text: string;
  readonly status: string;
  readonly tier: string;
  readonly sort: Sort;
  /** Whether it lists every live system in the order of buyers, so that neighbours are neighbours. */
  readonly ordered: boolean;
}

const SORT_KEYS = {
  position: ({ system }: ListedSystem) => system.position,
  name: ({ system }: ListedSystem) => system.name,
  tier: ({ tier }: ListedSystem) => tier?.ordinal ?? null,
  values: ({ filled }: ListedSystem) => filled,
  overrides: ({ overrides }: ListedSystem) => overrides,
  rules: ({ rules }: ListedSystem) => rules,
};

/** Reads the state of the list; what it does not know counts as not given. */
export function systemListQuery(query: URLSearchParams): SystemListQuery {
  const text = (query.get("q") ?? "").trim().slice(0, 100);
  const status = SYSTEM_STATUSES.find(({ value }) => value === query.get("status"))?.value ?? "";
  const tier = query.get("tier") ?? "";
  const sort = parseSort(query, Object.keys(SORT_KEYS), { by: "position", descending: false });
  const ordered = text === "" && status === "" && tier === "" && sort.by === "position" &&
    !sort.descending;
  return { text, status, tier, sort, ordered };
}

/** The systems that a state of the list shows, in its order; equal ones by position, then by id. */
export function listedSystems(
  snapshot: Snapshot,
  { text, status, tier, sort }: SystemListQuery,
  overrides: ReadonlyMap<string, number>,
): ListedSystem[] {
  const { catalog, attributeById, rules, tierById } = snapshot;
  const found = text === "" ? null : new Set(
    searchRecords(catalog, text, catalog.systems.length)
      .filter(({ type }) => type === "system")
      .flatMap(({ records }) => records.map(({ id }) => id)),
  );
  const recommending = Map.groupBy(
    rules.flatMap(({ id, outcomes }) => outcomes.map(({ systemId }) => ({ id, systemId }))),
    ({ systemId }) => systemId,
  );
  const listed = catalog.systems.filter((system) =>
    (status === "all" || system.retired === (status === "retired")) &&
    (status !== "draft" || system.draft === true) &&
    (tier === "" || (system.budgetTierId ?? NO_TIER) === tier) &&
    (found === null || found.has(system.id))
  ).map((system): ListedSystem => ({
    system,
    tier: tierById.get(system.budgetTierId ?? "") ?? null,
    filled:
      system.values.filter(({ attributeId, value }) =>
        attributeById.has(attributeId) && isFilled(value)
      ).length,
    overrides: overrides.get(system.id) ?? 0,
    rules: new Set(recommending.get(system.id)?.map(({ id }) => id)).size,
  }));
  return sortRecords(listed, sort, SORT_KEYS);
}
