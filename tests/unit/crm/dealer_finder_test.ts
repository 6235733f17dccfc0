import { sql } from "kysely";
import assert from "node:assert/strict";
import { readDealerFinder } from "@/lib/crm/mod.ts";
import { openDatabase, transact, withShortLimits } from "@/lib/db/mod.ts";
import { migratedLocation, onServerOnly } from "@/tests/helpers/db.ts";

onServerOnly(
  "a buyer is led to the dealers while staff use the database (§2.7, §4.4)",
  async () => {
    await using location = await migratedLocation("server");
    const connections = 4;
    await using database = await openDatabase({ ...location, connections });
    const { db } = database;
    const dealers = "https://dealers.example/find";
    await db.updateTable("crm_settings").set({ repfinder_url: dealers }).execute();
    const taken = Promise.withResolvers<void>();
    const led = Promise.withResolvers<void>();
    const work = Array.from({ length: connections }, () =>
      transact(db, async (trx) => {
        await sql`select`.execute(trx);
        taken.resolve();
        await led.promise;
      }));
    await taken.promise;
    // Opens the connection of buyers, which on a busy machine takes longer than the page waits for the settings.
    await withShortLimits(() => sql`select`.execute(db));
    const found = await readDealerFinder(db);
    led.resolve();
    await Promise.all(work);
    assert.equal(found, dealers);
  },
);
