/** Migrations stay compatible with the previous release, whose processes still serve while they run (design §5). */
import { sql } from "kysely";
import assert from "node:assert/strict";
import { type DatabaseHandle, migrate } from "@/lib/db/mod.ts";
import { MIGRATIONS } from "@/migrations/mod.ts";
import { seedDemo } from "@/migrations/seed/demo/seed.ts";
import { bareLocation, eachEngineUnopened, opened } from "@/tests/helpers/db.ts";
import {
  conflicts,
  readReleased,
  readTables,
  type Tables,
} from "@/tests/helpers/released_schema.ts";

/** Reads each table with the columns of the previous release, and returns the numbers of rows. */
async function readAs(tables: Tables, { db }: DatabaseHandle): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const [table, columns] of Object.entries(tables)) {
    const names = sql.join(Object.keys(columns).map((name) => sql.ref(name)));
    const { rows } = await sql`select ${names} from ${sql.table(table)}`.execute(db);
    counts[table] = rows.length;
  }
  return counts;
}

eachEngineUnopened(
  "the previous release can read every table after the migrations",
  async (engine) => {
    const { migrations, tables } = await readReleased();
    await using database = await opened(bareLocation(engine));
    const earlier = Object.fromEntries(migrations.map((name) => {
      const migration = MIGRATIONS[name];
      assert.ok(migration, `${name} was released and must stay`);
      return [name, migration] as const;
    }));
    await migrate(database, earlier);
    assert.deepEqual(await readTables(database.db), tables, "no released migration was edited");
    await migrate(database);
    await seedDemo(database);
    assert.deepEqual(conflicts(tables, await readTables(database.db)), []);
    const counts = await readAs(tables, database);
    assert.ok((counts.systems ?? 0) > 0 && (counts.rules ?? 0) > 0);
  },
);

const TEXT = { type: "text", nullable: true, filled: false };
const EARLIER: Tables = { systems: { id: { ...TEXT, nullable: false }, note: TEXT } };

const CHANGES: readonly (readonly [name: string, later: Tables, found: string[]])[] = [
  ["a new table", { ...EARLIER, other: { id: TEXT } }, []],
  ["a new column that may be null", { systems: { ...EARLIER.systems, more: TEXT } }, []],
  ["a new column with a default", {
    systems: { ...EARLIER.systems, more: { type: "int4", nullable: false, filled: true } },
  }, []],
  ["a new column that must be given", {
    systems: { ...EARLIER.systems, more: { ...TEXT, nullable: false } },
  }, ["systems.more is new and must be given"]],
  ["a table that is gone", {}, ["systems is gone"]],
  ["a column that is gone", { systems: { note: TEXT } }, ["systems.id is gone"]],
  ["another type", { systems: { ...EARLIER.systems, note: { ...TEXT, type: "int4" } } }, [
    "systems.note was text and is int4",
  ]],
  ["a column that must now be given", {
    systems: { ...EARLIER.systems, note: { ...TEXT, nullable: false } },
  }, ["systems.note takes less than it did"]],
];

for (const [name, later, found] of CHANGES) {
  Deno.test(`${name} ${found.length === 0 ? "is compatible" : "conflicts"} with the previous release`, () => {
    assert.deepEqual(conflicts(EARLIER, later), found);
  });
}
