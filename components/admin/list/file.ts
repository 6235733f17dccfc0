/** The CSV file of a list: all rows that its filters match, in its order. */
import { streamTable, tableHeaders, type TableRow } from "@/lib/http/mod.ts";
import { getLog } from "@/lib/log/mod.ts";
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

/**
 * Answers with a list as a CSV file: the id of each record, and the columns with a text or a sort key. A list that a
 * store cuts into pages is read page by page, as fast as the client takes it. `name` is that of the file, without the
 * day.
 */
export function answerFile<T>(
  definition: ListDefinition<T>,
  { name, query, now }: { name: string; query: URLSearchParams; now: Date },
): Response {
  const columns = definition.columns.flatMap(({ id, text, sortBy }) => {
    const textOf = text ?? sortBy;
    return textOf ? [{ id, textOf }] : [];
  });
  const toRow = (row: T): TableRow => ({
    id: definition.idOf(row),
    ...Object.fromEntries(columns.map(({ id, textOf }) => [id, textOf(row)])),
  });
  const file = streamTable({
    columns: ["id", ...columns.map(({ id }) => id)],
    batches: batches(definition, readList(query, definition), toRow),
    format: "csv",
    onFault: (error) => getLog("admin").error("cannot finish the file of a list", { name, error }),
  });
  const day = now.toISOString().slice(0, 10);
  return new Response(file, { headers: tableHeaders(`${name}-${day}`, "csv") });
}

async function* batches<T>(
  { rows, columns }: ListDefinition<T>,
  state: ListState,
  toRow: (row: T) => TableRow,
): AsyncGenerator<TableRow[]> {
  let pages = 1;
  for (let page = 1; page <= pages; page++) {
    const found = await rows({ ...state, page });
    if ("next" in found) {
      throw new TypeError("A list with cursor pagination needs a file of its own");
    }
    if ("rows" in found) pages = found.pages;
    yield ("rows" in found ? found.rows : sortRows(found, columns, state.sort)).map(toRow);
  }
}
