/** Runs whose list is read in several steps, as the script of the screen does it (spec §4.11). */
import assert from "node:assert/strict";
import {
  applyRun,
  type Kind,
  resumeRun,
  type Run,
  startRun,
  type SyncServices,
} from "@/lib/cms/mod.ts";
import { startCms } from "@/tests/doubles/cms.ts";
import { FILE, IMAGE, image, product, uuidOfNumber } from "@/tests/doubles/cms/graph.ts";
import { assertCounts, endlessCms, runOf, servicesOf, storeMapped } from "@/tests/helpers/cms.ts";
import { eachEngine } from "@/tests/helpers/db.ts";

const STEP = { by: { staff: { email: "ada@example.com" }, requestId: null }, budgetMs: 0 };

/** Reads one page in each step, and fails at `most` steps. */
async function readInSteps(
  services: SyncServices,
  { kind, most }: { readonly kind: Kind; readonly most: number },
): Promise<{ run: Run; steps: number }> {
  let run = runOf(await startRun(services, kind, STEP));
  let steps = 1;
  for (; run.state === "reading"; steps++) {
    assert.ok(steps < most, `it still reads after ${steps} steps`);
    run = runOf(await resumeRun(services, run.id, STEP));
  }
  return { run, steps };
}

eachEngine(
  "a picture that is listed again in a later step is written once (spec §4.11)",
  async (database) => {
    await storeMapped(database);
    const [first, file] = image("First", { internalId: 300 });
    const [again, other] = image("Again", { internalId: 302 });
    const graph = [
      ...[first, file],
      ...image("Between", { internalId: 301 }),
      ...[{ ...again, uuid: first.uuid }, other],
    ];
    await using double = await startCms({ graph, collectionSize: 1 });
    const services = servicesOf(database, double);
    const { run: { id, state, planHash } } = await readInSteps(services, {
      kind: "images",
      most: 9,
    });
    assert.equal(state, "ready");
    let run: Run | null = null;
    for (let step = 0; run?.state !== "done"; step++) {
      assert.ok(step < 5, "it does not finish");
      run = runOf(await applyRun(services, { runId: id, hash: planHash }, STEP));
    }
    assertCounts(run.report, { created: 2, unchanged: 1 });
    const stored = await database.db.selectFrom("media_assets").select("title").orderBy("id")
      .execute();
    assert.deepEqual(stored, [{ title: "First" }, { title: "Between" }]);

    // A process that is killed in its first step leaves the number of pages, and no place to resume from.
    const killed = runOf(await startRun(services, "images", STEP));
    await database.db.updateTable("sync_runs").set({ gathered: null, pages: 2 })
      .where("id", "=", killed.id).execute();
    const { pages } = runOf(await resumeRun(services, killed.id, { by: STEP.by }));
    assert.equal(pages, 3, "pages that are read again count once");
  },
);

eachEngine(
  "a walk stops after 200 pages that yield nothing usable, even over many steps (spec §4.11)",
  async ({ db }) => {
    let mid = 0;
    const page = () => ({
      data: [{
        type: IMAGE,
        id: uuidOfNumber(++mid),
        attributes: { name: "Without a file", drupal_internal__mid: mid },
      }],
    });
    const services: SyncServices = {
      db,
      now: () => new Date(),
      cms: endlessCms(page),
    };
    const { run, steps } = await readInSteps(services, { kind: "images", most: 210 });
    assert.equal(run.state, "incomplete");
    assert.match(run.report.errors.join(), /200 pages of the pictures without anything new/);
    assert.deepEqual([steps, mid], [200, 200]);
  },
);

eachEngine(
  "a walk stops after 200 pages that repeat one picture, even over many steps (spec §4.11)",
  async ({ db }) => {
    let mid = 0;
    const file = { type: FILE, id: uuidOfNumber(1) };
    const page = () => ({
      data: [{
        type: IMAGE,
        id: uuidOfNumber(2),
        attributes: { name: "Ever the same", drupal_internal__mid: ++mid },
        relationships: { field_media_image: { data: file } },
      }],
      included: [{ ...file, attributes: { uri: { url: "/sites/default/files/same.jpg" } } }],
    });
    const services: SyncServices = { db, now: () => new Date(), cms: endlessCms(page) };
    const { run, steps } = await readInSteps(services, { kind: "images", most: 210 });
    assert.equal(run.state, "incomplete");
    assert.match(run.report.errors.join(), /200 pages of the pictures without anything new/);
    assert.deepEqual([steps, mid], [201, 201]);
  },
);

