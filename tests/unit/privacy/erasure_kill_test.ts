/** Tests that an erasure whose process is killed is never left half done (spec §5). */
import assert from "node:assert/strict";
import { CRM_SESSION_PARTS } from "@/lib/crm/mod.ts";
import { openDatabase } from "@/lib/db/mod.ts";
import { finishErasures, readPlan } from "@/lib/privacy/mod.ts";
import { anyEngine, migratedLocation } from "@/tests/helpers/db.ts";
import { leaveEverywhere, LEFT, tracesOf, withParts } from "@/tests/helpers/erasure.ts";
import { run } from "@/tests/helpers/process.ts";
import { aSessionBench } from "@/tests/helpers/session.ts";

/** Writes to kill before: each for the full proof, else the first, after the commit, half way and near the end. */
const POINTS: readonly number[] = Deno.env.get("ERASE_KILLS") === "all"
  ? Array.from({ length: 30 }, (_, point) => point)
  : [0, 8, 10, 17];

anyEngine(
  "an erasure that is killed before any write has no effect or is finished later (§5)",
  async (engine) => {
    let [untouched, finished] = [0, 0];
    for (const endBefore of POINTS) {
      await using location = await migratedLocation(engine);
      await using bench = await aSessionBench();
      const { kv, kvPath } = bench;
      const place = { url: location.url, dataDir: location.dataDir };
      const open = async () => await openDatabase(place);
      const traveller = await (async () => {
        await using database = await open();
        return await leaveEverywhere(withParts({ ...bench.services, db: database.db }));
      })();
      const time = bench.services.now().getTime();
      const child = await run("tests/helpers/erase_child.ts", {
        args: [JSON.stringify({
          location: place,
          kvPath,
          time,
          sessionId: traveller.id,
          endBefore,
        })],
      });
      const story = `killed before write ${endBefore}: ${child.stderr}`;
      const survived = child.stdout !== "";
      assert.equal(child.code, survived ? 0 : 137, story);

      await using database = await open();
      const services = {
        kv,
        db: database.db,
        now: () => new Date(time + 60_000),
        sessionParts: CRM_SESSION_PARTS,
      };
      await finishErasures(services, new AbortController().signal);
      const traces = await tracesOf(services, traveller);
      const entries = await services.db.selectFrom("audit_log").select("after")
        .where("action", "=", "erase").execute();
      if (traces.length > 0) {
        untouched++;
        assert.deepEqual(entries, [], story);
        const plan = await readPlan(services, { kind: "session", sessionId: traveller.id });
        const counts = plan.counts.map(({ name, count }) => [name, count]);
        assert.deepEqual(Object.fromEntries(counts), LEFT, story);
        continue;
      }
      finished++;
      assert.equal(entries.length, 1, story);
      assert.deepEqual(Object(entries[0]?.after).erased, { ...LEFT, crm_recent_leads: 3 }, story);
    }
    assert.ok(untouched > 0 && finished > 0, "there are points before and after the commit");
  },
);
