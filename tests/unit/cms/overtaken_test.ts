/** Steps whose run is stopped and resumed by somebody else while they wait for the CMS (spec §4.11). */
import assert from "node:assert/strict";
import {
  applyRun,
  currentHolder,
  readRun,
  resumeRun,
  startRun,
  type StepOptions,
  stopRun,
  syncKind,
  type SyncServices,
} from "@/lib/cms/mod.ts";
import { write } from "@/lib/cms/run/writing.ts";
import { startCms } from "@/tests/doubles/cms.ts";
import { assertCounts, runOf, servicesOf, smallGraph, storeMapped } from "@/tests/helpers/cms.ts";
import { project } from "@/tests/doubles/cms/graph.ts";
import { anyDatabase } from "@/tests/helpers/any_database.ts";
import { eachEngine } from "@/tests/helpers/db.ts";

const BY = { staff: { email: "ada@example.com" }, requestId: null };

type Source = NonNullable<SyncServices["cms"]>;

/** Wraps the CMS so that answers wait for `release`. They are timeouts unless `isGood`. */
function heldCms(cms: Source, { isGood }: { readonly isGood: boolean }) {
  const asked = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const fetch: Source["fetch"] = async (url, options) => {
    asked.resolve();
    await released.promise;
    if (isGood) return await cms.fetch(url, options);
    return { ok: false, reason: "timeout", detail: "it took too long", url: String(url) };
  };
  return { cms: { ...cms, fetch }, asked: asked.promise, release: released.resolve };
}

/** A clock that advances at each call by more than the interval between two renewals of the claim. */
function slowClock(): () => number {
  let ms = 0;
  return () => ms += 2_500;
}

const ENDS: Readonly<Record<string, Omit<StepOptions, "by"> & { readonly isGood: boolean }>> = {
  "the CMS fails": { isGood: false },
  "it reads to the end": { isGood: true },
  "it pauses": { isGood: true, budgetMs: 0 },
  "it renews its claim": { isGood: true, clock: slowClock() },
};

for (const [end, { isGood, ...options }] of Object.entries(ENDS)) {
  eachEngine(
    `a stopped step leaves alone a run that was resumed without it, when ${end} (spec §4.11)`,
    async (database) => {
      const { db } = database;
      await storeMapped(database);
      await using double = await startCms({ graph: smallGraph() });
      const services = servicesOf(database, double);
      const slow = heldCms(services.cms ?? assert.fail(), { isGood });
      const late = startRun({ ...services, cms: slow.cms }, "projects", { by: BY, ...options });
      await slow.asked;
      const { id } = await db.selectFrom("sync_runs").select("id").executeTakeFirstOrThrow();
      await stopRun(services, id);
      const ready = runOf(await resumeRun(services, id, { by: BY }));
      assert.deepEqual([ready.state, ready.planned], ["ready", 12]);
      slow.release();
      assert.equal((await late).kind, "missing");
      assert.deepEqual(await readRun(db, id), ready);
      const hash = ready.planHash;
      const other = { runId: id, hash: "of a plan that nobody made" };
      assert.equal((await applyRun(services, other, { by: BY })).kind, "stale");
      const done = runOf(await applyRun(services, { runId: id, hash }, { by: BY }));
      assert.deepEqual([done.state, done.written], ["done", 12]);
      assertCounts(done.report, { created: 12 });
    },
  );
}

eachEngine(
  "a step that is stopped keeps what it has read for the one that resumes (spec §4.11)",
  async (database) => {
    await storeMapped(database);
    await using double = await startCms({ graph: smallGraph() });
    const services = servicesOf(database, double);
    const slow = heldCms(services.cms ?? assert.fail(), { isGood: true });
    const late = startRun({ ...services, cms: slow.cms }, "projects", { by: BY, budgetMs: 0 });
    await slow.asked;
    const { id } = await database.db.selectFrom("sync_runs").select("id").executeTakeFirstOrThrow();
    await stopRun(services, id);
    slow.release();
    const { state, planned, pages } = runOf(await late);
    assert.deepEqual([state, planned, pages], ["incomplete", 5, 1]);
    const before = double.journal.length;
    const ready = runOf(await resumeRun(services, id, { by: BY }));
    assert.deepEqual([ready.state, ready.planned], ["ready", 12]);
    assert.equal(double.journal.length - before, 2);
  },
);