eachEngine(
  "a page whose pictures have no internal id is planned once, however often it is resumed (spec §4.11)",
  async ({ db }) => {
    const file = { type: FILE, id: uuidOfNumber(1) };
    let hasIds = false;
    const page = () => ({
      data: [{
        type: IMAGE,
        id: uuidOfNumber(2),
        attributes: { name: "Lobby", ...(hasIds && { drupal_internal__mid: 300 }) },
        relationships: { field_media_image: { data: file } },
      }, null],
      included: [{ ...file, attributes: { uri: { url: "/sites/default/files/lobby.jpg" } } }],
      ...(hasIds && { links: {} }),
    });
    const services: SyncServices = { db, now: () => new Date(), cms: endlessCms(page) };
    const by = { by: STEP.by };
    const { id } = runOf(await startRun(services, "images", by));
    const resumed = runOf(await resumeRun(services, id, by));
    assert.equal(resumed.state, "incomplete");
    assert.match(resumed.report.errors.join(), /more pictures, and sends none that could be used/);
    assert.ok(resumed.planned <= 1 && resumed.report.counts.created <= 1);
    hasIds = true;
    const { state, planned, report } = runOf(await resumeRun(services, id, by));
    assert.deepEqual([state, planned], ["ready", 1]);
    assertCounts(report, { created: 1, skipped: 1 });
    assert.equal(report.warnings.length, 1);
  },
);

eachEngine(
  "mappings that are removed between two steps of an apply stop their cells, and no others (spec §4.11)",
  async (database) => {
    await storeMapped(database);
    const { db } = database;
    const finch = await db.selectFrom("systems").selectAll().where("id", "=", "finch")
      .executeTakeFirstOrThrow();
    const walls = Array.from(
      { length: 120 },
      (_, index) => ({ id: `wall-${index}`, name: `Wall ${index}` }),
    );
    const ids = walls.map(({ id }) => id);
    await db.insertInto("systems").values(walls.map((wall) => ({ ...finch, ...wall }))).execute();
    await db.insertInto("cms_system_mappings")
      .values(walls.map(({ id, name }) => ({ system_id: id, cms_term_name: name }))).execute();
    const graph = walls.map(({ name }, index) =>
      product(name, {
        internalId: 400 + index,
        attributes: { field_stc: "40", field_weight: "100 kg" },
        relationships: { field_material: [] },
      })
    );
    await using double = await startCms({ graph, collectionSize: 50 });
    const services = servicesOf(database, double);
    const { run: { id, planHash } } = await readInSteps(services, { kind: "attributes", most: 9 });
    let run = runOf(await applyRun(services, { runId: id, hash: planHash }, STEP));
    assert.equal(run.state, "applying");
    const stored = async (attributeId: string) => {
      const rows = await db.selectFrom("attribute_values").select("system_id")
        .where("attribute_id", "=", attributeId).where("system_id", "in", ids).execute();
      return new Set(rows.map(({ system_id }) => system_id));
    };
    const [stcBefore, weightBefore] = [await stored("stc"), await stored("weight")];
    const unmapped = ids.find((id) => !stcBefore.has(id)) ??
      assert.fail("the first step wrote all");
    await db.deleteFrom("cms_attribute_mappings").where("attribute_id", "=", "weight").execute();
    await db.deleteFrom("cms_system_mappings").where("system_id", "=", unmapped).execute();
    for (let step = 0; run.state === "applying"; step++) {
      assert.ok(step < 5, "it does not finish");
      run = runOf(await applyRun(services, { runId: id, hash: planHash }, STEP));
    }
    assert.deepEqual(await stored("stc"), new Set(ids.filter((id) => id !== unmapped)));
    assert.deepEqual(await stored("weight"), weightBefore);
    const created = ids.length - 1 + weightBefore.size;
    assertCounts(run.report, { created, skipped: 2 * ids.length - created });
  },
);
