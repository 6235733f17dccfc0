/**
 * The audit log as a file: every entry that matches, oldest first, in batches by number. What was added
 * after the file was begun is not in it.
 */
import { stringify } from "csv-stringify/sync";
import { type Kysely, sql } from "kysely";
import type { Database } from "../db/mod.ts";
import { getLog } from "../log.ts";
import type { AuditFilter } from "./audit_filter.ts";
import { matching } from "./audit_query.ts";

/** Spreadsheets read one, programs the other. */
export const AUDIT_EXPORT_FORMATS = ["csv", "ndjson"] as const;
/** One of {@linkcode AUDIT_EXPORT_FORMATS}. */
export type AuditExportFormat = typeof AUDIT_EXPORT_FORMATS[number];

/** How many entries are in memory at a time. */
const BATCH = 500;

/** The columns of a file, in order. Times are UTC to the microsecond, records are JSON. */
const COLUMNS = [
  "seq",
  "at",
  "actor",
  "action",
  "entity_type",
  "entity_id",
  "request_id",
  "hash",
  "before",
  "after",
] as const;

type Row = Readonly<Record<typeof COLUMNS[number], string | number | null>>;

/**
 * Writes the matching entries to a stream that reads on only as fast as its reader does, and stops when the
 * reader leaves. A failure half way breaks the stream, so that no file looks complete which is not.
 */
export async function exportAudit(
  db: Kysely<Database>,
  filter: AuditFilter,
  format: AuditExportFormat,
): Promise<ReadableStream<Uint8Array>> {
  const { length } = await db.selectFrom("audit_chain").select("length").executeTakeFirstOrThrow();
  return ReadableStream.from(write(batches(db, filter, length), WRITERS[format]));
}

async function* batches(
  db: Kysely<Database>,
  filter: AuditFilter,
  last: number,
): AsyncGenerator<Row[]> {
  let after = 0;
  while (true) {
    const rows: Row[] = await matching(db, filter)
      .select([
        "entry.seq",
        sql<string>`
          to_char(entry.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`.as("at"),
        "entry.actor",
        "entry.action",
        "entry.entity_type",
        "entry.entity_id",
        "entry.request_id",
        "entry.hash",
        sql<string | null>`entry.before::text`.as("before"),
        sql<string | null>`entry.after::text`.as("after"),
      ])
      .where("entry.seq", ">", after).where("entry.seq", "<=", last)
      .orderBy("entry.seq").limit(BATCH).execute();
    yield rows;
    if (rows.length < BATCH) return;
    after = Number(rows.at(-1)?.seq);
  }
}

/** Makes text of a batch; the first one may be empty, and has what stands above all entries. */
type Writer = (rows: readonly Row[], isFirst: boolean) => string;

const WRITERS: Readonly<Record<AuditExportFormat, Writer>> = { csv, ndjson };

async function* write(all: AsyncIterable<Row[]>, writer: Writer): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  let isFirst = true;
  try {
    for await (const rows of all) {
      yield encoder.encode(writer(rows, isFirst));
      isFirst = false;
    }
  } catch (error) {
    // The answer has begun, so nothing else would tell.
    getLog("admin").error("cannot finish an export of the audit log", { error });
    throw error;
  }
}

/**
 * RFC 4180 with a byte order mark, without which spreadsheets take UTF-8 for something else. A cell that
 * one of them would take for a formula begins with an apostrophe.
 */
function csv(rows: readonly Row[], isFirst: boolean): string {
  return stringify([...rows], {
    columns: [...COLUMNS],
    bom: isFirst,
    header: isFirst,
    record_delimiter: "windows",
    // Off by itself once a delimiter is given, and then a lone CR or LF would end the record.
    quote_record_delimiter: true,
    escape_formulas: true,
  });
}

/** Records stand as the database wrote them, for a number in them may be finer than ours. */
function ndjson(rows: readonly Row[]): string {
  return rows.map(({ before, after, ...rest }) =>
    `${JSON.stringify(rest).slice(0, -1)},"before":${before},"after":${after}}\n`
  ).join("");
}