eachEngine(
  "a run that is stopped at the last page of a list can be resumed to its plan (spec §4.11)",
  async (database) => {
    await storeMapped(database);
    for (const kind of ["projects", "images"] as const) {
      await using double = await startCms({ graph: smallGraph(), viewSize: 50 });
      const services = servicesOf(database, double);
      const slow = heldCms(services.cms ?? assert.fail(), { isGood: true });
      const clock = slowClock();
      const late = startRun({ ...services, cms: slow.cms }, kind, { by: BY, clock });
      await slow.asked;
      const { id } = await database.db.selectFrom("sync_runs").select("id")
        .where("kind", "=", kind).executeTakeFirstOrThrow();
      await stopRun(services, id);
      slow.release();
      assert.equal(runOf(await late).state, "incomplete");
      const ready = runOf(await resumeRun(services, id, { by: BY }));
      const rows = kind === "projects" ? 12 : 11;
      assert.deepEqual([ready.state, ready.planned], ["ready", rows]);
      assertCounts(ready.report, { created: rows });
    }
  },
);

eachEngine(
  "a stopped command does not apply the plan that somebody else made of its run (spec §4.11)",
  async (database) => {
    const { db } = database;
    await storeMapped(database);
    await using double = await startCms({ graph: smallGraph() });
    const services = servicesOf(database, double);
    const slow = heldCms(services.cms ?? assert.fail(), { isGood: true });
    const late = syncKind({ ...services, cms: slow.cms }, "projects", { apply: true });
    await slow.asked;
    const { id } = await db.selectFrom("sync_runs").select("id").executeTakeFirstOrThrow();
    await stopRun(services, id);
    const ready = runOf(await resumeRun(services, id, { by: BY }));
    slow.release();
    const { applied, errors } = await late;
    assert.deepEqual([applied, errors.length], [false, 1]);
    assert.deepEqual(await readRun(db, id), ready);
    assert.deepEqual(await db.selectFrom("cms_projects").select("uuid").execute(), []);
  },
);

/** Wraps the database so that `happens` runs once, after the first query or a later one. */
function interrupted(
  db: SyncServices["db"],
  happens: () => Promise<void>,
  { after = 1 }: { readonly after?: number } = {},
): SyncServices["db"] {
  let queries = 0;
  return db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      queries++;
      if (queries === after) await happens();
      return result;
    },
  });
}

/** The number of queries after which a step has claimed its run and read it again. */
const CLAIMED = 4;

async function countEntries(db: SyncServices["db"]): Promise<number> {
  const entries = await db.selectFrom("audit_log").select("seq")
    .where("entity_type", "=", "cms-sync").execute();
  return entries.length;
}

for (const isApplied of [false, true]) {
  const end = isApplied ? "written to its end" : "read to its end";
  eachEngine(
    `a run that somebody else has just ${end} is not started again (spec §4.11)`,
    async ({ db }) => {
      await storeMapped({ db });
      await using double = await startCms({ graph: smallGraph() });
      const services = servicesOf({ db }, double);
      const started = await startRun(services, "projects", {
        by: BY,
        ...(!isApplied && { budgetMs: 0 }),
      });
      const { id, planHash } = runOf(started);
      if (isApplied) {
        const step = { by: BY, budgetMs: 0 };
        const run = runOf(await applyRun(services, { runId: id, hash: planHash }, step));
        assert.deepEqual([run.state, run.written], ["applying", 12]);
        assert.equal(await countEntries(db), 1, "a run that is still applied has its entry");
      }
      const late = interrupted(db, async () => {
        const { state } = runOf(await resumeRun(services, id, { by: BY }));
        assert.equal(state, isApplied ? "done" : "ready");
      });
      const outcome = await resumeRun({ ...services, db: late }, id, { by: BY, budgetMs: 0 });
      assert.equal(outcome.kind, "missing");
      assert.equal((await readRun(db, id))?.state, isApplied ? "done" : "ready");
      assert.equal(await countEntries(db), isApplied ? 1 : 0);
      // The claim is free again.
      assert.equal((await startRun(services, "attributes", { by: BY })).kind, "run");
    },
  );
}

