/** Copies the embedded database to a server, for a deployment that outgrows one process. */
import { type Kysely, sql, type Transaction } from "kysely";
import { hasEmbedded } from "./backup.ts";
import { DatabaseError, reasonOf } from "./error.ts";
import { migrate } from "./migrate.ts";
import { openDatabase } from "./open.ts";
import type { Database } from "./tables/mod.ts";
import { transact } from "./transact.ts";

/** Rows of one statement; one in a table with bytes, whose rows have up to 30 MB. */
const BATCH = 500;

/** Tables of one row, which migrations fill. A row in any other table says that a database was used. */
const FILLED: readonly string[] = [
  "app_settings",
  "audit_chain",
  "catalog_moves",
  "catalog_version",
  "corpus_version",
  "crm_settings",
  "media_version",
  "projects_version",
  "sync_claim",
];

interface Column {
  readonly name: string;
  readonly type: string;
  /** Whether a sequence numbers its rows. */
  readonly isCounted: boolean;
}

interface Table {
  readonly name: string;
  readonly columns: readonly Column[];
  /** The tables that its foreign keys refer to, itself excepted. */
  readonly refersTo: readonly string[];
}

/**
 * Copies all tables of the embedded database in `dataDir` to the empty database at `url`, and returns the number of rows.
 * Both are migrated first. It needs no other right than that of the owner of the tables. The embedded database stays as
 * it is; when the copy fails, the other one stays empty.
 *
 * @throws {DatabaseError} `folder_in_use` while the service runs; `folder_unusable` when there is no database;
 *   `server_not_empty`; `copy_failed`; and as `openDatabase` and `migrate` do.
 */
export async function copyToServer(
  { dataDir, url }: { readonly dataDir: string; readonly url: string },
): Promise<number> {
  if (!await hasEmbedded(dataDir)) {
    throw new DatabaseError(
      "folder_unusable",
      `Cannot copy the database in DATA_DIR ${JSON.stringify(dataDir)}: there is none`,
    );
  }
  await using from = await openDatabase({ url: null, dataDir });
  await using to = await openDatabase({ url, dataDir });
  await migrate(from);
  const tables = inOrder(await readTables(from.db));
  await refuseUsed(to.db, tables);
  await migrate(to);
  try {
    return await transact(to.db, (trx) => copyTables(from.db, trx, tables), { long: true });
  } catch (error) {
    if (error instanceof DatabaseError) throw error;
    throw new DatabaseError(
      "copy_failed",
      `Cannot copy the database: ${reasonOf(error)}. Nothing was copied`,
      { cause: error },
    );
  }
}

async function refuseUsed(db: Kysely<Database>, tables: readonly Table[]): Promise<void> {
  for (const { name } of tables) {
    if (FILLED.includes(name)) continue;
    const { rows: [known] } = await sql<{ is: boolean }>`
      select to_regclass(${name}) is not null as is`.execute(db);
    if (known?.is !== true) continue;
    const { rows } = await sql`select from ${sql.table(name)} limit 1`.execute(db);
    if (rows.length === 0) continue;
    throw new DatabaseError(
      "server_not_empty",
      `Cannot copy to the database that DATABASE_URL names: its table ${name} has rows. ` +
        "Create an empty database for the copy",
    );
  }
}

/**
 * Reads the tables to copy. Left out are those with transaction ids, which mean nothing on another server, and the
 * migrations, which are applied there already.
 */
async function readTables(db: Kysely<Database>): Promise<Table[]> {
  const { rows } = await sql<Table>`
    select t.relname as name,
      (select json_agg(json_build_object('name', a.attname, 'isCounted', a.attidentity <> '',
            'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum)
        from pg_attribute a
        where a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      ) as columns,
      (select coalesce(json_agg(distinct f.confrelid::regclass::text), '[]')
        from pg_constraint f
        where f.contype = 'f' and f.conrelid = t.oid and f.confrelid <> t.oid
      ) as "refersTo"
    from pg_class t
    where t.relkind = 'r' and t.relnamespace = 'public'::regnamespace
      and t.relname not in ('schema_migrations', 'schema_migrations_lock')
    order by t.relname`.execute(db);
  return rows.filter(({ columns }) => !columns.some(({ type }) => type === "xid8"));
}

/** Sorts tables so that each comes after those that it refers to. */
function inOrder(tables: readonly Table[]): Table[] {
  const sorted = new Set<Table>();
  const byName = new Map(tables.map((table) => [table.name, table]));
  function add(table: Table): void {
    if (sorted.has(table)) return;
    for (const name of table.refersTo) {
      const other = byName.get(name);
      if (other) add(other);
    }
    sorted.add(table);
  }
  tables.forEach(add);
  return [...sorted];
}

async function copyTables(
  from: Kysely<Database>,
  to: Transaction<Database>,
  tables: readonly Table[],
): Promise<number> {
  // The rows contain the effects of the triggers already.
  const setTriggers = async (state: "enable" | "disable") => {
    for (const { name } of tables) {
      await sql`alter table ${sql.table(name)} ${sql.raw(state)} trigger user`.execute(to);
    }
  };
  await setTriggers("disable");
  for (const { name } of tables.toReversed()) {
    await sql`delete from ${sql.table(name)}`.execute(to);
  }
  let copied = 0;
  for (const table of tables) {
    copied += await copyTable(from, to, table);
    await advanceSequences(to, table);
  }
  await sql`set constraints all immediate`.execute(to);
  await setTriggers("enable");
  return copied;
}

/** Copies the rows of a table as text, the form of every type that Postgres reads back without loss. */
async function copyTable(
  from: Kysely<Database>,
  to: Transaction<Database>,
  { name, columns }: Table,
): Promise<number> {
  const limit = columns.some(({ type }) => type === "bytea") ? 1 : BATCH;
  const texts = sql.join(columns.map((column) => sql`${sql.ref(column.name)}::text`));
  const names = sql.join(columns.map((column) => sql.ref(column.name)));
  let copied = 0;
  let last = "(0,0)";
  while (true) {
    const { rows } = await sql<{ at: string; texts: (string | null)[] }>`
      select ctid::text as at, array[${texts}] as texts from ${sql.table(name)}
      where ctid > ${last}::tid order by ctid limit ${limit}`.execute(from);
    const end = rows.at(-1);
    if (end === undefined) return copied;
    last = end.at;
    copied += rows.length;
    const lists = columns.map((_, nth) => sql`${rows.map((row) => row.texts[nth])}::text[]`);
    const values = columns.map(({ type }, nth) => sql`${sql.ref(`c${nth}`)}::${sql.raw(type)}`);
    const aliases = columns.map((_, nth) => sql.ref(`c${nth}`));
    await sql`insert into ${sql.table(name)} (${names}) overriding system value
      select ${sql.join(values)} from unnest(${sql.join(lists)}) as r(${sql.join(aliases)})`
      .execute(to);
  }
}

async function advanceSequences(
  db: Transaction<Database>,
  { name, columns }: Table,
): Promise<void> {
  for (const column of columns.filter(({ isCounted }) => isCounted)) {
    await sql`select setval(pg_get_serial_sequence(${name}, ${column.name}),
      coalesce(max(${sql.ref(column.name)}), 0) + 1, false) from ${sql.table(name)}`.execute(db);
  }
}
