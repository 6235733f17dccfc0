/** What a list is made of, and what its address says: filters, order and page. Pure. */
import type { ComponentChildren } from "preact";
import { type AdminSection, sectionHref } from "../../hrefs/admin.ts";
import type { Column, ListStep } from "../DataTable.tsx";
import type { SelectOption } from "../fields.tsx";
import {
  askedPage,
  type ListPage,
  parseSort,
  type Sort,
  sortRecords,
  withQuery,
} from "../list_query.ts";

/** A column of a list, and what a row shows in it. */
export interface ListColumn<T> extends Omit<Column, "sortable"> {
  /** What the list is ordered by in it; absent where it cannot be. */
  readonly sortBy?: (row: T) => string | number | null;
  readonly cell: (row: T, state: ShownList) => ComponentChildren;
  /** Whether it names the row. */
  readonly isHead?: boolean;
  readonly cellClass?: string;
  /** Whether it says anything about the rows of the page; absent where it always does. */
  readonly isShown?: (rows: readonly T[]) => boolean;
}

/** A field that narrows a list: a text to look for, a choice, or what `type` says. */
export interface ListFilter {
  readonly name: string;
  readonly label: string;
  /** A day, a box to tick, or what links alone set. */
  readonly type?: "date" | "flag" | "hidden";
  /** Of a choice. */
  readonly options?: readonly SelectOption[];
  /** What no choice is called, such as "Any"; absent where an option of the choice has no value. */
  readonly empty?: string;
  /** Whether what is no option finds nothing; absent where it counts as not given. */
  readonly isOpen?: boolean;
  /** Longest text that is looked for; 100 unless told otherwise. */
  readonly maxLength?: number;
  readonly class?: string;
}

/** An order that staff decide, row by row. */
export interface ListOrder<T> {
  /** Of the column: "Order". */
  readonly label?: string;
  /** Absent where it is no number of the record. */
  readonly positionOf?: (row: T) => number;
  readonly nameOf: (row: T) => string;
  /** Whether a row takes part; absent for every row. */
  readonly takesPart?: (row: T) => boolean;
  /** Beside the buttons. */
  readonly grip?: ComponentChildren;
}

/** What rows may show alike: where all of a page do, it is said once above them, and a column of this id falls away. */
export interface ListSame<T> {
  readonly id: string;
  /** What a row shows; empty where it shows nothing. */
  readonly textOf: (row: T) => string;
  /** What is said of the page's rows; null says nothing. */
  readonly say: (text: string) => string | null;
}

/** A list of records, and everything around it. */
export interface ListDefinition<T> {
  /** The section whose records it lists; absent for a list that staff neither add to nor order. */
  readonly slug?: AdminSection;
  readonly title: string;
  readonly lead: ComponentChildren;
  /** One record, in running text. */
  readonly noun: string;
  /** The pages above it, where it is not the section's own. */
  readonly trail?: readonly { label: string; href: string }[];
  /** What the table lists, read out; absent for the title. */
  readonly caption?: string;
  /** Beside the title; absent for the way to a new record. */
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
  /** Where nothing else is asked for; absent leaves the rows as they come. */
  readonly sort?: Sort;
  /** Whether its columns fit a narrow screen side by side; absent where rows are blocks there. */
  readonly fitsNarrow?: true;
  /** Rows of a page; absent for one page. */
  readonly pageSize?: number;
  /** The rows that the filters let through, in their own order; or a page of them, cut by a store. */
  readonly rows: (state: ListState) => Rows<T> | Promise<Rows<T>>;
  /** Beside the number of rows. */
  readonly tools?: (state: ListState) => ComponentChildren;
  /** At the end of the page. */
  readonly after?: ComponentChildren;
  /** Below the table, where there are rows. */
  readonly below?: (state: ListState, page: ListPage<T>) => ComponentChildren;
  /** What is said while there is nothing to list. */
  readonly empty: {
    readonly title?: string;
    readonly text: ComponentChildren;
    readonly action?: ComponentChildren;
    /** Whether there is no record at all, whatever the filters say; absent where no filter says the same. */
    readonly always?: boolean;
  };
}

/** All rows, or one page of them. */
export type Rows<T> = readonly T[] | ListPage<T> | ListStretch<T>;

/** A page of a list that a store cuts at one of its rows and not at a number. */
export interface ListStretch<T> extends Pick<ListPage<T>, "rows" | "total"> {
  /** How many there are in words, where they are not all counted. */
  readonly count?: string | undefined;
  /** The ways to the pages around it; null at an end. */
  readonly previous: ListStep | null;
  readonly next: ListStep | null;
  /** Where it is, such as "51–100 of 105". */
  readonly here?: string;
}

/** One state of a list. */
export interface ListState {
  /** What a filter says; empty where it says nothing, or what the list does not know. */
  readonly filter: (name: string) => string;
  readonly sort: Sort | null;
  /** From 1; a page that there is none of is cut to the last. */
  readonly page: number;
  /** The query that says so, without the page and anything else. */
  readonly params: URLSearchParams;
  /** Whether it lists everything in its own order, so that neighbours in it are neighbours. */
  readonly isWhole: boolean;
}

/** A list as it is shown. */
export interface ShownList extends ListState {
  /** Ids of what is said once above the rows ({@linkcode ListSame}). */
  readonly said: ReadonlySet<string>;
}

/** Reads the state of a list from its address; what the list does not know counts as not given. */
export function readList(
  query: URLSearchParams,
  definition:
    & Pick<
      ListDefinition<never>,
      "filters" | "keeps" | "sort"
    >
    & { readonly columns: readonly Pick<ListColumn<never>, "id" | "sortBy">[] },
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
  const { name, type, options, isOpen, maxLength = 100 } = filter;
  const text = (query.get(name) ?? "").trim().slice(0, maxLength);
  if (type === "flag") return FLAGS.has(text) ? "true" : "";
  return options && !isOpen ? options.find(({ value }) => value === text)?.value ?? "" : text;
}

const FLAGS: ReadonlySet<string> = new Set(["true", "on", "1"]);

/** Puts rows in the order of one of their columns. */
export function sortRows<T>(
  rows: readonly T[],
  columns: readonly Pick<ListColumn<T>, "id" | "sortBy">[],
  sort: Sort,
): readonly T[] {
  const keys = columns.flatMap(({ id, sortBy }) => sortBy ? [[id, sortBy] as const] : []);
  return sortRecords(rows, sort, Object.fromEntries(keys));
}

/** The address of a page of a list in one of its states. */
export function listHref(slug: AdminSection, { params }: ListState, page = 1): string {
  return sectionHref(slug, withQuery(params, { page: page > 1 ? `${page}` : null }).slice(1));
}
