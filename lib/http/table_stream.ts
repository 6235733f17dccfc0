/** Tables as files that are written while they are read, however long they are. */
import { stringify } from "csv-stringify/sync";

/** Spreadsheets read one, programs the other. */
export const TABLE_FORMATS = ["csv", "ndjson"] as const;
/** One of {@linkcode TABLE_FORMATS}. */
export type TableFormat = typeof TABLE_FORMATS[number];

const TYPES: Readonly<Record<TableFormat, string>> = {
  csv: "text/csv; charset=utf-8; header=present",
  ndjson: "application/x-ndjson; charset=utf-8",
};

/** A row by the names of its columns. */
export type TableRow = Readonly<Record<string, string | number | null>>;

/** What a table is written from. */
export interface TableSource<Row extends TableRow> {
  /** The columns of a CSV file, in order. */
  readonly columns: readonly string[];
  /** The rows, some at a time; an empty batch is fine. */
  readonly batches: AsyncIterable<readonly Row[]>;
  readonly format: TableFormat;
  /** A row as a line of NDJSON; the row itself as JSON without. */
  readonly toJson?: (row: Row) => string;
  /** Hears of a failure half way. The answer has begun by then, so nothing else would tell. */
  readonly onFault: (error: unknown) => void;
}

/**
 * Writes a table to a stream that reads on only as fast as its reader does, and stops when the reader leaves. A
 * failure half way breaks the stream, so that no file looks complete which is not.
 */
export function streamTable<Row extends TableRow>(
  source: TableSource<Row>,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  return ReadableStream.from(write(source));
}

/** The headers of a table that is to be saved as a file; `name` has no extension. */
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
 * RFC 4180 with a byte order mark, without which spreadsheets take UTF-8 for something else. A cell that
 * one of them would take for a formula begins with an apostrophe.
 */
function csv(columns: readonly string[], rows: readonly TableRow[], isFirst: boolean): string {
  return stringify([...rows], {
    columns: [...columns],
    bom: isFirst,
    header: isFirst,
    record_delimiter: "windows",
    // Off by itself once a delimiter is given, and then a lone CR or LF would end the record.
    quote_record_delimiter: true,
    escape_formulas: true,
  });
}
