/**
 * The audit log as a file: every entry that matches, oldest first, in batches by number. What was added
 * after the file was begun is not in it.
 */
import { type Kysely, sql } from "kysely";
import type { Database } from "../db/mod.ts";
import { streamTable, type TableFormat } from "../http/mod.ts";
import { getLog } from "../log/mod.ts";
import type { AuditFilter } from "./audit_filter.ts";
import { matching } from "./audit_query.ts";

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

/** Writes the matching entries to a stream; see `streamTable`. */
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

/** Records stand as the database wrote them, for a number in them may be finer than ours. */
function toJson({ before, after, ...rest }: Row): string {
  return `${JSON.stringify(rest).slice(0, -1)},"before":${before},"after":${after}}`;
}
