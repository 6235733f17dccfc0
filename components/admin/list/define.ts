/** The definition of a list, and its state in the address: filters, order and page. Pure. */
import type { ComponentChildren } from "preact";
import { type AdminSection, sectionHref } from "@/components/hrefs/admin.ts";
import type { RowsColumn } from "@/components/ui/Table.tsx";
import type { SelectOption } from "../fields.tsx";
import { askedPage, compareNames, type ListPage } from "@/lib/text/mod.ts";
import { parseSort, type Sort, withQuery } from "../list_query.ts";
import { UtcDay } from "@/lib/http/mod.ts";
import type { ListStep } from "./bars.tsx";

/** A column of a list, and how a row fills it. */
export interface ListColumn<T> extends Omit<RowsColumn<T>, "label" | "head" | "sorted" | "cell"> {
  readonly id: string;
  readonly label: string;
  /** The sort key; absent for a column that cannot be sorted by. */
  readonly sortBy?: (row: T) => string | number | null;
  /** The content of the cell; default that in the file. */
  readonly cell?: (row: T, state: ShownList) => ComponentChildren;
  /** The content in the list's file; default the sort key. A column with neither is left out there. */
  readonly text?: (row: T) => string | number | null;
  /** Whether the column is shown for the rows of the page; absent: always. */
  readonly isShown?: (rows: readonly T[]) => boolean;
}

/** A filter of a list: a text search, a select (with `options`), or the kind that `type` names. */
export interface ListFilter {
  readonly name: string;
  readonly label: string;
  /** A day, a checkbox, or a parameter that only links set. */
  readonly type?: "date" | "flag" | "hidden";
  /** Makes it a select. */
  readonly options?: readonly SelectOption[];
  /** Label of “no choice”, such as "Any"; absent when one of the options has an empty value. */
  readonly empty?: string;
  /** Keeps a value that is not an option, so that nothing is found; absent: such a value is ignored. */
  readonly isOpen?: boolean;
  /** Most characters of its text; a longer one is not used. Default 100. */
  readonly maxLength?: number;
  readonly class?: string;
}

/** An order that staff decide by moving rows. */
interface ListOrder<T> {
  /** Label of the column. Default "Order". */
  readonly label?: string;
  /** Where the forms of the rows post to. Defaults to the list of the section. */
  readonly action?: string;
  /** The record's position; absent when the record stores no number. */
  readonly positionOf?: (row: T) => number;
  readonly nameOf: (row: T) => string;
  /** Whether a row can be moved; absent: every row. */
  readonly takesPart?: (row: T) => boolean;
  /** Beside the buttons. */
  readonly grip?: ComponentChildren;
}

/**
 * A value that rows may share. When all rows of a page do, it is stated once above them, and the column with this id
 * is left out.
 */
interface ListSame<T> {
  readonly id: string;
  /** The value as text; empty for no value. */
  readonly textOf: (row: T) => string;
  /** The statement about the page's rows; null: leave the column out without a statement. */
  readonly say: (text: string) => string | null;
}

/** A list of records, and the page around it. */
export interface ListDefinition<T> {
  /** The section whose records it lists; absent for a list that staff can neither add to nor reorder. */
  readonly slug?: AdminSection;
  readonly title: string;
  readonly lead?: ComponentChildren;
  /** One record, in running text. */
  readonly noun: string;
  /** The pages above it; absent for the list of a section. */
  readonly trail?: readonly { label: string; href: string }[];
  /** Caption of the table, for screen readers. Defaults to the title. */
  readonly caption?: string;
  /** Beside the title. Defaults to a link to a new record. */
  readonly actions?: ComponentChildren;
  /** Above the filters. */
  readonly above?: ComponentChildren;
  readonly filters?: readonly ListFilter[];
  /** Parameters that every state of the list keeps. */
  readonly keeps?: Readonly<Record<string, string>>;
  readonly columns: readonly ListColumn<T>[];
  /** Id of a row's record. */
  readonly idOf: (row: T) => string;
  /** Further attributes of a row. */
  readonly rowData?: (row: T) => Readonly<Record<`data-${string}`, string>>;
  readonly order?: ListOrder<T>;
  readonly same?: readonly ListSame<T>[];
  /** Default order. Absent: the order column, else the first sortable column, else the order of `rows`. */
  readonly sort?: Sort;
  /** Rows per page; absent: one page. */
  readonly pageSize?: number;
  /** Returns all rows that match the filters, or one page of them that a store has cut. */
  readonly rows: (state: ListState) => Rows<T> | Promise<Rows<T>>;
  /** Name of the CSV file of all its rows; absent for a list without one, or with one of its own. */
  readonly file?: string;
  /** Beside the number of rows. */
  readonly tools?: (state: ListState) => ComponentChildren;
  /** At the end of the page. */
  readonly after?: ComponentChildren;
  /** Below the table, where there are rows. */
  readonly below?: (state: ListState, page: ListPage<T>) => ComponentChildren;
  /** Shown while the list has no rows. */
  readonly empty: {
    readonly title?: string;
    readonly text: ComponentChildren;
    readonly action?: ComponentChildren;
    /** Whether no record exists at all, whatever the filters; absent: deduced from whether a filter is set. */
    readonly always?: boolean;
  };
}

/** All rows, or one page of them. */
export type Rows<T> = readonly T[] | ListPage<T> | ListStretch<T>;

