/** The worker thread of the embedded engine: it does not block this thread, and a crash fails all its queries. */
import { sql } from "kysely";
import assert from "node:assert/strict";
import { DatabaseError } from "@/lib/db/mod.ts";
import { openEngine } from "@/lib/db/embedded/engine.ts";
import { migratedLocation, opened } from "@/tests/helpers/db.ts";

const OUTAGE = { name: "DatabaseError", code: "unavailable", outage: true };

Deno.test("a statement in the embedded engine does not block this thread (§5)", async () => {
  await using database = await opened(migratedLocation("embedded"));
  let done = false;
  let turns = 0;
  const long = sql`select pg_sleep(0.5)`.execute(database.db).then(() => done = true);
  while (!done) {
    await new Promise((resolve) => setTimeout(resolve, 1));
    turns++;
  }
  await long;
  assert.ok(turns > 3, `${turns} turns`);
});

Deno.test("errors of the embedded engine have the fields of Postgres, and no parameters (§5)", async () => {
  await using database = await opened(migratedLocation("embedded"));
  const insert = database.db.insertInto("budget_tiers")
    .values({ id: "secret", label: "", description: "", ordinal: -1 }).execute();
  await assert.rejects(insert, (error: Error) => {
    const { name, code, constraint, table, severity } = Object(error);
    assert.deepEqual(
      [name, code, table, severity],
      ["EngineQueryError", "23514", "budget_tiers", "ERROR"],
    );
    assert.match(constraint, /ordinal/);
    assert.ok(!("params" in error) && !("query" in error));
    return true;
  });
  for (const value of [Symbol("no"), { deep: () => {} }]) {
    const crossing = sql`select ${sql.val(value)}::text`.execute(database.db);
    await assert.rejects(crossing, { name: "DataCloneError" });
  }
  await assert.rejects(sql`select ${"no bytes"}::bytea`.execute(database.db));
  assert.equal(
    await database.ping(5_000),
    true,
    "a value that cannot be sent leaves the engine usable",
  );
});

Deno.test("an engine that crashes fails its pending and later queries (§5)", async () => {
  await using location = await migratedLocation("embedded");
  const folder = `${location.dataDir}/postgres`;
  const engine = await openEngine(folder);
  await engine.query("create table things (name text)");
  await Deno.remove(`${folder}/pg_wal`, { recursive: true });
  const slow = engine.query("select pg_sleep(0.1)");
  const breaking = engine.query("select pg_switch_wal()");
  const writing = engine.query(
    "insert into things select repeat('x', 100) from generate_series(1, 300000)",
  );
  const after = engine.query("select 1");
  const [before, , broken, late] = await Promise.allSettled([slow, breaking, writing, after]);
  assert.equal(before.status, "fulfilled");
  for (const outcome of [broken, late]) {
    assert.ok(outcome.status === "rejected" && outcome.reason instanceof DatabaseError);
    assert.equal(outcome.reason.outage, true);
  }
  await assert.rejects(engine.query("select 1"), OUTAGE);
  await engine.close();
});
