/** The database that tests share is reset for each of them. */
import assert from "node:assert/strict";
import { sql } from "kysely";
import { openDatabase } from "@/lib/db/mod.ts";
import { eachEngineUnopened, migratedLocation } from "@/tests/helpers/db.ts";
import { closeLentDatabases, withLentDatabase } from "@/tests/helpers/lent_database.ts";

eachEngineUnopened(
  "a shared database is reset after each test, or replaced if that is impossible",
  async (engine) => {
    // Close the databases of earlier tests.
    await closeLentDatabases();
    await using location = await migratedLocation(engine);
    let opened = 0;
    const open = async () => {
      opened++;
      return await openDatabase(location);
    };
    const assertReset = () =>
      withLentDatabase(engine, open, async ({ db }) => {
        assert.deepEqual(await db.selectFrom("budget_tiers").selectAll().execute(), []);
        assert.deepEqual(await db.selectFrom("catalog_version").select("version").execute(), fresh);
        const { rows } = await sql`select * from pg_sequences order by sequencename`.execute(db);
        assert.deepEqual(rows, sequences);
        const { rows: [role] } = await sql`show session_replication_role`.execute(db);
        assert.deepEqual({ ...role as object }, { session_replication_role: "origin" });
      });
    let fresh: unknown;
    let sequences: unknown;
    await withLentDatabase(engine, open, async ({ db }) => {
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

    await withLentDatabase(engine, open, async ({ db }) => {
      await sql`create table left_behind (id text)`.execute(db);
    });
    // The location still has the table, so the next handle starts with it.
    await withLentDatabase(engine, open, async ({ db }) => {
      await sql`drop table left_behind`.execute(db);
    });
    assert.equal(opened, 2, "a database with a changed schema is replaced");

    await assertReset();
    await assert.rejects(
      withLentDatabase(engine, open, () => Promise.reject(new Error("failed"))),
      /failed/,
    );
    await assertReset();
    assert.equal(opened, 4, "so is that of a failed test");
    await withLentDatabase(engine, open, ({ close }) => close());
    await assertReset();
    assert.equal(opened, 5, "so is one that the test closed");
    await closeLentDatabases();
  },
);