/** A page of a list with cursor pagination: a store cuts it at one of its rows. */
interface ListStretch<T> extends Pick<ListPage<T>, "rows" | "total"> {
  /** The count in words, when not all rows are counted. */
  readonly count?: string | undefined;
  /** Links to the neighbouring pages; null at an end. */
  readonly previous: ListStep | null;
  readonly next: ListStep | null;
  /** Position, such as "51–100 of 105". */
  readonly here?: string;
}

/** The state of a list: filters, order and page. */
export interface ListState {
  /** Value of a filter; empty when it is not set or its value is unknown. */
  readonly filter: (name: string) => string;
  readonly sort: Sort | null;
  /** From 1, as in the address; it can lie beyond the last page. */
  readonly page: number;
  /** The query of this state, without the page and unknown parameters. */
  readonly params: URLSearchParams;
  /** Whether the list is unfiltered and in its default order, so that rows can be moved. */
  readonly isWhole: boolean;
}

/** The state of a list while it renders. */
export interface ShownList extends ListState {
  /** Ids of the values stated once above the rows ({@linkcode ListSame}). */
  readonly said: ReadonlySet<string>;
}

/** Reads the state of a list from its query; unknown parameters and values are ignored. */
export function readList(
  query: URLSearchParams,
  definition: Pick<ListDefinition<never>, "filters" | "keeps" | "sort"> & {
    readonly columns: readonly Pick<ListColumn<never>, "id" | "sortBy">[];
  },
): ListState {
  const { filters = [], keeps = {}, columns } = definition;
  const values = new Map(filters.map((filter) => [filter.name, valueOf(query, filter)]));
  const sortable = columns.filter(({ sortBy }) => sortBy).map(({ id }) => id);
  const [first] = sortable;
  const usual = definition.sort ?? (first === undefined ? null : { by: first, descending: false });
  const sort = usual && parseSort(query, sortable, usual);
  const isUsual = sort?.by === usual?.by && sort?.descending === usual?.descending;
  const given = [...values].filter(([, value]) => value !== "");
  const params = new URLSearchParams([...Object.entries(keeps), ...given]);
  if (sort && !isUsual) params.set("sort", `${sort.descending ? "-" : ""}${sort.by}`);
  return {
    filter: (name) => values.get(name) ?? "",
    sort,
    page: askedPage(query),
    params,
    isWhole: given.length === 0 && isUsual,
  };
}

function valueOf(query: URLSearchParams, filter: ListFilter): string {
  const { name, type, options, isOpen } = filter;
  const text = (query.get(name) ?? "").trim();
  if (text.length > longest(filter)) return "";
  if (type === "flag") return FLAGS.has(text) ? "true" : "";
  if (type === "date") return UtcDay.safeParse(query.get(name)).success ? text : "";
  return options && !isOpen ? options.find(({ value }) => value === text)?.value ?? "" : text;
}

function longest({ maxLength = 100 }: ListFilter): number {
  return maxLength;
}

/** Returns why a typed filter of the address is not used; undefined when it is, or is not set. */
export function unusedBecause(query: URLSearchParams, filter: ListFilter): string | undefined {
  const text = (query.get(filter.name) ?? "").trim();
  if (text === "" || valueOf(query, filter) !== "") return undefined;
  if (isSearch(filter)) return `It was not used. Use at most ${longest(filter)} characters`;
  if (filter.type !== "date") return undefined;
  const shown = text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
  return `“${shown}” was not used. Enter a day since 2000, such as 2026-05-04`;
}

/** Whether a filter is a text search. */
export function isSearch({ type, options }: ListFilter): boolean {
  return type === undefined && options === undefined;
}

/** The reason that a period contains nothing: its dates are the wrong way round. */
export const BACKWARDS = "The period ends before it begins: its first day is after its last.";

/** Whether the dates of a list, if it has any, are the wrong way round. */
export function isBackwards({ filter }: Pick<ListState, "filter">): boolean {
  return filter("to") !== "" && filter("from") > filter("to");
}

/** Most characters of an unused value that its message quotes. */
const MAX_SHOWN = 20;

const FLAGS: ReadonlySet<string> = new Set(["true", "on", "1"]);

/**
 * Returns the rows sorted by one of their columns: numbers by size, texts case-insensitively with numeric collation, and
 * rows without a key last in either direction. Null keeps their order.
 */
export function sortRows<T>(
  rows: readonly T[],
  columns: readonly Pick<ListColumn<T>, "id" | "sortBy">[],
  sort: Sort | null,
): readonly T[] {
  const key = columns.find(({ id }) => id === sort?.by)?.sortBy;
  if (sort === null || key === undefined) return rows;
  const direction = sort.descending ? -1 : 1;
  // A key may count records, so each row's is computed once.
  return rows.map((row) => ({ row, key: key(row) })).sort(({ key: a }, { key: b }) => {
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return direction * compareKeys(a, b);
  }).map(({ row }) => row);
}

function compareKeys(a: string | number, b: string | number): number {
  if (typeof a === "number" && typeof b === "number") return a - b;
  return compareNames(String(a), String(b));
}

/** Returns the address of a page of a list in a given state. */
export function listHref(slug: AdminSection, { params }: ListState, page = 1): string {
  return sectionHref(slug, withQuery(params, { page: page > 1 ? `${page}` : null }).slice(1));
}
