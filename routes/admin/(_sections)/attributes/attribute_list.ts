/** What the address of the list of attributes asks for. Pure. */
import { type Attribute, searchRecords, type Snapshot } from "../../../../lib/catalog/mod.ts";
import { parseSort, type Sort, sortRecords } from "../../../../components/admin/list_query.ts";
import { statusOf } from "../../../../components/admin/records.tsx";
import { isFilled, optionsAsking } from "../values/labels.ts";

/** An attribute as the list shows it. */
export interface ListedAttribute {
  readonly attribute: Attribute;
  /** How many systems that are not retired say something about it. */
  readonly filled: number;
  /** The options that ask something of it. */
  readonly asking: readonly string[];
}

/** What the list can be narrowed to by state. */
export const ATTRIBUTE_STATUSES = [
  { value: "", label: "Live and off" },
  { value: "live", label: "Live" },
  { value: "off", label: "Switched off" },
  { value: "retired", label: "Retired" },
] as const;

/** The names of the fields that narrow the list. */
export const ATTRIBUTE_FILTERS = ["q", "status", "group"] as const;

/** One state of the list. */
export interface AttributeListQuery {
  readonly text: string;
  readonly status: string;
  readonly group: string;
  readonly sort: Sort;
  /** The query that says so, without anything else. */
  readonly params: URLSearchParams;
  /** Whether it lists every attribute in its order, so that neighbours are neighbours. */
  readonly ordered: boolean;
}

const SORT_KEYS = {
  position: ({ attribute }: ListedAttribute) => attribute.position,
  name: ({ attribute }: ListedAttribute) => attribute.name,
  group: ({ attribute }: ListedAttribute) => attribute.group,
  values: ({ filled }: ListedAttribute) => filled,
  asking: ({ asking }: ListedAttribute) => asking.length,
};

/** Reads the state of the list; what it does not know counts as not given. */
export function attributeListQuery(query: URLSearchParams): AttributeListQuery {
  const text = (query.get("q") ?? "").trim().slice(0, 100);
  const status = ATTRIBUTE_STATUSES.find(({ value }) => value === query.get("status"))?.value ?? "";
  const group = (query.get("group") ?? "").slice(0, 100);
  const sort = parseSort(query, Object.keys(SORT_KEYS), { by: "position", descending: false });
  const inOrder = sort.by === "position" && !sort.descending;
  const params = new URLSearchParams({
    ...(text !== "" && { q: text }),
    ...(status !== "" && { status }),
    ...(group !== "" && { group }),
    ...(!inOrder && { sort: `${sort.descending ? "-" : ""}${sort.by}` }),
  });
  return { text, status, group, sort, params, ordered: params.size === 0 };
}

/** The attributes that a state of the list shows, in its order; equal ones by position, then by id. */
export function listedAttributes(
  { catalog, systems }: Snapshot,
  { text, status, group, sort }: AttributeListQuery,
): ListedAttribute[] {
  const found = text === "" ? null : new Set(
    searchRecords(catalog, text, catalog.attributes.length)
      .filter(({ type }) => type === "attribute")
      .flatMap(({ records }) => records.map(({ id }) => id)),
  );
  const listed = catalog.attributes.filter((attribute) =>
    (status === "" ? !attribute.retired : statusOf(attribute) === status) &&
    (group === "" || attribute.group === group) &&
    (found === null || found.has(attribute.id))
  ).map((attribute): ListedAttribute => ({
    attribute,
    filled:
      systems.filter(({ values }) =>
        values.some(({ attributeId, value }) => attributeId === attribute.id && isFilled(value))
      ).length,
    asking: optionsAsking(catalog, attribute.id),
  }));
  return sortRecords(listed, sort, SORT_KEYS);
}

/** The headings that attributes stand under, each once, in the order of the data sheet. */
export function attributeGroupNames({ attributes }: Snapshot["catalog"]): string[] {
  return [...new Set(attributes.map(({ group }) => group))];
}
