/** One embedded engine for all tests of a file, reset between them, because starting one costs more than most tests. */
import { type RawBuilder, sql } from "kysely";
import type { DatabaseHandle } from "@/lib/db/mod.ts";

/** Opens a database that the caller must close. */
type OpenDatabase = () => Promise<DatabaseHandle>;

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

let kept: Kept | undefined;

/**
 * Runs a test on the shared engine, reset to the state in which `open` returns it. The engine is replaced after a test
 * that fails, closes it or changes the schema.
 */
export async function withLentEngine(
  open: OpenDatabase,
  test: (database: DatabaseHandle) => Promise<void>,
): Promise<void> {
  const lent = kept ?? await keep(open);
  kept = undefined;
  const { database } = lent;
  let isWhole = true;
  const close = () => {
    isWhole = false;
    return database.close();
  };
  try {
    // A new `db` object per test, because some rooms cache what they read by the identity of that object.
    await test({ ...database, db: database.db.withoutPlugins(), close });
    if (isWhole && await putBack(lent)) kept = lent;
  } finally {
    if (kept === undefined) await database[Symbol.asyncDispose]();
  }
}

/** Closes the shared engine; for after the last test of a file. */
export async function closeLentEngine(): Promise<void> {
  await kept?.database[Symbol.asyncDispose]();
  kept = undefined;
}

async function keep(open: OpenDatabase): Promise<Kept> {
  const database = await open();
  return { database, schema: await schemaOf(database), content: await contentOf(database) };
}

/** Size in bytes from which a table is truncated. Smaller ones are faster to empty by `delete`, despite dead rows. */
const LARGE = 65_536;

/** Restores the initial content of the database, and returns whether that was possible. */
async function putBack({ database, schema, content }: Kept): Promise<boolean> {
  if (await schemaOf(database) !== schema) return false;
  const { db } = database;
  await sql`discard all`.execute(db);
  const used = await rowsOf<{ name: string; large: boolean }>(
    database,
    sql`${
      sql.join(
        content.tables.map(({ name }) =>
          sql`select ${sql.lit(name)} as name, pg_relation_size(${
            sql.lit(name)
          }) > ${LARGE} as large
          where exists (select from ${sql.table(name)})`
        ),
        sql` union all `,
      )
    }`,
  );
  // As a replica, so that no trigger or foreign key is checked while rows are deleted and inserted.
  await sql`set session_replication_role = replica`.execute(db);
  const large = used.filter((table) => table.large).map(({ name }) => sql.table(name));
  if (large.length > 0) await sql`truncate ${sql.join(large)} cascade`.execute(db);
  for (const { name } of used) await sql`delete from ${sql.table(name)}`.execute(db);
  for (const { name, rows } of content.tables) {
    if (rows === null) continue;
    await sql`
      insert into ${sql.table(name)} overriding system value
        select * from json_populate_recordset(null::${sql.table(name)}, ${rows}::json)`.execute(db);
  }
  for (const { name, position, used } of content.sequences) {
    await sql`select setval(${name}, ${position}::bigint, ${used})`.execute(db);
  }
  await sql`set session_replication_role = origin`.execute(db);
  return true;
}

async function contentOf(database: DatabaseHandle): Promise<Content> {
  const tables = await rowsOf<{ name: string }>(
    database,
    sql`select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  );
  const contents = tables.map(async ({ name }) => {
    const [content] = await rowsOf<{ rows: string | null }>(
      database,
      sql`select json_agg(t)::text as rows from ${sql.table(name)} t`,
    );
    return { name, rows: content?.rows ?? null };
  });
  const sequences = await rowsOf<Content["sequences"][number]>(
    database,
    sql`
      select quote_ident(sequencename) as name, coalesce(last_value, start_value)::text as position,
        last_value is not null as used
      from pg_sequences where schemaname = 'public'`,
  );
  return { tables: await Promise.all(contents), sequences };
}

/** Returns a hash of everything that is declared in the database. */
async function schemaOf(database: DatabaseHandle): Promise<string> {
  const [row] = await rowsOf<{ schema: string }>(
    database,
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

async function rowsOf<Row>({ db }: DatabaseHandle, query: RawBuilder<unknown>): Promise<Row[]> {
  return (await sql<Row>`${query}`.execute(db)).rows;
}
