/** The engine that the tests of a file share is, for each of them, as good as new. */
import assert from "node:assert/strict";
import { sql } from "kysely";
import { openDatabase } from "../../../lib/db/mod.ts";
import { disposable, migratedLocation } from "../../helpers/db.ts";
import { closeLentEngine, withLentEngine } from "../../helpers/lent_engine.ts";

Deno.test("a lent engine is put back, or replaced where it cannot be", async () => {
  // Of the tests that ran before.
  await closeLentEngine();
  await using location = await migratedLocation("embedded");
  let opened = 0;
  const open = async () => {
    opened++;
    return disposable(await openDatabase(location));
  };
  const isAsNew = () =>
    withLentEngine(open, async ({ db }) => {
      assert.deepEqual(await db.selectFrom("budget_tiers").selectAll().execute(), []);
      assert.deepEqual(await db.selectFrom("catalog_version").select("version").execute(), fresh);
      const { rows } = await sql`select * from pg_sequences order by sequencename`.execute(db);
      assert.deepEqual(rows, sequences);
      assert.equal((await sql`show session_replication_role`.execute(db)).rows.length, 1);
    });
  let fresh: unknown;
  let sequences: unknown;
  await withLentEngine(open, async ({ db }) => {
    fresh = await db.selectFrom("catalog_version").select("version").execute();
    sequences = (await sql`select * from pg_sequences order by sequencename`.execute(db)).rows;
    await db.insertInto("budget_tiers").values({
      id: "low",
      label: "Low",
      description: "Least",
      ordinal: 1,
    }).execute();
    for (const { sequencename } of sequences as { sequencename: string }[]) {
      await sql`select nextval(${sequencename})`.execute(db);
    }
  });
  await isAsNew();
  assert.equal(opened, 1, "rows, versions and sequences are put back");

  await withLentEngine(open, async ({ db }) => {
    await sql`create table left_behind (id text)`.execute(db);
  });
  // Its folder keeps the table, so what comes next starts from it.
  await withLentEngine(open, async ({ db }) => {
    await sql`drop table left_behind`.execute(db);
  });
  assert.equal(opened, 2, "a changed schema is replaced");

  await isAsNew();
  await assert.rejects(withLentEngine(open, () => Promise.reject(new Error("failed"))), /failed/);
  await isAsNew();
  assert.equal(opened, 4, "so is the engine of a test that failed");
  await withLentEngine(open, ({ close }) => close());
  await isAsNew();
  assert.equal(opened, 5, "and one that was closed");
  await closeLentEngine();
});
