/** The list of attributes (spec §2.2). */
import type { Context } from "fresh";
import { Switch } from "@/components/admin/controls.tsx";
import { type ListDefinition, listHref } from "@/components/admin/list/define.ts";
import { hasStatus, Muted, RecordLink, statusFilter } from "@/components/admin/list/parts.tsx";
import { StatusBadge } from "@/components/admin/records.tsx";
import { recordHref } from "@/components/hrefs/admin.ts";
import { counted } from "@/components/ui/counted.ts";
import { foundIds } from "../search/found_ids.ts";
import { isFilled, optionsAsking, VALUE_TYPES } from "../values/labels.ts";
import type { Attribute, Snapshot } from "@/lib/catalog/mod.ts";
import type { State } from "@/lib/define.ts";

interface ListedAttribute {
  readonly attribute: Attribute;
  /** Number of systems, without retired ones, that have a value for it. */
  readonly filled: number;
  /** Labels of the options that require something of it. */
  readonly asking: readonly string[];
}

/** Returns the list of attributes, in the order of the data sheet. */
export function attributeList({ state }: Context<State>): ListDefinition<ListedAttribute> {
  const snapshot = state.services.catalog.current();
  const { catalog, systems } = snapshot;
  return {
    slug: "attributes",
    title: "Attributes",
    lead:
      "The rows of every comparison, in the order of the data sheet. Options use them to match systems to answers.",
    noun: "attribute",
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
      return listedAttributes(snapshot).filter(({ attribute }) =>
        hasStatus(attribute, status) &&
        (group === "" || attribute.group === group) &&
        (found === null || found.has(attribute.id))
      );
    },
    idOf: ({ attribute }) => attribute.id,
    order: {
      nameOf: ({ attribute }) => attribute.name,
      positionOf: ({ attribute }) => attribute.position,
    },
    columns: [
      {
        id: "name",
        label: "Attribute",
        sortBy: ({ attribute }) => attribute.name,
        isHead: true,
        cellClass: "min-w-40",
        cell: ({ attribute: { id, name } }) => (
          <RecordLink href={recordHref("attributes", id)} id={id}>{name}</RecordLink>
        ),
      },
      {
        id: "group",
        label: "Group",
        sortBy: ({ attribute }) => attribute.group,
        class: "max-lg:hidden",
        cellClass: "max-lg:hidden",
        cell: ({ attribute }) => attribute.group,
      },
      {
        id: "type",
        label: "Value",
        cellClass: "whitespace-nowrap",
        cell: ({ attribute: { valueType, unit } }) => (
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
        isShown: (rows) => rows.some(({ filled }) => filled < systems.length),
        sortBy: ({ filled }) => filled,
        cellClass: "whitespace-nowrap",
        cell: ({ filled }) => `${filled} of ${systems.length}`,
      },
      {
        id: "asking",
        label: "Asked by",
        sortBy: ({ asking }) => asking.length,
        cellClass: "whitespace-nowrap",
        cell: ({ asking }) =>
          asking.length === 0
            ? <Muted>No option</Muted>
            : <span title={asking.join(" · ")}>{counted(asking.length, "option")}</span>,
      },
      {
        id: "enabled",
        label: "On",
        cell: ({ attribute: { id, name, enabled, retired } }, state) =>
          retired ? <StatusBadge status="retired" /> : (
            <span class="-my-1 inline-flex">
              <Switch
                on={enabled}
                label={`Attribute ${name}`}
                name="enabled"
                action={listHref("attributes", state)}
                hidden={{ id }}
              />
            </span>
          ),
      },
    ],
    empty: {
      text: "Buyers compare systems by their attributes, and answers are matched against them.",
    },
  };
}

function listedAttributes({ catalog, systems }: Snapshot): ListedAttribute[] {
  return catalog.attributes.map((attribute) => ({
    attribute,
    filled:
      systems.filter(({ values }) =>
        values.some(({ attributeId, value }) => attributeId === attribute.id && isFilled(value))
      ).length,
    asking: optionsAsking(catalog, attribute.id),
  }));
}

/** Returns the distinct groups of attributes, in the order of the data sheet. */
export function attributeGroupNames({ attributes }: Snapshot["catalog"]): string[] {
  return [...new Set(attributes.map(({ group }) => group))];
}
