/** What the address of the list of documents asks for. Pure. */
import {
  ContentType,
  ITEM_ORDERS,
  type ItemFilter,
  type ItemOrder,
  SourceKind,
} from "../../../../lib/corpus/mod.ts";

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

/** The documents that the filters of the list ask for, by their names; what it does not know counts as not given. */
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
    ...(state !== "all" && { state: state === "" ? "active" as const : state }),
    ...(system !== "" && { systemId: system === NO_SYSTEM ? null : system }),
  };
}

/** The order that a column of the list asks for; by title unless it is one of the store's. */
export function itemOrder(column: string | undefined): ItemOrder {
  return ITEM_ORDERS.find((order) => order === column) ?? "title";
}

/** States of the list that need attention: what they show, and the query that shows it. */
export const ITEM_GAPS = [
  {
    label: "Documents about no system",
    effect: "No system can be quoted from them.",
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
