import { sql } from "kysely";
import assert from "node:assert/strict";
import {
  compileSnapshot,
  openCatalogSource,
  seedCatalog,
  type Snapshot,
} from "@/lib/catalog/mod.ts";
import type { CatalogSourceOptions } from "@/lib/catalog/live.ts";
import { type DatabaseHandle, openDatabase } from "@/lib/db/mod.ts";
import {
  eachEngine,
  migratedLocation,
  onServer,
  onServerOnly,
  opened,
} from "@/tests/helpers/db.ts";
import { aCatalog, anAttribute, aRule, aSystem, values } from "@/tests/helpers/factories.ts";
import { until } from "@/tests/helpers/until.ts";

const NEVER_MS = 3_600_000;

const catalog = aCatalog({
  attributes: [anAttribute("sound")],
  systems: [aSystem("fold", { values: values({ sound: { type: "none" } }) })],
  rules: [aRule("first")],
});

/** A source whose snapshots and errors can be awaited. */
async function follow(database: DatabaseHandle, over: Partial<CatalogSourceOptions> = {}) {
  const compiled: Snapshot[] = [];
  const errors: unknown[] = [];
  let changed = Promise.withResolvers<void>();
  const source = await openCatalogSource({
    database,
    pollMs: NEVER_MS,
    compile(stored) {
      const snapshot = compileSnapshot(stored);
      compiled.push(snapshot);
      changed.resolve();
      return snapshot;
    },
    onError(error) {
      errors.push(error);
      changed.resolve();
    },
    ...over,
  });
  return {
    source,
    compiled,
    errors,
    /** Resolves once a snapshot or an error meets the condition. */
    async until(condition: () => boolean): Promise<void> {
      while (!condition()) {
        await changed.promise;
        changed = Promise.withResolvers();
        // A compiled snapshot becomes current a few microtasks later.
        await new Promise((resolve) => setTimeout(resolve));
      }
    },
    [Symbol.asyncDispose]: () => source.close(),
  };
}

function setRule({ db }: DatabaseHandle, enabled: boolean): Promise<unknown> {
  return db.updateTable("rules").set({ enabled }).where("id", "=", "first").execute();
}

/** A database whose notifications never arrive. */
function deaf(database: DatabaseHandle): DatabaseHandle {
  return { ...database, listen: () => Promise.resolve(() => Promise.resolve()) };
}

eachEngine("openCatalogSource() picks up a change from its notification (§5)", async (database) => {
  await seedCatalog(database, catalog);
  await using following = await follow(database);
  const { source } = following;
  assert.equal(source.current().rules.length, 1);
  await setRule(database, false);
  await following.until(() => source.current().rules.length === 0);
  await setRule(database, true);
  await following.until(() => source.current().rules.length === 1);
});

eachEngine(
  "openCatalogSource() picks up a change whose notification was lost (§5)",
  async (database) => {
    await seedCatalog(database, catalog);
    await using following = await follow(deaf(database), { pollMs: 20 });
    await setRule(database, false);
    await following.until(() => following.source.current().rules.length === 0);
  },
);

eachEngine(
  "refresh() returns a snapshot that includes every earlier write (§5)",
  async (database) => {
    await seedCatalog(database, catalog);
    await using following = await follow(deaf(database));
    const { source } = following;
    for (const enabled of [false, true, false]) {
      const earlier = source.refresh();
      await setRule(database, enabled);
      const snapshot = await source.refresh();
      assert.equal(snapshot.rules.length, enabled ? 1 : 0);
      assert.equal(source.current(), snapshot);
      await earlier;
    }
  },
);

eachEngine(
  "refresh() notices another catalog with the same version, as after a restore (§9)",
  async (database) => {
    await seedCatalog(database, catalog);
    await using following = await follow(deaf(database));
    await setRule(database, false);
    await sql`delete from catalog_moves where version < (select max(version) from catalog_moves)`
      .execute(database.db);
    await sql`update catalog_moves set version = version - 1`.execute(database.db);
    await sql`update catalog_version set version = version - 1`.execute(database.db);
    assert.equal((await following.source.refresh()).rules.length, 0);
  },
);

