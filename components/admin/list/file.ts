/** The CSV file of a list: all rows that its filters match, in its order. */
import { streamTable, tableHeaders, type TableRow } from "@/lib/http/mod.ts";
import { getLog } from "@/lib/log/mod.ts";
import { dayOf } from "@/lib/timing/mod.ts";
import { withQuery } from "../list_query.ts";
import { type ListDefinition, type ListState, readList, sortRows } from "./define.ts";

const FORMAT = "format";

/** Whether an address asks for a list as a file. */
export function asksForFile(query: URLSearchParams): boolean {
  return query.get(FORMAT) === "csv";
}

/** Returns the link from a list to its file. `query` is that of the list's state, without its page. */
export function fileHref(query: URLSearchParams): string {
  return withQuery(query, { [FORMAT]: "csv" });
}

/** Rows to answer with as a CSV file. */
export interface ListFile<T> {
  /** Name of the file, without the day. */
  readonly name: string;
  readonly now: Date;
  readonly idOf: (row: T) => string;
  /** The columns after the id, with their contents. */
  readonly columns: readonly {
    readonly id: string;
    readonly text: (row: T) => string | number | null;
  }[];
  readonly batches: AsyncIterable<readonly T[]>;
}

/** Answers with rows as a CSV file, read as fast as the client takes it. */
export function answerFile<T>({ name, now, idOf, columns, batches }: ListFile<T>): Response {
  const toRow = (row: T): TableRow => ({
    id: idOf(row),
    ...Object.fromEntries(columns.map(({ id, text }) => [id, text(row)])),
  });
  const file = streamTable({
    columns: ["id", ...columns.map(({ id }) => id)],
    batches: mapped(batches, toRow),
    format: "csv",
    onFault: (error) => getLog("admin").error("cannot finish the file of a list", { name, error }),
  });
  return new Response(file, { headers: tableHeaders(`${name}-${dayOf(now)}`, "csv") });
}

async function* mapped<T, U>(batches: AsyncIterable<readonly T[]>, map: (row: T) => U) {
  for await (const rows of batches) yield rows.map(map);
}

/**
 * Answers with a list as a CSV file: the id of each record, and the columns with a text or a sort key. A list that a
 * store cuts into pages is read page by page.
 */
export function answerList<T>(
  definition: ListDefinition<T>,
  { query, ...named }: Pick<ListFile<T>, "name" | "now"> & { readonly query: URLSearchParams },
): Response {
  return answerFile({
    ...named,
    idOf: definition.idOf,
    columns: definition.columns.flatMap(({ id, sortBy, text = sortBy }) =>
      text ? [{ id, text }] : []
    ),
    batches: pagesOf(definition, readList(query, definition)),
  });
}

async function* pagesOf<T>(
  { rows, columns }: ListDefinition<T>,
  state: ListState,
): AsyncGenerator<readonly T[]> {
  let pages = 1;
  for (let page = 1; page <= pages; page++) {
    const found = await rows({ ...state, page });
    if ("next" in found) {
      throw new TypeError("A list with cursor pagination needs a file of its own");
    }
    if ("rows" in found) pages = found.pages;
    yield "rows" in found ? found.rows : sortRows(found, columns, state.sort);
  }
}
