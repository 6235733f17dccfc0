/** The list of systems with its filters and columns (spec §2.2). */
import {
  hasStatus,
  Muted,
  Pictured,
  RecordLink,
  statusColumn,
  statusFilter,
} from "@/components/admin/list/parts.tsx";
import type { RecordList } from "@/components/admin/record/save.ts";
import { recordHref } from "@/components/hrefs/admin.ts";
import { foundIds } from "../search/found_ids.ts";
import { isFilled } from "../values/labels.ts";
import { overriddenSystems, type System } from "@/lib/catalog/mod.ts";
import type { Ctx } from "@/lib/define.ts";

/** Value of the tier filter for systems without a tier. */
const NO_TIER = "-";

/** Returns the list of systems, in the order that buyers see. */
export async function systemList({ state }: Ctx): Promise<RecordList<System>> {
  const { db, catalog, media } = state.services;
  const snapshot = catalog.current();
  const { attributeById, tierById } = snapshot;
  const { primaries } = media.current();
  const overridden = await overriddenSystems(db, { retired: true });
  const overrides = new Map(overridden.map(({ systemId, count }) => [systemId, count]));
  const tierOf = ({ budgetTierId }: System) => tierById.get(budgetTierId ?? "") ?? null;
  const filledIn = ({ values }: System) =>
    values.filter(({ attributeId, value }) => attributeById.has(attributeId) && isFilled(value))
      .length;
  const rulesFor = ({ id }: System) =>
    snapshot.rules.filter(({ outcomes }) => outcomes.some(({ systemId }) => systemId === id))
      .length;
  const tiers = snapshot.catalog.tiers.map(({ id, label }) => ({ value: id, label }));
  return {
    lead:
      "The systems that we recommend, in the order that buyers see. Buyers never see a retired system.",
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
      return snapshot.catalog.systems.filter((system) =>
        hasStatus(system, status) &&
        (tier === "" || (system.budgetTierId ?? NO_TIER) === tier) &&
        (found === null || found.has(system.id))
      );
    },
    idOf: ({ id }) => id,
    order: { nameOf: ({ name }) => name, positionOf: ({ position }) => position },
    pageSize: 50,
    file: "systems",
    columns: [
      {
        id: "name",
        label: "System",
        sortBy: ({ name }) => name,
        isHead: true,
        cellClass: "min-w-40",
        cell: ({ id, name }) => (
          <Pictured picture={primaries.get(id) ?? null}>
            <RecordLink of="systems" id={id} name={name} />
          </Pictured>
        ),
      },
      {
        id: "tier",
        label: "Budget tier",
        sortBy: (system) => tierOf(system)?.ordinal ?? null,
        text: (system) => tierOf(system)?.label ?? null,
        cellClass: "whitespace-nowrap",
        cell(system) {
          const tier = tierOf(system);
          return tier
            ? <a href={recordHref("tiers", tier.id)} class="text-link">{tier.label}</a>
            : <Muted>None</Muted>;
        },
      },
      {
        id: "values",
        label: "Values",
        numeric: true,
        sortBy: filledIn,
        cellClass: "whitespace-nowrap",
        cell: (system) => (
          <a href={`${recordHref("systems", system.id)}#values`} class="text-link">
            {filledIn(system)} of {snapshot.attributes.length}
          </a>
        ),
      },
      {
        id: "overrides",
        label: "Overrides",
        numeric: true,
        isShown: (rows) => rows.some(({ id }) => overrides.has(id)),
        sortBy: ({ id }) => overrides.get(id) ?? 0,
      },
      {
        id: "rules",
        label: "Rules",
        numeric: true,
        sortBy: rulesFor,
      },
      statusColumn((system) => system),
    ],
    empty: {
      text: "We recommend systems to buyers. Give the first one a name and a budget tier.",
      always: snapshot.catalog.systems.length === 0,
    },
  };
}
