/** Streams tables of any length as CSV or NDJSON files. */
import { stringify } from "csv-stringify/sync";

/** File formats of an export: CSV for spreadsheets, NDJSON for programs. */
export const TABLE_FORMATS = ["csv", "ndjson"] as const;
/** One of {@linkcode TABLE_FORMATS}. */
export type TableFormat = typeof TABLE_FORMATS[number];

const TYPES: Readonly<Record<TableFormat, string>> = {
  csv: "text/csv; charset=utf-8; header=present",
  ndjson: "application/x-ndjson; charset=utf-8",
};

/** The cells of a row by column name. */
export type TableRow = Readonly<Record<string, string | number | null>>;

/** Input of {@linkcode streamTable}. */
interface TableSource<Row extends TableRow> {
  /** The columns of a CSV file, in order. */
  readonly columns: readonly string[];
  /** The rows in batches, which may be empty. */
  readonly batches: AsyncIterable<readonly Row[]>;
  readonly format: TableFormat;
  /** Serialises a row for NDJSON; `JSON.stringify` by default. */
  readonly toJson?: (row: Row) => string;
  /** Called with an error of `batches`. The response has already begun, so the error cannot change its status. */
  readonly onFault: (error: unknown) => void;
}

/**
 * Returns a table as a byte stream with backpressure: it reads rows only as fast as the client takes them and stops
 * when the client disconnects. An error breaks the stream, so that an incomplete file is never taken for a complete
 * one.
 */
export function streamTable<Row extends TableRow>(
  source: TableSource<Row>,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  return ReadableStream.from(write(source));
}

/** Returns the headers of a table that the browser saves as a file. `name` has no extension. */
export function tableHeaders(name: string, format: TableFormat): Record<string, string> {
  return {
    "content-type": TYPES[format],
    "content-disposition": `attachment; filename="${name}.${format}"`,
  };
}

async function* write<Row extends TableRow>(
  { columns, batches, format, toJson = JSON.stringify, onFault }: TableSource<Row>,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  let isFirst = true;
  try {
    for await (const rows of batches) {
      const text = format === "csv"
        ? csv(columns, rows, isFirst)
        : rows.map((row) => `${toJson(row)}\n`).join("");
      yield encoder.encode(text);
      isFirst = false;
    }
  } catch (error) {
    onFault(error);
    throw error;
  }
}

/**
 * Writes CSV (RFC 4180) with a byte order mark, so that spreadsheets recognise UTF-8. Cells that a spreadsheet would
 * run as a formula are escaped with an apostrophe.
 */
function csv(columns: readonly string[], rows: readonly TableRow[], isFirst: boolean): string {
  return stringify([...rows], {
    columns: [...columns],
    bom: isFirst,
    header: isFirst,
    record_delimiter: "windows",
    // Setting `record_delimiter` turns this off, and an unquoted CR or LF would then end the record.
    quote_record_delimiter: true,
    escape_formulas: true,
  });
}
