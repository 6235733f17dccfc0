/** New pictures, whose plan is stored by column and written from there (spec §4.11). */
import assert from "node:assert/strict";
import { applyRun, type ChangeAction, startRun } from "@/lib/cms/mod.ts";
import { findChanges, nextChanges, stageImages, unstage } from "@/lib/cms/run/changes.ts";
import { startCms } from "@/tests/doubles/cms.ts";
import { type Graph, image, product, project } from "@/tests/doubles/cms/graph.ts";
import {
  assertCounts,
  runOf,
  servicesOf,
  storeMapped,
  syncEach,
  synced,
} from "@/tests/helpers/cms.ts";
import { eachEngine } from "@/tests/helpers/db.ts";

const RUN = "a-run";
const BY = { staff: { email: "ada@example.com" }, requestId: null };
/** Texts with a special meaning in an array literal, a comma-separated list or JSON. */
const ODD = [
  ...[
    'Say "when"',
    "a\\b",
    "{one, two}",
    "null",
    "two\nlines\tand a tab",
    "“Zoë’s”, 窗",
    "",
    "NULL",
  ],
  ...["\u0001\u007f", "'; drop table sync_runs; --", " "],
];

function uuid(n: number): string {
  return `0000000${n % 10}-0004-4000-8000-${String(n).padStart(12, "0")}`;
}

function created(n: number) {
  const [title = null, filename = "a.jpg"] = [ODD[n % ODD.length] || null, `${ODD[n % 3]}.jpg`];
  const texts = {
    title,
    altText: ODD[(n + 1) % ODD.length] || null,
    remoteUrl: `https://cms.example/${n}.jpg`,
    videoId: n % 4 === 0 ? `video-${n}` : null,
  };
  const [projectUuids, productUuids] = [
    Array.from({ length: n % 3 }, (_, index) => uuid(n + index)),
    n % 2 === 0 ? [] : [uuid(n)],
  ];
  return {
    key: uuid(n),
    label: title ?? filename,
    action: "created" as const,
    before: null,
    after: { ...texts, shows: projectUuids.map((one) => `project ${one}`) },
    source: {
      sourceRef: uuid(n),
      filename,
      ...texts,
      width: n % 5 === 0 ? null : 1_600,
      height: n % 5 === 0 ? null : 900,
      projectUuids,
      productUuids,
    },
  };
}

eachEngine(
  "planned new pictures are read back unchanged, whatever their texts (spec §4.11)",
  async ({ db }) => {
    const all = Array.from({ length: 23 }, (_, index) => ({ seq: index + 1, ...created(index) }));
    for (const [from, to] of [[1, 10], [11, 11], [12, 23]] as const) {
      const batch = all.slice(from - 1, to).map(({ seq: _, ...rest }) => rest);
      await stageImages(db, { runId: RUN, from }, batch);
      await stageImages(db, { runId: "another", from }, batch);
    }
    for (let after = 0; after <= all.length; after++) {
      for (const limit of [1, 4, 50]) {
        const found = await nextChanges(db, { runId: RUN, after, limit });
        assert.deepEqual(found, all.slice(after, after + limit), `${limit} after ${after}`);
      }
    }
    const find = (action: ChangeAction | null, text: string | null, offset = 0) =>
      findChanges(db, RUN, { action, text, limit: 5, offset });
    assert.deepEqual(await find(null, null, 9), { total: 23, changes: all.slice(9, 14) });
    assert.deepEqual(await find("created", null, 20), { total: 23, changes: all.slice(20) });
    assert.deepEqual(await find("updated", null), { total: 0, changes: [] });
    const zoe = all.filter(({ label }) => label.includes("Zoë"));
    assert.deepEqual(await find(null, "ZOË"), { total: zoe.length, changes: zoe });

    await unstage(db, RUN, 11);
    assert.deepEqual(await nextChanges(db, { runId: RUN, after: 8, limit: 9 }), all.slice(8, 11));
    assert.equal((await findChanges(db, "another", { ...ANY, limit: 1, offset: 0 })).total, 23);
    await db.deleteFrom("sync_batches").execute();
    assert.deepEqual(await db.selectFrom("sync_new_images").select("run_id").execute(), []);
  },
);

