import assert from "node:assert/strict";
import { openDatabase } from "@/lib/db/mod.ts";
import { storeLead } from "@/lib/crm/accept.ts";
import { startCrm } from "@/tests/doubles/crm.ts";
import { anyEngine, migratedLocation } from "@/tests/helpers/db.ts";
import { aLead } from "@/tests/helpers/leads.ts";
import { run } from "@/tests/helpers/process.ts";

const SCRIPT = "lib/cli/crm_retry.ts";

anyEngine(
  "crm:retry sends the queued leads, and prints their counts (design §7)",
  async (engine) => {
    await using crm = startCrm();
    await using location = await migratedLocation(engine);
    const now = new Date();
    {
      await using database = await openDatabase(location);
      await storeLead(database.db, aLead(), now);
      await storeLead(database.db, aLead({ email: "later@build.test" }), now);
      await database.db.updateTable("crm_sync_queue").where("email", "=", "later@build.test")
        .set({ next_attempt_at: new Date(now.getTime() + 3_600_000), attempts: 1 }).execute();
    }
    const env = {
      DATA_DIR: location.dataDir,
      DENO_KV_PATH: `${location.dataDir}/kv.sqlite3`,
      SEED: "none",
      ...(location.url === null ? {} : { DATABASE_URL: location.url }),
    };
    const off = await run(SCRIPT, { env, args: ["--json", "--all"] });
    assert.deepEqual([off.code, JSON.parse(off.stdout)], [0, {
      processed: 0,
      done: 0,
      failed: 0,
      abandoned: 0,
      waiting: 2,
    }]);
    const on = { ...env, ...crm.environment };
    const due = await run(SCRIPT, { env: on, args: ["--json"] });
    assert.deepEqual([due.code, JSON.parse(due.stdout)], [0, {
      processed: 1,
      done: 1,
      failed: 0,
      abandoned: 0,
      waiting: 1,
    }]);
    const all = await run(SCRIPT, { env: on, args: ["--all"] });
    assert.deepEqual([all.code, all.stdout], [
      0,
      "1 attempted: 1 done, 0 failed, 0 abandoned; 0 waiting\n",
    ]);
    for (const { stdout, stderr } of [off, due, all]) {
      assert.ok(!`${stdout}${stderr}`.includes("build.test"));
    }
    assert.equal(crm.records.contacts.size, 2);

    {
      await using database = await openDatabase(location);
      await storeLead(database.db, aLead({ email: "lost@build.test" }), now);
      await database.db.updateTable("crm_sync_queue").where("email", "=", "lost@build.test")
        .set({ status: "abandoned", attempts: 5, next_attempt_at: null, finished_at: now })
        .execute();
    }
    const none = await run(SCRIPT, { env: on, args: ["--all"] });
    assert.match(none.stdout, /^0 attempted: .*; 0 waiting\n$/);
    const abandoned = await run(SCRIPT, { env: on, args: ["--abandoned"] });
    assert.deepEqual([abandoned.code, abandoned.stdout], [
      0,
      "1 attempted: 1 done, 0 failed, 0 abandoned; 0 waiting\n",
    ]);
    assert.equal(crm.records.contacts.size, 3);
  },
);

Deno.test("crm:retry refuses unknown arguments with exit code 2 (design §7)", async () => {
  for (const args of [["--now"], ["--all=yes"], ["--all", "--abandoned"], ["extra"]]) {
    const { code, stderr } = await run(SCRIPT, { args });
    assert.equal(code, 2, args.join(" "));
    assert.match(stderr, /^Usage: deno task crm:retry/);
  }
});
