/**
 * The database schema of the last release, recorded in `migrations/released.json`. `deno run -A
 * tests/helpers/released_schema.ts` records the current schema. Run it when a release is deployed everywhere and no
 * process of the release before is still running.
 */
import { type Kysely, sql } from "kysely";
import { z } from "zod";
import type { Database } from "@/lib/db/mod.ts";
import { MIGRATIONS } from "@/migrations/mod.ts";
import { migratedLocation, opened } from "./db.ts";

const FILE = new URL("../../migrations/released.json", import.meta.url);

const Column = z.string().transform((text) => ({
  type: text.split(" ")[0] ?? "",
  nullable: text.includes(" null"),
  filled: text.includes(" default"),
}));
/** In the file a column is a string such as `text`, `text null` or `int4 default`. */
const Tables = z.record(z.string(), z.record(z.string(), Column));
/** Tables by name, and their columns by name: the type, whether it is nullable, and whether it has a default. */
export type Tables = z.output<typeof Tables>;
const Released = z.object({ migrations: z.array(z.string()), tables: Tables });
/** The migrations and tables of a release. */
type Released = z.infer<typeof Released>;

/** Reads the record of the last release. */
export async function readReleased(): Promise<Released> {
  return Released.parse(JSON.parse(await Deno.readTextFile(FILE)));
}

/** Reads the tables of a database, without those of the migrator. */
export async function readTables(db: Kysely<Database>): Promise<Tables> {
  const { rows } = await sql<
    { table: string; column: string; type: string; nullable: boolean; filled: boolean }
  >`select c.table_name as "table", c.column_name as "column", c.udt_name as "type",
      c.is_nullable = 'YES' as "nullable",
      c.column_default is not null or c.is_identity = 'YES' or c.is_generated = 'ALWAYS' as "filled"
    from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
      and c.table_name not like 'schema_migrations%'
    order by c.table_name, c.column_name`.execute(db);
  const tables: Tables = {};
  for (const { table, column, ...rest } of rows) (tables[table] ??= {})[column] = rest;
  return tables;
}

/** Returns a sentence for each change that prevents processes of the earlier release from reading or writing. */
export function conflicts(earlier: Tables, later: Tables): string[] {
  return Object.entries(earlier).flatMap(([table, columns]) => {
    const now = later[table];
    if (now === undefined) return [`${table} is gone`];
    const changed = Object.entries(columns).flatMap(([name, { type, nullable, filled }]) => {
      const column = now[name];
      if (column === undefined) return [`${table}.${name} is gone`];
      if (column.type !== type) return [`${table}.${name} was ${type} and is ${column.type}`];
      const tightened = nullable && !column.nullable;
      const unfilled = filled && !column.filled && !column.nullable;
      return tightened || unfilled ? [`${table}.${name} takes less than it did`] : [];
    });
    const demanded = Object.entries(now).flatMap(([name, { nullable, filled }]) =>
      columns[name] !== undefined || nullable || filled
        ? []
        : [`${table}.${name} is new and must be given`]
    );
    return [...changed, ...demanded];
  });
}

if (import.meta.main) {
  await using database = await opened(migratedLocation("embedded"));
  const tables = Object.entries(await readTables(database.db)).map(([table, columns]) => {
    const written = Object.entries(columns).map(([name, { type, nullable, filled }]) =>
      [name, `${type}${nullable ? " null" : ""}${filled ? " default" : ""}`] as const
    );
    return [table, Object.fromEntries(written)] as const;
  });
  const released = { migrations: Object.keys(MIGRATIONS), tables: Object.fromEntries(tables) };
  await Deno.writeTextFile(FILE, `${JSON.stringify(released, null, 2)}\n`);
}
