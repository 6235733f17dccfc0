/** Whole runs, as the command and the nightly sync perform them (spec §4.11). */
import assert from "node:assert/strict";
import { applyRun, listRuns, resumeRun, type SharedReading, syncKind } from "@/lib/cms/mod.ts";
import { startCms } from "@/tests/doubles/cms.ts";
import { runOf, servicesOf, smallGraph, storeMapped } from "@/tests/helpers/cms.ts";
import { eachEngine } from "@/tests/helpers/db.ts";
import { leap } from "@/tests/helpers/leap.ts";

eachEngine("waiting for another run does not count as reading time (spec §4.11)", async (
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

eachEngine(
  "kinds that are read together share the limits of time and size (spec §4.11)",
  async (database) => {
    await storeMapped(database);
    await using double = await startCms({ graph: smallGraph() });
    const services = servicesOf(database, double);
    const shared: SharedReading = {};
    assert.ok((await syncKind(services, "attributes", { apply: false, shared })).complete);
    const { bytes = 0, ms = 0 } = shared.left ?? {};
    assert.ok(bytes > 0 && bytes < 200_000_000 && ms < 200_000, JSON.stringify(shared.left));
    shared.left = { bytes, ms: 0 };
    const { complete, errors } = await syncKind(services, "projects", { apply: false, shared });
    assert.equal(complete, false);
    assert.match(errors.join(), /took too long/);
  },
);

eachEngine(
  "a mapping that changes while the CMS is read keeps the plan of the old one from being written (spec §2.4, §3.3)",
  async (database) => {
    const { db } = database;
    await storeMapped(database);
    await using double = await startCms({ graph: smallGraph() });
    double.onPage = async () => {
      await db.updateTable("cms_system_mappings").set({ cms_term_name: "Other 0" })
        .where("system_id", "=", "heron").execute();
    };
    const services = servicesOf(database, double);
    const report = await syncKind(services, "attributes", { apply: true });
    assert.equal(report.applied, false);
    assert.match(report.errors.join(), /A mapping changed while the CMS was read/);
    const ids = await db.selectFrom("cms_system_mappings").select("cms_term_uuid").distinct()
      .execute();
    assert.deepEqual(ids, [{ cms_term_uuid: null }]);
    assert.ok((await syncKind(services, "attributes", { apply: true })).applied);
  },
);

eachEngine(
  "a run that a command left incomplete is audited again when staff resume and apply it (spec §3.3)",
  async (database) => {
    const { db } = database;
    await storeMapped(database);
    await using double = await startCms({ graph: smallGraph(), viewSize: 5 });
    const services = servicesOf(database, double);
    double.fault = (_list, page) => page === 1 ? "truncated" : null;
    assert.equal((await syncKind(services, "projects", { apply: true })).complete, false);
    double.fault = () => null;
    const by = { staff: { email: "ada@example.com" }, requestId: null };
    const [{ id } = assert.fail()] = await listRuns(db, 1);
    assert.equal(runOf(await resumeRun(services, id, { by })).state, "ready");
    const { state } = runOf(await applyRun(services, { runId: id, hash: null }, { by }));
    assert.equal(state, "done");
    const entries = await db.selectFrom("audit_log").select("actor")
      .where("entity_type", "=", "cms-sync").orderBy("seq").execute();
    assert.deepEqual(entries.map(({ actor }) => actor), ["service", "ada@example.com"]);
  },
);
