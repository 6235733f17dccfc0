/** Whole runs, as the command and the night do them (spec §4.11). */
import assert from "node:assert/strict";
import { syncKind } from "../../../lib/cms/mod.ts";
import { startCms } from "../../doubles/cms.ts";
import { servicesOf, smallGraph, storeMapped } from "../../helpers/cms.ts";
import { eachEngine } from "../../helpers/db.ts";

/** Has the clock that only goes forward go forward at once, until it is disposed of. */
function leap(ms: number): Disposable {
  const now = performance.now;
  performance.now = () => now.call(performance) + ms;
  return { [Symbol.dispose]: () => void (performance.now = now) };
}

eachEngine("waiting for another run takes nothing of the time for reading (spec §4.11)", async (
  database,
) => {
  const { db } = database;
  await storeMapped(database);
  await using double = await startCms({ graph: smallGraph() });
  const until = new Date(Date.now() + 60 * 60_000);
  await db.updateTable("sync_claim")
    .set({ run_id: "other", kind: "images", holder: "ada@example.com", since: until, until })
    .execute();
  const syncing = syncKind(servicesOf(database, double), "projects", { apply: false });
  using _ = leap(300_000);
  await db.updateTable("sync_claim")
    .set({ run_id: null, kind: null, holder: null, since: null, until: null }).execute();
  const { complete, errors } = await syncing;
  assert.deepEqual({ complete, errors }, { complete: true, errors: [] });
});
