import assert from "node:assert/strict";
import { sql } from "kysely";
import { migrate, refuseReader } from "@/lib/db/mod.ts";
import { MIGRATIONS } from "@/migrations/mod.ts";
import { bareLocation, eachEngine, eachEngineUnopened, opened } from "@/tests/helpers/db.ts";

eachEngineUnopened(
  "migrate() applies every migration to an empty database (§5)",
  async (engine) => {
    await using database = await opened(bareLocation(engine));
    assert.deepEqual(await migrate(database), Object.keys(MIGRATIONS));
    assert.deepEqual(await migrate(database), [], "a second run has nothing to do");
  },
);

eachEngineUnopened(
  "migrate() refuses systems that share a name, and changes nothing (§2.4)",
  async (engine) => {
    await using database = await opened(bareLocation(engine));
    const before = Object.fromEntries(
      Object.entries(MIGRATIONS).filter(([name]) => name < "0023_unique_system_names"),
    );
    assert.ok(Object.keys(before).length < Object.keys(MIGRATIONS).length);
    await migrate(database, before);
    const system = { tagline: null, description: null, budget_tier_id: null, position: 1 };
    await database.db.insertInto("systems").values([
      { ...system, id: "a", name: "Twin" },
      { ...system, id: "b", name: "Twin" },
      { ...system, id: "c", name: "Twin", retired_at: new Date() },
      { ...system, id: "d", name: "Other" },
      { ...system, id: "e", name: "Other", retired_at: new Date() },
    ]).execute();
    await assert.rejects(migrate(database), {
      code: "migration_failed",
      message: /0023_unique_system_names: .* share a name: "Twin" \(a, b\)\. .*rename or retire/,
    });
    assert.deepEqual(await migrate(database, before), [], "the database is as it was");
    await database.db.updateTable("systems").set({ name: "Twin 2" }).where("id", "=", "b")
      .execute();
    assert.equal((await migrate(database))[0], "0023_unique_system_names");
  },
);

eachEngine(
  "migrate() rolls back all migrations when one fails, and names it (§5)",
  async (database) => {
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
    assert.deepEqual(rows, [{ found: null }], "the migration before it is rolled back too");
    assert.deepEqual(await migrate(database), [], "the database is as it was");
  },
);

eachEngine("migrate() refuses a database that a newer release migrated (§5)", async (database) => {
  await sql`
    insert into schema_migrations (name, timestamp)
    values ('9999_from_the_future', ${new Date().toISOString()})`.execute(database.db);
  await assert.rejects(migrate(database), {
    code: "database_too_new",
    message: /newer release has migrated it \(9999_from_the_future\)/,
  });
});

eachEngine(
  "refuseReader() refuses a user who may only read, before a lead is lost, and migrate() does not (§3.1)",
  async ({ db }) => {
    const role = sql.id(`gss_reader_${crypto.randomUUID().slice(0, 8)}`);
    const undone = db.transaction().execute(async (trx) => {
      await sql`create role ${role}`.execute(trx);
      await sql`grant select on all tables in schema public to ${role}`.execute(trx);
      await sql`set local role ${role}`.execute(trx);
      assert.deepEqual(await migrate({ db: trx }), [], "the audit log can be verified");
      await refuseReader({ db: trx });
    });
    await assert.rejects(undone, {
      code: "rights_missing",
      message: /its user may not write to the table \w+\. Let it own the tables/,
    });
  },
);