eachEngine(
  "refresh() loads once for concurrent callers, and not at all without a change (§5)",
  async (database) => {
    await seedCatalog(database, catalog);
    await using following = await follow(deaf(database));
    const { source, compiled } = following;
    const before = source.current();
    await Promise.all(Array.from({ length: 50 }, () => source.refresh()));
    assert.equal(source.current(), before);
    await setRule(database, false);
    const snapshots = await Promise.all(Array.from({ length: 50 }, () => source.refresh()));
    assert.equal(new Set(snapshots).size, 1);
    assert.equal(compiled.length, 2, "the first snapshot and the changed one");
  },
);

eachEngine(
  "openCatalogSource() keeps the last good snapshot while a record is invalid (§5)",
  async (database) => {
    await seedCatalog(database, catalog);
    await using following = await follow(deaf(database), { pollMs: 10 });
    const { source, errors } = following;
    const good = source.current();
    await sql`update attribute_values set value = '{"type": "range"}'`.execute(database.db);
    await following.until(() => errors.length > 0);
    await assert.rejects(source.refresh(), { code: "invalid_catalog_record" });
    assert.equal(source.current(), good);
    await sql`update attribute_values set value = '{"type": "na"}'`.execute(database.db);
    await following.until(() => source.current() !== good);
    assert.deepEqual(source.current().systems[0]?.values[0]?.value, { type: "na" });
    assert.equal(errors.length, 1, "the same error is reported once");
  },
);

eachEngine("close() stops following changes and keeps the last snapshot (§5)", async (database) => {
  await seedCatalog(database, catalog);
  const { source } = await follow(database, { pollMs: 10 });
  const last = source.current();
  await source.close();
  await setRule(database, false);
  assert.equal(await source.refresh(), last);
  assert.equal(source.current(), last);
});

eachEngine(
  "openCatalogSource() refuses to start with a catalog that it cannot read (§5)",
  async (database) => {
    await seedCatalog(database, catalog);
    await sql`update attribute_values set value = '{"type": "range"}'`.execute(database.db);
    await assert.rejects(follow(database), { code: "invalid_catalog_record" });
  },
);

onServerOnly(
  "a rule disabled by one process disappears from the snapshot of another (§5)",
  async () => {
    await using location = await migratedLocation("server");
    await using one = await openDatabase(location);
    await using other = await openDatabase(location);
    await seedCatalog(one, catalog);
    await using following = await follow(other);
    await setRule(one, false);
    await following.until(() => following.source.current().rules.length === 0);
  },
);

onServerOnly("openCatalogSource() recovers from an outage of the database (§5)", async () => {
  await using location = await migratedLocation("server");
  await using database = await openDatabase(location);
  await seedCatalog(database, catalog);
  await using following = await follow(database, { pollMs: 20 });
  const { source, errors } = following;
  const name = new URL(location.url ?? "").pathname.slice(1);

  await onServer(async (db) => {
    await sql`alter database ${sql.id(name)} allow_connections false`.execute(db);
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name}`
      .execute(db);
    await following.until(() => errors.length > 0);
    assert.equal(await database.ping(5_000), false);
    assert.equal(source.current().rules.length, 1);
    await sql`alter database ${sql.id(name)} allow_connections true`.execute(db);
  });
  // The pool may still hold a connection whose end it has not noticed; such a write is refused as an outage.
  await until("the database takes a write", async () => {
    try {
      await setRule(database, false);
      return true;
    } catch (error) {
      assert.match(String(error), /Cannot use the database/);
      return false;
    }
  });
  await following.until(() => source.current().rules.length === 0);
});

onServerOnly("openCatalogSource() times out a load that takes too long (§5)", async () => {
  await using database = await opened(migratedLocation("server"));
  await seedCatalog(database, catalog);
  await using following = await follow(deaf(database), { pollMs: 20, loadTimeoutMs: 1_000 });
  const blocker = await database.db.startTransaction().execute();
  await sql`lock table catalog_version in access exclusive mode`.execute(blocker);
  await following.until(() => following.errors.length > 0);
  assert.match(String(following.errors[0]), /no answer within 1000 ms/);
  // A caller that awaits its own write gets `unavailable` and not an internal error.
  await assert.rejects(following.source.refresh(), { code: "unavailable" });
  await blocker.rollback().execute();
  await setRule(database, false);
  await following.until(() => following.source.current().rules.length === 0);
});
