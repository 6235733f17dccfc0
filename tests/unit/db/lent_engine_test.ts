/** The engine that the tests of a file share is reset for each of them. */
import assert from "node:assert/strict";
import { sql } from "kysely";
import { openDatabase } from "@/lib/db/mod.ts";
import { migratedLocation } from "@/tests/helpers/db.ts";
import { closeLentEngine, withLentEngine } from "@/tests/helpers/lent_engine.ts";

Deno.test("a shared engine is reset after each test, or replaced if that is impossible", async () => {
  // Close the engine of earlier tests.
  await closeLentEngine();
  await using location = await migratedLocation("embedded");
  let opened = 0;
  const open = async () => {
    opened++;
    return await openDatabase(location);
  };
  const assertReset = () =>
    withLentEngine(open, async ({ db }) => {
      assert.deepEqual(await db.selectFrom("budget_tiers").selectAll().execute(), []);
      assert.deepEqual(await db.selectFrom("catalog_version").select("version").execute(), fresh);
      const { rows } = await sql`select * from pg_sequences order by sequencename`.execute(db);
      assert.deepEqual(rows, sequences);
      const { rows: [role] } = await sql`show session_replication_role`.execute(db);
      assert.deepEqual({ ...role as object }, { session_replication_role: "origin" });
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
  await assertReset();
  assert.equal(opened, 1, "rows, versions and sequences are reset");

  await withLentEngine(open, async ({ db }) => {
    await sql`create table left_behind (id text)`.execute(db);
  });
  // The folder still has the table, so the next engine starts with it.
  await withLentEngine(open, async ({ db }) => {
    await sql`drop table left_behind`.execute(db);
  });
  assert.equal(opened, 2, "an engine with a changed schema is replaced");

  await assertReset();
  await assert.rejects(withLentEngine(open, () => Promise.reject(new Error("failed"))), /failed/);
  await assertReset();
  assert.equal(opened, 4, "so is the engine of a failed test");
  await withLentEngine(open, ({ close }) => close());
  await assertReset();
  assert.equal(opened, 5, "so is a closed engine");
  await closeLentEngine();
});
