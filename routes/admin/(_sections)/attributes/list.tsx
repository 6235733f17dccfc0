/** The list of attributes (spec §2.2). */
import type { RecordList } from "@/components/admin/record/save.ts";
import { Switch } from "@/components/admin/controls.tsx";
import { listHref } from "@/components/admin/list/define.ts";
import { hasStatus, Muted, RecordLink, statusFilter } from "@/components/admin/list/parts.tsx";
import { StatusBadge, statusOf } from "@/components/admin/records.tsx";
import { counted } from "@/components/ui/counted.ts";
import { foundIds } from "../search/found_ids.ts";
import { isFilled, optionsAsking, VALUE_TYPES } from "../values/labels.ts";
import type { Attribute, Snapshot } from "@/lib/catalog/mod.ts";
import type { Ctx } from "@/lib/define.ts";

/** Returns the list of attributes, in the order of the data sheet. */
export function attributeList({ state }: Ctx): RecordList<Attribute> {
  const { catalog, systems } = state.services.catalog.current();
  const filledBy = ({ id }: Attribute) =>
    systems.filter(({ values }) =>
      values.some(({ attributeId, value }) => attributeId === id && isFilled(value))
    ).length;
  return {
    lead:
      "The rows of every comparison, in the order of the data sheet. Options use them to match systems to answers.",
    filters: [
      { name: "q", label: "Search" },
      statusFilter({
        "": "Live and off",
        live: "Live",
        off: "Switched off",
        retired: "Retired",
      }),
      {
        name: "group",
        label: "Group",
        options: attributeGroupNames(catalog).map((value) => ({ value, label: value })),
        empty: "Any",
        isOpen: true,
      },
    ],
    rows({ filter }) {
      const [status, group] = [filter("status"), filter("group")];
      const found = foundIds(catalog, "attribute", filter("q"));
      return catalog.attributes.filter((attribute) =>
        hasStatus(attribute, status) &&
        (group === "" || attribute.group === group) &&
        (found === null || found.has(attribute.id))
      );
    },
    idOf: ({ id }) => id,
    order: { nameOf: ({ name }) => name, positionOf: ({ position }) => position },
    file: "attributes",
    columns: [
      {
        id: "name",
        label: "Attribute",
        sortBy: ({ name }) => name,
        isHead: true,
        cellClass: "min-w-40",
        cell: ({ id, name }) => <RecordLink of="attributes" id={id} name={name} />,
      },
      {
        id: "group",
        label: "Group",
        sortBy: ({ group }) => group,
        class: "max-lg:hidden",
        cellClass: "min-w-24 wrap-anywhere",
      },
      {
        id: "type",
        label: "Value",
        cellClass: "whitespace-nowrap",
        text: ({ valueType, unit }) =>
          [VALUE_TYPES[valueType].label, unit].filter(Boolean).join(", "),
        cell: ({ valueType, unit }) => (
          <>
            {VALUE_TYPES[valueType].label}
            {unit && <Muted>, {unit}</Muted>}
          </>
        ),
      },
      {
        id: "values",
        label: "Systems",
        numeric: true,
        isShown: (rows) => rows.some((row) => filledBy(row) < systems.length),
        sortBy: filledBy,
        cellClass: "whitespace-nowrap",
        cell: (attribute) => `${filledBy(attribute)} of ${systems.length}`,
      },
      {
        id: "asking",
        label: "Asked by",
        sortBy: ({ id }) => optionsAsking(catalog, id).length,
        cellClass: "whitespace-nowrap",
        cell({ id }) {
          const asking = optionsAsking(catalog, id);
          return asking.length === 0
            ? <Muted>No option</Muted>
            : <span title={asking.join(" · ")}>{counted(asking.length, "option")}</span>;
        },
      },
      {
        id: "enabled",
        label: "State",
        text: statusOf,
        cell: ({ id, name, enabled, retired }, state) =>
          retired ? <StatusBadge status="retired" /> : (
            <Switch
              on={enabled}
              label={`Attribute ${name}`}
              action={listHref("attributes", state)}
              hidden={{ id }}
            />
          ),
      },
    ],
    empty: {
      text: "Buyers compare systems by their attributes, and answers are matched against them.",
      always: catalog.attributes.length === 0,
    },
  };
}

/** Returns the distinct groups of attributes, in the order of the data sheet. */
export function attributeGroupNames({ attributes }: Snapshot["catalog"]): string[] {
  return [...new Set(attributes.map(({ group }) => group))];
}