eachEngine(
  "a run that somebody else writes to its end while a step begins to write it stays done, with one audit entry (spec §3.3)",
  async ({ db }) => {
    await storeMapped({ db });
    await using double = await startCms({ graph: smallGraph() });
    const services = servicesOf({ db }, double);
    const { id } = runOf(await startRun(services, "projects", { by: BY }));
    const late = interrupted(db, async () => {
      await stopRun(services, id);
      const { state } = runOf(await applyRun(services, { runId: id, hash: null }, { by: BY }));
      assert.equal(state, "done");
    }, { after: CLAIMED });
    await applyRun({ ...services, db: late }, { runId: id, hash: null }, { by: BY });
    assert.equal((await readRun(db, id))?.state, "done");
    assert.equal(await countEntries(db), 1);
  },
);

eachEngine(
  "a step whose claim has passed to another sync goes on with nothing (spec §4.11)",
  async ({ db }) => {
    await storeMapped({ db });
    await using double = await startCms({ graph: smallGraph() });
    let at = Date.now();
    const services = { ...servicesOf({ db }, double), now: () => new Date(at) };
    const { id } = runOf(await startRun(services, "projects", { by: BY }));
    const options = { by: BY, budgetMs: 0 };
    const run = runOf(await applyRun(services, { runId: id, hash: null }, options));
    assert.equal(run.state, "applying");
    const { token } = await db.updateTable("sync_claim").set({ token: crypto.randomUUID() })
      .returning("token").executeTakeFirstOrThrow();
    // The step hangs for longer than its lease, and another sync begins.
    at += 120_000;
    await startRun(services, "attributes", options);
    await write(services, { step: { runId: id, token: token ?? "" }, options: { by: BY } });
    assert.equal((await readRun(db, id))?.state, "applying");
  },
);

anyDatabase(
  "a plan of more changes than one transaction writes is compared, and written, to its end (spec §4.11)",
  async (database) => {
    const { db } = database;
    const graph = Array.from(
      { length: 2_010 },
      (_, index) => project(`Project ${index}`, { internalId: 100 + index }),
    );
    await using double = await startCms({ graph, viewSize: 500 });
    const services = servicesOf(database, double);
    const shown = runOf(await startRun(services, "projects", { by: BY }));
    assert.equal(shown.planned, graph.length);
    const last = graph.at(-1) ?? assert.fail();
    await db.insertInto("cms_projects").values({ uuid: last.uuid, name: "By hand" }).execute();
    const hash = shown.planHash;
    const stale = await applyRun(services, { runId: shown.id, hash }, { by: BY });
    assert.equal(stale.kind, "stale");
    const count = async () => (await db.selectFrom("cms_projects").select("uuid").execute()).length;
    assert.equal(await count(), 1);

    const { id, planHash } = runOf(await startRun(services, "projects", { by: BY }));
    const done = runOf(await applyRun(services, { runId: id, hash: planHash }, { by: BY }));
    assertCounts(done.report, { created: graph.length - 1, updated: 1 });
    assert.equal(await count(), graph.length);
  },
);

anyDatabase(
  "a step that fails releases the claim for the next run (spec §4.11)",
  async (database) => {
    await storeMapped(database);
    await using double = await startCms({ graph: smallGraph() });
    const services = servicesOf(database, double);
    const fails = () => {
      throw new Error("the screen is gone");
    };
    await assert.rejects(startRun(services, "projects", { by: BY, onProgress: fails }), /gone/);
    assert.equal(await currentHolder(database.db, services.now()), null);
    assert.equal(runOf(await startRun(services, "images", { by: BY })).state, "ready");
  },
);
