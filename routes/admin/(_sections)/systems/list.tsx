/** The list of systems with its filters and columns (spec §2.2). */
import type { Context } from "fresh";
import type { ListDefinition } from "@/components/admin/list/define.ts";
import {
  hasStatus,
  Muted,
  Pictured,
  RecordLink,
  statusColumn,
  statusFilter,
} from "@/components/admin/list/parts.tsx";
import { recordHref } from "@/components/hrefs/admin.ts";
import { foundIds } from "../search/found_ids.ts";
import { isFilled } from "../values/labels.ts";
import {
  type BudgetTier,
  overriddenSystems,
  type Snapshot,
  type System,
} from "@/lib/catalog/mod.ts";
import type { State } from "@/lib/define.ts";

interface ListedSystem {
  readonly system: System;
  readonly tier: BudgetTier | null;
  /** Number of enabled attributes that have a value. */
  readonly filled: number;
  /** Number of values that override the CMS. */
  readonly overrides: number;
  /** Number of live rules that recommend it. */
  readonly rules: number;
}

/** Value of the tier filter for systems without a tier. */
const NO_TIER = "-";

/** Returns the list of systems, in the order that buyers see. */
export async function systemList({ state }: Context<State>): Promise<ListDefinition<ListedSystem>> {
  const { db, catalog, media } = state.services;
  const snapshot = catalog.current();
  const { primaries } = media.current();
  const overridden = await overriddenSystems(db, { retired: true });
  const listed = listedSystems(
    snapshot,
    new Map(overridden.map(({ systemId, count }) => [systemId, count])),
  );
  const tiers = snapshot.catalog.tiers.map(({ id, label }) => ({ value: id, label }));
  return {
    slug: "systems",
    title: "Systems",
    lead:
      "The systems that we recommend, in the order that buyers see. Buyers never see a retired system.",
    noun: "system",
    filters: [
      { name: "q", label: "Search" },
      statusFilter({ "": "Live and drafts", draft: "Drafts", retired: "Retired", all: "All" }),
      {
        name: "tier",
        label: "Budget tier",
        options: [...tiers, { value: NO_TIER, label: "Without a tier" }],
        empty: "Any",
        isOpen: true,
      },
    ],
    rows({ filter }) {
      const [status, tier] = [filter("status"), filter("tier")];
      const found = foundIds(snapshot.catalog, "system", filter("q"));
      return listed.filter(({ system }) =>
        hasStatus(system, status) &&
        (tier === "" || (system.budgetTierId ?? NO_TIER) === tier) &&
        (found === null || found.has(system.id))
      );
    },
    idOf: ({ system }) => system.id,
    order: {
      nameOf: ({ system }) => system.name,
      positionOf: ({ system }) => system.position,
    },
    pageSize: 50,
    columns: [
      {
        id: "name",
        label: "System",
        sortBy: ({ system }) => system.name,
        isHead: true,
        cellClass: "min-w-40",
        cell: ({ system }) => (
          <Pictured picture={primaries.get(system.id) ?? null}>
            <RecordLink href={recordHref("systems", system.id)} id={system.id}>
              {system.name}
            </RecordLink>
          </Pictured>
        ),
      },
      {
        id: "tier",
        label: "Budget tier",
        sortBy: ({ tier }) => tier?.ordinal ?? null,
        cellClass: "whitespace-nowrap",
        cell: ({ tier }) =>
          tier
            ? <a href={recordHref("tiers", tier.id)} class="text-link">{tier.label}</a>
            : <Muted>None</Muted>,
      },
      {
        id: "values",
        label: "Values",
        numeric: true,
        sortBy: ({ filled }) => filled,
        cellClass: "whitespace-nowrap",
        cell: ({ system: { id }, filled }) => (
          <a href={`${recordHref("systems", id)}#values`} class="text-link">
            {filled} of {snapshot.attributes.length}
          </a>
        ),
      },
      {
        id: "overrides",
        label: "Overrides",
        numeric: true,
        isShown: (rows) => rows.some(({ overrides }) => overrides > 0),
        sortBy: ({ overrides }) => overrides,
        cell: ({ overrides }) => overrides,
      },
      {
        id: "rules",
        label: "Rules",
        numeric: true,
        sortBy: ({ rules }) => rules,
        cell: ({ rules }) => rules,
      },
      statusColumn(({ system }) => system),
    ],
    empty: {
      text: "We recommend systems to buyers. Give the first one a name and a budget tier.",
    },
  };
}

function listedSystems(
  { catalog, attributeById, rules, tierById }: Snapshot,
  overrides: ReadonlyMap<string, number>,
): ListedSystem[] {
  const recommending = Map.groupBy(
    rules.flatMap(({ id, outcomes }) => outcomes.map(({ systemId }) => ({ id, systemId }))),
    ({ systemId }) => systemId,
  );
  return catalog.systems.map((system) => ({
    system,
    tier: tierById.get(system.budgetTierId ?? "") ?? null,
    filled:
      system.values.filter(({ attributeId, value }) =>
        attributeById.has(attributeId) && isFilled(value)
      ).length,
    overrides: overrides.get(system.id) ?? 0,
    rules: new Set(recommending.get(system.id)?.map(({ id }) => id)).size,
  }));
}
