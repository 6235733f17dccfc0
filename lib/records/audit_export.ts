/**
 * The export of the audit log: every matching entry, oldest first, read in batches. Entries added after the export
 * started are not included.
 */
import { type Kysely, sql } from "kysely";
import type { Database } from "../db/mod.ts";
import { streamTable, type TableFormat } from "../http/mod.ts";
import { getLog } from "../log/mod.ts";
import type { AuditFilter } from "./audit_filter.ts";
import { matching } from "./audit_query.ts";

/** Entries read at a time. */
const BATCH = 500;

/** The columns of the export, in order. Times are UTC to the microsecond; `before` and `after` are JSON. */
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

/** Streams the matching entries; see `streamTable`. */
export async function exportAudit(
  db: Kysely<Database>,
  filter: AuditFilter,
  format: TableFormat,
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const { length } = await db.selectFrom("audit_chain").select("length").executeTakeFirstOrThrow();
  return streamTable({
    columns: COLUMNS,
    batches: batches(db, filter, length),
    format,
    toJson,
    onFault: (error) =>
      getLog("admin").error("cannot finish an export of the audit log", { error }),
  });
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

/** Inserts the records as the database wrote them, because parsing could lose precision of their numbers. */
function toJson({ before, after, ...rest }: Row): string {
  return `${JSON.stringify(rest).slice(0, -1)},"before":${before},"after":${after}}`;
}
