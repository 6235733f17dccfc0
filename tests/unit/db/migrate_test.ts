import assert from "node:assert/strict";
import { sql } from "kysely";
import { migrate, openDatabase } from "../../../lib/db/mod.ts";
import { MIGRATIONS } from "../../../lib/db/migrate.ts";
import { disposable, eachEngine, eachEngineUnopened, emptyLocation } from "../../helpers/db.ts";

eachEngineUnopened(
  "migrate() applies every migration to an empty database (§5)",
  async (engine) => {
    await using location = await emptyLocation(engine);
    await using database = disposable(await openDatabase(location));
    assert.deepEqual(await migrate(database), Object.keys(MIGRATIONS));
    assert.deepEqual(await migrate(database), [], "a second run has nothing to do");
  },
);

eachEngine("migrate() takes back a migration that fails, and names it (§5)", async (database) => {
  const failing = {
    ...MIGRATIONS,
    "9000_create_thing": {
      up: (db: typeof database.db) =>
        db.schema.createTable("thing").addColumn("id", "text").execute(),
    },
    "9001_divide": {
      up: async (db: typeof database.db) => void await sql`select 1 / 0`.execute(db),
    },
  };
  await assert.rejects(migrate(database, failing), {
    code: "migration_failed",
    message: "Cannot migrate the database with 9001_divide: division by zero",
  });
  const { rows } = await sql<{ found: string | null }>`
    select to_regclass('thing')::text as found`.execute(database.db);
  assert.deepEqual(rows, [{ found: null }], "the migration before it went with it");
  assert.deepEqual(await migrate(database), [], "the database is as it was");
});

eachEngine("migrate() refuses a database that a newer release migrated (§5)", async (database) => {
  await sql`
    insert into schema_migrations (name, timestamp)
    values ('9999_from_the_future', ${new Date().toISOString()})`.execute(database.db);
  await assert.rejects(migrate(database), {
    code: "database_too_new",
    message: /newer release has migrated it \(9999_from_the_future\)/,
  });
});
