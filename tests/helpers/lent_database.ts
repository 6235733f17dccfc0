/**
 * One database of each engine for many tests, reset between them: to start an engine, or to create a database on a server and
 * connect to it, costs more than most tests.
 */
import { setTimeout } from "node:timers/promises";
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Database, DatabaseHandle } from "@/lib/db/mod.ts";

/** Opens a database that the caller must close. */
type OpenDatabase = () => Promise<DatabaseHandle>;

type Db = Kysely<Database>;

interface Kept {
  readonly database: DatabaseHandle;
  readonly schema: string;
  readonly content: Content;
}

/** The initial content of a database. */
interface Content {
  readonly tables: readonly { name: string; rows: string | null }[];
  readonly sequences: readonly { name: string; position: string; used: boolean }[];
}

/** How long to wait for the connections of a test that failed: it may never return one. */
const FAILED_CLOSE_MS = 5_000;

const kept = new Map<DatabaseHandle["engine"], Kept>();

/**
 * Runs a test on the shared database of an engine, reset to the state in which `open` returns it. The database is replaced
 * after a test that fails, closes it or changes the schema.
 */
export async function withLentDatabase(
  engine: DatabaseHandle["engine"],
  open: OpenDatabase,
  test: (database: DatabaseHandle) => Promise<void>,
): Promise<void> {
  const lent = kept.get(engine) ?? await keep(open);
  kept.delete(engine);
  const { database } = lent;
  let isWhole = true;
  let hasFailed = true;
  const close = () => {
    isWhole = false;
    return database.close();
  };
  try {
    // A new `db` object per test, because some rooms cache what they read by the identity of that object.
    await test({ ...database, db: database.db.withoutPlugins(), close });
    hasFailed = false;
    if (isWhole && await reset(lent)) kept.set(engine, lent);
  } finally {
    if (!kept.has(engine)) {
      const closed = database[Symbol.asyncDispose]();
      await (hasFailed ? Promise.race([closed, setTimeout(FAILED_CLOSE_MS)]) : closed);
    }
  }
}

/** Closes the shared databases; for after the last test of a file. */
export async function closeLentDatabases(): Promise<void> {
  await Promise.all(kept.values().map(({ database }) => database[Symbol.asyncDispose]()));
  kept.clear();
}

async function keep(open: OpenDatabase): Promise<Kept> {
  const database = await open();
  return await database.db.connection().execute(async (db) => (
    { database, schema: await schemaOf(db), content: await contentOf(db) }
  ));
}

/** Size in bytes from which a table is truncated. Smaller ones are faster to empty by `delete`, despite dead rows. */
const LARGE = 65_536;

/** Restores the initial content of the database, and returns whether that was possible. */
function reset({ database, schema, content }: Kept): Promise<boolean> {
  return database.db.connection().execute(async (db) => {
    if (await schemaOf(db) !== schema) return false;
    await sql`discard all`.execute(db);
    const sizes = content.tables.map(({ name }) =>
      sql`select ${sql.lit(name)} as name, pg_relation_size(${sql.lit(name)}) as size`
    );
    const used = await rowsOf<{ name: string; size: number }>(
      db,
      sql`select * from (${sql.join(sizes, sql` union all `)}) as tables where size > 0`,
    );
    const [large, small] = [used.filter(isLarge), used.filter((table) => !isLarge(table))];
    // As a replica, so that no trigger or foreign key is checked while rows are deleted and inserted.
    await sql`set session_replication_role = replica`.execute(db);
    if (large.length > 0) {
      await sql`truncate ${sql.join(large.map(({ name }) => sql.table(name)))} cascade`.execute(db);
    }
    for (const { name } of small) await sql`delete from ${sql.table(name)}`.execute(db);
    for (const { name, rows } of content.tables) {
      if (rows === null) continue;
      await sql`
        insert into ${sql.table(name)} overriding system value
          select * from json_populate_recordset(null::${sql.table(name)}, ${rows}::json)`
        .execute(db);
    }
    const positions = content.sequences.map(({ name, position, used }) =>
      sql`setval(${name}, ${position}::bigint, ${used})`
    );
    await sql`select ${sql.join(positions)}`.execute(db);
    await sql`set session_replication_role = origin`.execute(db);
    return true;
  });
}

function isLarge({ size }: { size: number }): boolean {
  return size > LARGE;
}

async function contentOf(db: Db): Promise<Content> {
  const tables = await rowsOf<{ name: string }>(
    db,
    sql`select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  );
  const contents = [];
  for (const { name } of tables) {
    const [content] = await rowsOf<{ rows: string | null }>(
      db,
      sql`select json_agg(t)::text as rows from ${sql.table(name)} t`,
    );
    contents.push({ name, rows: content?.rows ?? null });
  }
  const sequences = await rowsOf<Content["sequences"][number]>(
    db,
    sql`
      select quote_ident(sequencename) as name, coalesce(last_value, start_value)::text as position,
        last_value is not null as used
      from pg_sequences where schemaname = 'public'`,
  );
  return { tables: contents, sequences };
}

/** Returns a hash of everything that is declared in the database. */
async function schemaOf(db: Db): Promise<string> {
  const [row] = await rowsOf<{ schema: string }>(
    db,
    sql`
      select md5(concat(
        (select string_agg(concat(oid, relname, relpersistence), ',' order by oid)
          from pg_class where oid >= 16384 and relpersistence <> 't'),
        (select string_agg(concat(attrelid, attname, atttypid, attnotnull), ',' order by attrelid, attnum)
          from pg_attribute where attrelid >= 16384),
        (select string_agg(concat(oid, convalidated), ',' order by oid) from pg_constraint where oid >= 16384),
        (select string_agg(concat(oid, tgenabled), ',' order by oid) from pg_trigger where oid >= 16384),
        (select string_agg(concat(oid, xmin), ',' order by oid) from pg_proc where oid >= 16384),
        (select string_agg(oid::text, ',' order by oid) from pg_namespace where nspname !~ '^pg_'),
        (select string_agg(oid::text, ',' order by oid) from pg_attrdef),
        (select string_agg(rolname, ',' order by oid) from pg_roles),
        (select string_agg(setconfig::text, ',') from pg_db_role_setting)
      )) as schema`,
  );
  return row?.schema ?? "";
}

async function rowsOf<Row>(db: Db, query: RawBuilder<unknown>): Promise<Row[]> {
  return (await sql<Row>`${query}`.execute(db)).rows;
}
