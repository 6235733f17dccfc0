/** The thread of the embedded engine: nothing waits for it but what asks it, and nothing hangs when it breaks. */
import { sql } from "kysely";
import assert from "node:assert/strict";
import { openDatabase } from "../../../lib/db/mod.ts";
import { openEngine } from "../../../lib/db/embedded/engine.ts";
import { disposable, migratedLocation } from "../../helpers/db.ts";

const OUTAGE = { name: "DatabaseError", code: "unavailable", outage: true };

Deno.test("this thread goes on while a statement runs in the embedded engine (§5)", async () => {
  await using location = await migratedLocation("embedded");
  await using database = disposable(await openDatabase(location));
  let done = false;
  let turns = 0;
  const long = sql`select pg_sleep(0.5)`.execute(database.db).then(() => done = true);
  while (!done) {
    await new Promise((resolve) => setTimeout(resolve, 1));
    turns++;
  }
  await long;
  assert.ok(turns > 10, `${turns} turns`);
});

Deno.test("errors of the embedded engine keep their fields, and none of the parameters (§5)", async () => {
  await using location = await migratedLocation("embedded");
  await using database = disposable(await openDatabase(location));
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
  await assert.rejects(sql`select ${() => {}}`.execute(database.db), { name: "DataCloneError" });
  assert.equal(await database.ping(5_000), true, "what cannot cross is refused on this side");
});

Deno.test("an engine that breaks fails what waits for it, and what comes after (§5)", async () => {
  await using location = await migratedLocation("embedded");
  const engine = await openEngine(`${location.dataDir}/postgres`);
  const waiting = [engine.query("select pg_sleep(0.3)"), engine.query("select 1")];
  // Leaves memory that it does not have: the engine's own way to end.
  const breaking = engine.query(
    "do $$ begin perform pg_terminate_backend(pg_backend_pid()); end $$",
  );
  const all = await Promise.allSettled([...waiting, breaking, engine.query("select 1")]);
  assert.deepEqual(all.map(({ status }) => status).slice(0, 2), ["fulfilled", "fulfilled"]);
  assert.equal(all[3]?.status, "rejected");
  await assert.rejects(engine.query("select 1"), OUTAGE);
  await engine.close();
});
