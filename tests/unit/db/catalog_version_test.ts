import { sql } from "kysely";
import assert from "node:assert/strict";
import { insertCatalog } from "@/lib/catalog/insert.ts";
import { readCatalogVersion } from "@/lib/catalog/store.ts";
import { eachEngine, migratedLocation, onServerOnly, opened } from "@/tests/helpers/db.ts";
import { aCatalog, aRule, aSystem } from "@/tests/helpers/factories.ts";

/** Tables that are not part of the catalog snapshot, as patterns of `like`. */
const UNVERSIONED = [
  "admin_users",
  "analytics_events",
  "app_settings",
  "assistant_turns",
  "audit_chain",
  "audit_log",
  "catalog_changes",
  "catalog_moves",
  "catalog_touched",
  "catalog_version",
  "cms_%",
  "corpus%",
  "crm_%",
  "erasure%",
  "media%",
  "pages",
  "project%",
  "scenarios",
  "schema_migrations%",
  "shot_groups",
  "spend_ledger",
  "sync_%",
  "system_galleries",
];

const catalog = aCatalog({
  systems: [aSystem("fold"), aSystem("slide")],
  rules: [aRule("first"), aRule("second")],
});

eachEngine("any change of any catalog table increases the catalog version (§5)", async ({ db }) => {
  const { rows: tables } = await sql<{ name: string; column: string }>`
    select table_name as name, min(column_name::text) as column
    from information_schema.columns
    where table_schema = 'public' and not table_name like any (${UNVERSIONED})
    group by table_name`.execute(db);
  assert.equal(tables.length, 14);
  for (const { name, column } of tables) {
    const table = sql.table(name);
    const same = sql`${sql.id(column)} = ${sql.id(column)}`;
    for (
      const statement of [
        sql`insert into ${table} select * from ${table} where false`,
        // Only updates of what buyers see count, because a sync updates values every night.
        ...(name === "attribute_values" ? [] : [sql`update ${table} set ${same} where false`]),
        sql`delete from ${table} where false`,
        sql`truncate ${table} cascade`,
      ]
    ) {
      const before = await readCatalogVersion(db);
      await statement.execute(db);
      assert.equal(await readCatalogVersion(db), before + 1, statement.compile(db).sql);
    }
  }
});

eachEngine(
  "a transaction increases the catalog version once, at its commit (§5)",
  async (database) => {
    const { db } = database;
    const notified = Promise.withResolvers<void>();
    let notifications = 0;
    const unlisten = await database.listen("catalog_changed", () => {
      notifications++;
      notified.resolve();
    }, (error) => assert.fail(String(error)));
    const before = await readCatalogVersion(db);
    await db.transaction().execute(async (trx) => {
      await insertCatalog(trx, catalog);
      assert.equal(await readCatalogVersion(trx), before);
    });
    await notified.promise;
    assert.equal(await readCatalogVersion(db), before + 1);
    assert.equal(notifications, 1);
    await unlisten();
  },
);

eachEngine(
  "a transaction that is rolled back does not change the catalog version (§5)",
  async ({ db }) => {
    const before = await readCatalogVersion(db);
    const failing = db.transaction().execute(async (trx) => {
      await insertCatalog(trx, catalog);
      throw new Error("changed my mind");
    });
    await assert.rejects(failing, /changed my mind/);
    assert.equal(await readCatalogVersion(db), before);
  },
);

onServerOnly(
  "concurrent writers of the catalog do not wait for its version (§5)",
  async () => {
    await using database = await opened(migratedLocation("server"));
    const { db } = database;
    await db.transaction().execute((trx) => insertCatalog(trx, catalog));
    const before = await readCatalogVersion(db);

    const [one, other] = [
      await db.startTransaction().execute(),
      await db.startTransaction().execute(),
    ];
    await sql`set local lock_timeout = '10s'`.execute(other);
    await one.updateTable("rules").set({ priority: 1 }).where("id", "=", "first").execute();
    // If the statement before had changed the version already, this one would wait for that commit.
    await other.updateTable("rules").set({ priority: 2 }).where("id", "=", "second").execute();
    const last = other.updateTable("systems").set({ position: 2 }).where("id", "=", "slide")
      .execute();
    await one.updateTable("systems").set({ position: 1 }).where("id", "=", "fold").execute();
    await last;
    await Promise.all([one.commit().execute(), other.commit().execute()]);

    assert.equal(await readCatalogVersion(db), before + 2);
  },
);

eachEngine("an update sets updated_at of its row (§2.3)", async ({ db }) => {
  await db.transaction().execute((trx) => insertCatalog(trx, catalog));
  await db.updateTable("systems").set({ name: "Renamed" }).where("id", "=", "fold").execute();
  const rows = await db.selectFrom("systems")
    .select(["id", sql<boolean>`updated_at > created_at`.as("touched")]).orderBy("id").execute();
  assert.deepEqual(rows, [{ id: "fold", touched: true }, { id: "slide", touched: false }]);
});
