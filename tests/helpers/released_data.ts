/**
 * Records and restores the content of both stores of the last release after some use. It is stored in
 * `migrations/released_data.ndjson.gz`, where each line holds some rows of a table or one entry of the key-value store.
 * `released_use.ts` records it.
 */
import { Buffer } from "node:buffer";
import { deserialize, serialize } from "node:v8";
import { type Kysely, sql } from "kysely";
import { z } from "zod";
import type { Database } from "@/lib/db/mod.ts";
import type { Tables } from "./released_schema.ts";

const FILE = new URL("../../migrations/released_data.ndjson.gz", import.meta.url);
const ROWS_A_LINE = 500;
/** Originals recorded: one is enough, because they are large and their format does not change. */
const MOST_BLOBS = 1;

const Line = z.union([
  z.strictObject({ table: z.string(), rows: z.array(z.record(z.string(), z.unknown())) }),
  z.strictObject({ key: z.array(z.union([z.string(), z.number()])), value: z.base64() }),
  z.strictObject({ use: z.record(z.string(), z.string()) }),
]);
type Line = z.infer<typeof Line>;

/** Returns the tables to copy, without those that have transaction ids, which mean nothing in another cluster. */
function copied(tables: Tables): [table: string, columns: string[]][] {
  return Object.entries(tables)
    .filter(([, columns]) => Object.values(columns).every(({ type }) => type !== "xid8"))
    .map(([table, columns]) => [table, Object.keys(columns)]);
}

/** Records the content of both stores, and `use`: the values of the recorded use that tests need. */
export async function recordData(
  { db, kv }: { readonly db: Kysely<Database>; readonly kv: Deno.Kv },
  tables: Tables,
  use: Readonly<Record<string, string>>,
): Promise<void> {
  const lines: Line[] = [{ use }];
  for (const [table, columns] of copied(tables)) {
    const names = sql.join(columns.map((name) => sql.ref(name)));
    const limit = table === "media_blobs" ? sql` order by 1, 2 limit ${MOST_BLOBS}` : sql``;
    const { rows } = await sql<{ row: string }>`
      select to_jsonb(t)::text as row from (select ${names} from ${sql.table(table)}${limit}) t`
      .execute(db);
    for (let from = 0; from < rows.length; from += ROWS_A_LINE) {
      const some = rows.slice(from, from + ROWS_A_LINE).map(({ row }) => JSON.parse(row));
      lines.push({ table, rows: some });
    }
  }
  for await (const { key, value } of kv.list({ prefix: [] })) {
    lines.push({
      key: key.map((part) => typeof part === "number" ? part : String(part)),
      value: Buffer.from(serialize(value)).toString("base64"),
    });
  }
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
  const packed = new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"));
  await Deno.writeFile(FILE, packed);
}

/** Restores the recorded content into stores that are migrated to that release, and returns `use`. */
export async function restoreData(
  { db, kv }: { readonly db: Kysely<Database>; readonly kv: Deno.Kv },
  tables: Tables,
): Promise<Readonly<Record<string, string>>> {
  const file = (await Deno.open(FILE)).readable.pipeThrough(new DecompressionStream("gzip"));
  const text = await new Response(file).text();
  const lines = text.trimEnd().split("\n").map((line) => Line.parse(JSON.parse(line)));
  const use: Record<string, string> = {};
  const known = new Map(copied(tables));
  await db.transaction().execute(async (trx) => {
    // As a replica, because the rows already contain the effects of triggers and cascades.
    await sql`set local session_replication_role = replica`.execute(trx);
    for (const table of known.keys()) await sql`delete from ${sql.table(table)}`.execute(trx);
    for (const line of lines) {
      if ("use" in line) Object.assign(use, line.use);
      else if ("key" in line) {
        await kv.set(line.key, deserialize(Buffer.from(line.value, "base64")));
      } else await insertRows(trx, line, known.get(line.table) ?? []);
    }
    for (const table of known.keys()) await advance(trx, table);
  });
  return use;
}

async function insertRows(
  trx: Kysely<Database>,
  { table, rows }: { readonly table: string; readonly rows: readonly unknown[] },
  columns: readonly string[],
): Promise<void> {
  const names = sql.join(columns.map((name) => sql.ref(name)));
  await sql`insert into ${sql.table(table)} (${names}) overriding system value
    select ${names} from jsonb_populate_recordset(null::${sql.table(table)}, ${
    JSON.stringify(rows)
  }::text::jsonb)`.execute(trx);
}

/** Advances the sequences of a table past the restored rows. */
async function advance(trx: Kysely<Database>, table: string): Promise<void> {
  const { rows } = await sql<{ column: string; sequence: string }>`
    select column_name as "column",
      pg_get_serial_sequence(quote_ident(table_name), column_name) as "sequence"
    from information_schema.columns
    where table_schema = 'public' and table_name = ${table}
      and pg_get_serial_sequence(quote_ident(table_name), column_name) is not null`.execute(trx);
  for (const { column, sequence } of rows) {
    await sql`select setval(${sequence}, coalesce(max(${sql.ref(column)}), 0) + 1, false)
      from ${sql.table(table)}`.execute(trx);
  }
}