const ANY = { action: null, text: null };

/** More pictures than one step of the screen writes, and than one batch. */
const PICTURES = 720;

function manyPictures(): Graph {
  const finch = product("Finch", { internalId: 11, relationships: { field_material: [] } });
  const other = product("Other", { internalId: 12 });
  const projects = Array.from(
    { length: 7 },
    (_, n) => project(`Project ${n}`, { internalId: 100 + n, products: [finch] }),
  );
  const unknown = project("Unknown", { internalId: 999 });
  const pictures = Array.from(
    { length: PICTURES },
    (_, n) =>
      image(ODD[n % ODD.length] || `Picture ${n}`, {
        internalId: 300 + n,
        shows: n % 11 === 0 ? [unknown] : projects.slice(n % 7, n % 7 + n % 3),
        products: [[], [finch], [other], [other, finch]][n % 4] ?? [],
      }),
  ).flat();
  return [finch, other, ...projects, ...pictures];
}

eachEngine(
  "new pictures are written to the same rows at once and in steps (spec §4.11)",
  async (database) => {
    const { db } = database;
    await storeMapped(database);
    await using double = await startCms({ graph: manyPictures() });
    const services = servicesOf(database, double);
    for (const report of await syncEach(services, { kinds: ["attributes", "projects"] })) {
      assert.ok(report.applied, report.errors.join());
    }

    const whole = runOf(await startRun(services, "images", { by: BY }));
    assert.equal(
      runOf(await applyRun(services, { runId: whole.id, hash: null }, { by: BY })).state,
      "done",
    );
    const expected = await synced(db);
    const listed = () => db.selectFrom("media_library").selectAll().orderBy("asset_id").execute();
    const rows = (await listed()).map(({ created_at: _, ...row }) => row);
    assert.equal(rows.length, PICTURES);
    const tags = await db.selectFrom("media_tags").select(["tag_type"]).execute();
    for (const type of ["project", "system"]) {
      assert.ok(tags.some(({ tag_type }) => tag_type === type), `none shows a ${type}`);
    }

    await db.deleteFrom("media_assets").execute();
    const { id, planHash } = runOf(await startRun(services, "images", { by: BY }));
    assert.equal(planHash, whole.planHash);
    let steps = 0;
    for (let state = "ready"; state !== "done"; steps++) {
      state =
        runOf(await applyRun(services, { runId: id, hash: planHash }, { by: BY, budgetMs: 0 }))
          .state;
    }
    assert.ok(steps > 3, `${steps} steps`);
    assert.deepEqual(await synced(db), expected);
    assert.deepEqual((await listed()).map(({ created_at: _, ...row }) => row), rows);
  },
);

eachEngine(
  "a picture that somebody created since the plan is held back, and the others are written (spec §4.11)",
  async (database) => {
    const { db } = database;
    await storeMapped(database);
    await using double = await startCms({ graph: manyPictures() });
    const services = servicesOf(database, double);
    const run = runOf(await startRun(services, "images", { by: BY }));
    const [{ key } = { key: "" }] = await nextChanges(db, { runId: run.id, after: 40, limit: 1 });
    await db.insertInto("media_assets")
      .values({ id: "theirs", filename: "theirs.jpg", type: "image", source_ref: key }).execute();
    const { report, written, planned } = runOf(
      await applyRun(services, { runId: run.id, hash: null }, { by: BY }),
    );
    assert.deepEqual([written, planned], [PICTURES, PICTURES]);
    assertCounts(report, { created: PICTURES - 1, heldBack: 1 });
    const theirs = await db.selectFrom("media_assets").select(["filename", "title", "source"])
      .where("source_ref", "=", key).execute();
    assert.deepEqual(theirs, [{ filename: "theirs.jpg", title: null, source: "manual" }]);
  },
);
