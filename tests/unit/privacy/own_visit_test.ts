import assert from "node:assert/strict";
import { DatabaseError, openDatabase, transact } from "@/lib/db/mod.ts";
import { LIMITS, withLimits } from "@/lib/db/server/limits.ts";
import { eraseOwnVisit, finishErasures } from "@/lib/privacy/mod.ts";
import { anyDatabase } from "@/tests/helpers/any_database.ts";
import { eachEngine, migratedLocation, onServerOnly } from "@/tests/helpers/db.ts";
import { leaveEverywhere, tracesOf, watched, withParts } from "@/tests/helpers/erasure.ts";
import { aSessionBench } from "@/tests/helpers/session.ts";

const NEVER = new AbortController().signal;

eachEngine("a visitor's own erasure is not audited", async (database) => {
  await using bench = await aSessionBench({ database });
  const services = withParts(bench.services);
  const traveller = await leaveEverywhere(services);
  assert.equal(await eraseOwnVisit(services, traveller.id, NEVER), "erased");
  assert.deepEqual(await tracesOf(services, traveller), []);
  assert.deepEqual(await database.db.selectFrom("audit_log").selectAll().execute(), []);
  assert.equal(await eraseOwnVisit(services, traveller.id, NEVER), "nothing");

  // Another process writes to the store's file, for a moment and then for longer.
  for (const [failures, outcome] of [[1, "erased"], [Infinity, "begun"]] as const) {
    const next = await leaveEverywhere(services);
    const { kv } = services;
    const { delete: remove } = kv;
    let failed = 0;
    kv.delete = (key) =>
      failed++ < failures
        ? Promise.reject(new TypeError("database is locked"))
        : remove.call(kv, key);
    assert.equal(await eraseOwnVisit(services, next.id, NEVER), outcome);
    kv.delete = remove;
    assert.deepEqual(await tracesOf(services, next), []);
  }
});

anyDatabase(
  "an outage after a visitor's own erasure has begun leaves the rest to the job (§5)",
  async (database) => {
    await using bench = await aSessionBench({ database });
    const services = withParts(bench.services);
    const traveller = await leaveEverywhere(services);
    let isRemoved = false;
    const failing = watched(services, (write) => {
      if (write === "kv.commit") isRemoved = true;
      else if (isRemoved) throw new DatabaseError("unavailable", "Cannot use the database");
    });
    assert.equal(await eraseOwnVisit(failing, traveller.id, NEVER), "begun");
    await finishErasures(services, NEVER);
    assert.deepEqual(await tracesOf(services, traveller), []);
  },
);

onServerOnly(
  "a visitor's own erasure waits for a lock no longer than other requests (§5)",
  async () => {
    await using location = await migratedLocation("server");
    await using database = await openDatabase(location);
    await using bench = await aSessionBench({ database });
    const services = withParts(bench.services);
    const traveller = await leaveEverywhere(services);
    await transact(database.db, async (trx) => {
      await trx.selectFrom("crm_sync_queue").select("id").forUpdate().execute();
      const limits = { ...LIMITS, lockMs: 100 };
      await assert.rejects(
        withLimits(limits, () => eraseOwnVisit(services, traveller.id, NEVER)),
        { name: "DatabaseError", code: "unavailable" },
      );
    });
    assert.equal(await eraseOwnVisit(services, traveller.id, NEVER), "erased");
  },
);
