/** Reads the filters and the order of the list of documents. Pure. */
import {
  ContentType,
  ITEM_ORDERS,
  type ItemFilter,
  type ItemOrder,
  SourceKind,
} from "@/lib/corpus/mod.ts";

/** The choices of the state filter; the default is active documents. */
export const STATE_CHOICES = [
  { value: "", label: "Active" },
  { value: "retired", label: "Retired" },
  { value: "superseded", label: "Superseded" },
  { value: "unreplaced", label: "Superseded, without a replacement" },
  { value: "all", label: "Any state" },
] as const;

/** The value of the system filter for documents about no system. */
export const NO_SYSTEM = "-";

/** Reads the filter of the store from those of the list, by name; unknown values are ignored. */
export function itemFilter(filter: (name: string) => string): ItemFilter {
  const text = (name: string) => filter(name).replaceAll("\0", "").trim();
  const contentType = ContentType.safeParse(text("type")).data;
  const sourceKind = SourceKind.safeParse(text("source")).data;
  const link = (["live", "dead", "unchecked", "none"] as const)
    .find((each) => each === text("link"));
  const state = STATE_CHOICES.find(({ value }) => value === text("state"))?.value ?? "";
  const system = text("system");
  return {
    text: text("q"),
    ...(contentType && { contentType }),
    ...(sourceKind && { sourceKind }),
    ...(link && { link }),
    ...(text("quoted") === "never" && { neverQuoted: true as const }),
    ...(state !== "all" && { state: state === "" ? "active" as const : state }),
    ...(system !== "" && { systemId: system === NO_SYSTEM ? null : system }),
  };
}

/** Returns the store's order for a column; by title for a column that the store cannot sort by. */
export function itemOrder(column: string | undefined): ItemOrder {
  return ITEM_ORDERS.find((order) => order === column) ?? "title";
}

/** Filters that show documents which need attention, with the consequence for buyers. */
export const ITEM_GAPS = [
  {
    label: "Documents about no system",
    effect: "They are evidence for no system.",
    query: `system=${NO_SYSTEM}`,
  },
  {
    label: "Documents with dead links",
    effect: "Quotes do not link to dead pages.",
    query: "link=dead",
  },
  {
    label: "Superseded without a replacement",
    effect: "The documents that replaced these are retired.",
    query: "state=unreplaced",
  },
] as const;

/** The filter that shows documents with passages that buyers have not seen. */
export const NEVER_QUOTED = {
  label: "Documents with passages never quoted",
  effect: "Buyers have not seen them.",
  query: "quoted=never",
} as const;
