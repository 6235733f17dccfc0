/** What the address of the list of documents asks for. Pure. */
import {
  ContentType,
  ITEM_ORDERS,
  type ItemFilter,
  type ItemOrder,
  SourceKind,
} from "../../../../lib/corpus/mod.ts";
import { parseSort, type Sort } from "../../../../components/admin/list_query.ts";

/** What the list can be narrowed to by state; active documents where none is asked for. */
export const STATE_CHOICES = [
  { value: "", label: "Active" },
  { value: "retired", label: "Retired" },
  { value: "superseded", label: "Superseded" },
  { value: "unreplaced", label: "Superseded, without a replacement" },
  { value: "all", label: "Any state" },
] as const;

/** Stands for documents about no system, where others stand for a system. */
export const NO_SYSTEM = "-";

/** The names of the fields that narrow the list. */
export const ITEM_FILTERS = ["q", "type", "state", "link", "system", "source"] as const;

/** One state of the list. */
export interface ItemListQuery {
  /** As the fields show it; what makes no sense is empty. */
  readonly fields: Readonly<Record<typeof ITEM_FILTERS[number], string>>;
  readonly filter: ItemFilter;
  readonly sort: Sort;
  readonly order: ItemOrder;
  readonly page: number;
}

/** Reads the state of the list; what it does not know counts as not given. */
export function itemListQuery(query: URLSearchParams): ItemListQuery {
  const text = (name: string) => (query.get(name) ?? "").replaceAll("\0", "").trim().slice(0, 100);
  const contentType = ContentType.safeParse(text("type")).data;
  const sourceKind = SourceKind.safeParse(text("source")).data;
  const link = (["live", "dead", "unchecked", "none"] as const)
    .find((each) => each === text("link"));
  const state = STATE_CHOICES.find(({ value }) => value === text("state"))?.value ?? "";
  const system = text("system");
  const sort = parseSort(query, ITEM_ORDERS, { by: "title", descending: false });
  const page = /^\d{1,9}$/.test(query.get("page") ?? "") ? Number(query.get("page")) : 1;
  return {
    fields: {
      q: text("q"),
      type: contentType ?? "",
      state,
      link: link ?? "",
      system,
      source: sourceKind ?? "",
    },
    filter: {
      text: text("q"),
      ...(contentType && { contentType }),
      ...(sourceKind && { sourceKind }),
      ...(link && { link }),
      ...(state !== "all" && { state: state === "" ? "active" as const : state }),
      ...(system !== "" && { systemId: system === NO_SYSTEM ? null : system }),
    },
    sort,
    order: ITEM_ORDERS.find((each) => each === sort.by) ?? "title",
    page: Math.max(page, 1),
  };
}

/** States of the list that need attention: what they show, and the query that shows it. */
export const ITEM_GAPS = [
  {
    label: "Documents about no system",
    effect: "They are evidence for nothing.",
    query: `system=${NO_SYSTEM}`,
  },
  {
    label: "Documents with dead links",
    effect: "Buyers are not led to pages that are gone.",
    query: "link=dead",
  },
  {
    label: "Superseded without a replacement",
    effect: "What superseded these documents is retired itself.",
    query: "state=unreplaced",
  },
] as const;
