import { sql } from "kysely";
import assert from "node:assert/strict";
import { insertAll, transact } from "@/lib/db/mod.ts";
import { eachEngine, migratedLocation, onServerOnly, opened } from "@/tests/helpers/db.ts";

eachEngine("transact() commits everything or nothing (§5)", async ({ db }) => {
  await sql`create table things (id int primary key)`.execute(db);
  const store = (id: number) => sql`insert into things values (${id})`;
  await transact(db, (trx) => store(1).execute(trx));
  const failing = transact(db, async (trx) => {
    await store(2).execute(trx);
    await transact(trx, (inner) => store(3).execute(inner));
    throw new Error("no");
  });
  await assert.rejects(failing, { message: "no" });
  const swallowing = transact(db, async (trx) => {
    await store(4).execute(trx);
    await assert.rejects(store(1).execute(trx), { code: "23505", constraint: "things_pkey" });
  });
  await assert.rejects(
    swallowing,
    "a transaction with a swallowed error is not reported as committed",
  );
  const { rows } = await sql`select id from things`.execute(db);
  assert.deepEqual(rows.map((row) => ({ ...row as object })), [{ id: 1 }]);
});

eachEngine("insertAll() inserts more rows than one statement does (§5)", async ({ db }) => {
  const rows = Array.from({ length: 1_001 }, (_, at) => ({
    day: new Date(at * 86_400_000).toISOString().slice(0, 10),
    outcome: "grounded",
    turns: at + 1,
  }));
  await transact(db, (trx) => insertAll(trx, "assistant_turns", rows));
  const stored = await db.selectFrom("assistant_turns").select("turns").orderBy("turns").execute();
  assert.deepEqual(stored.map(({ turns }) => turns), rows.map(({ turns }) => turns));
});

onServerOnly("transact() retries after a deadlock (§5)", async () => {
  await using database = await opened(migratedLocation("server"));
  const { db } = database;
  await sql`create table counters (id int primary key, value int not null)`.execute(db);
  await sql`insert into counters values (1, 0), (2, 0)`.execute(db);
  const both = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const ended = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let attempts = 0;
  const add = (order: readonly [number, number], index: number) =>
    transact(db, async (trx) => {
      attempts++;
      // The retry waits for the other transaction, because both could deadlock again.
      if (attempts > 2) await ended[1 - index]?.promise;
      const update = (id: number) => sql`update counters set value = value + 1 where id = ${id}`;
      await update(order[0]).execute(trx);
      both[index]?.resolve();
      await both[1 - index]?.promise;
      await update(order[1]).execute(trx);
    }).then(ended[index]?.resolve);
  await Promise.all([add([1, 2], 0), add([2, 1], 1)]);
  const { rows } = await sql<{ value: number }>`select value from counters order by id`.execute(db);
  assert.deepEqual(rows.map(({ value }) => value), [2, 2]);
  assert.equal(attempts, 3);
});

onServerOnly(
  "transact() retries after a serialization failure, up to its number of attempts (§5)",
  async () => {
    await using database = await opened(migratedLocation("server"));
    const { db } = database;
    await sql`create table counters (id int primary key, value int not null)`.execute(db);
    await sql`insert into counters values (1, 0)`.execute(db);
    const increment = (conflicts: number) => {
      let attempts = 0;
      const done = transact(db, async (trx) => {
        attempts++;
        await sql`select value from counters`.execute(trx);
        if (attempts <= conflicts) await sql`update counters set value = value + 10`.execute(db);
        await sql`update counters set value = value + 1`.execute(trx);
        return attempts;
      }, { isolation: "serializable", attempts: 3, baseDelayMs: 1 });
      return done;
    };
    assert.equal(await increment(2), 3);
    await assert.rejects(increment(3), { code: "unavailable", outage: true });
    const { rows: [row] } = await sql<{ value: number }>`select value from counters`.execute(db);
    assert.equal(row?.value, 51);
  },
);
