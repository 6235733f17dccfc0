import { sql } from "kysely";
import assert from "node:assert/strict";
import { startCms } from "@/tests/doubles/cms.ts";
import { type Graph, PROJECT } from "@/tests/doubles/cms/graph.ts";
import {
  assertCounts,
  countWrites,
  servicesOf,
  smallGraph,
  storeMapped,
  syncEach,
  synced,
} from "@/tests/helpers/cms.ts";
import { eachEngine } from "@/tests/helpers/db.ts";

eachEngine(
  "a sync stores what the CMS has, and a second one writes nothing (spec §3.3, §4.11)",
  async (database) => {
    const { db } = database;
    await storeMapped(database);
    await using double = await startCms({ graph: smallGraph(), collectionSize: 5 });
    const services = servicesOf(database, double);

    const [attributes, projects, images] = await syncEach(services);
    assert.ok(attributes && projects && images);
    // Staff entered all three values of Finch, and two of Heron: material and rating.
    assertCounts(attributes, { heldBack: 5, created: 1 });
    assert.deepEqual(attributes.unmappedFields, ["field_lead_time"]);
    assert.equal(attributes.unmappedTerms.length, 10);
    assertCounts(projects, { created: 12 });
    assertCounts(images, { created: 11 });
    assert.deepEqual([...attributes.errors, ...projects.errors, ...images.errors], []);
    assert.ok(images.complete && images.applied);

    const cell = await db.selectFrom("attribute_values").selectAll()
      .where("system_id", "=", "heron").where("attribute_id", "=", "weight")
      .executeTakeFirstOrThrow();
    assert.deepEqual(cell.value, { type: "dimension", measurement: 220.462, note: "with motor" });
    assert.equal(cell.source, "cms");
    assert.equal(cell.cms_raw, "100 kg (with motor)");
    const kept = await db.selectFrom("attribute_values").selectAll()
      .where("system_id", "=", "finch").where("attribute_id", "=", "stc").executeTakeFirstOrThrow();
    assert.deepEqual(kept.value, { type: "range", min: 30, max: 40, label: null });
    assert.equal(kept.cms_raw, "35–45");
    const project = await db.selectFrom("cms_projects").selectAll().where("name", "=", "Project 3")
      .executeTakeFirstOrThrow();
    assert.deepEqual(
      [project.slug, project.city, project.featured, project.gallery_order, project.published],
      ["/projects/103", "Duluth", false, 3, true],
    );
    const picture = await db.selectFrom("media_assets").selectAll().where("title", "=", "Picture 0")
      .executeTakeFirstOrThrow();
    assert.deepEqual(
      [picture.type, picture.video_id, picture.remote_url, picture.original_hash],
      ["image", "abcdefghij", `${double.origin}/sites/default/files/300.jpg`, null],
    );
    const tags = await db.selectFrom("media_tags").select(["tag_type", "source"])
      .where("asset_id", "=", picture.id).orderBy("tag_type").execute();
    assert.deepEqual(tags, [{ tag_type: "project", source: "cms" }, {
      tag_type: "system",
      source: "cms",
    }]);

    const entries = await db.selectFrom("audit_log").select(["actor", "action", "entity_id"])
      .where("entity_type", "=", "cms-sync").orderBy("seq").execute();
    assert.deepEqual(
      entries.map((entry) => Object.values(entry).join(" ")),
      ["service sync attributes", "service sync projects", "service sync images"],
    );
    // No original was fetched.
    assert.deepEqual(double.journal.filter(({ list }) => list === null), []);
    assert.ok(double.journal.every(({ accept }) => accept === "application/vnd.api+json"));
    assert.ok(double.journal.every(({ query }) => !query.includes("page%5B")));

    const writes = await countWrites(db);
    const before = await sql`select version from catalog_version`.execute(db);
    const again = await syncEach(services);
    assert.deepEqual(await writes(), {});
    assert.deepEqual(
      (await sql`select version from catalog_version`.execute(db)).rows,
      before.rows,
    );
    assertCounts(again[0] ?? attributes, { heldBack: 5, unchanged: 1 });
    assertCounts(again[1] ?? projects, { unchanged: 12 });
    assertCounts(again[2] ?? images, { unchanged: 11 });

    double.style.needsSparse = true;
    const kinds = ["projects", "images"] as const;
    for (const { complete } of await syncEach(services, { kinds })) assert.ok(!complete);
    const cms = services.cms && { ...services.cms, sparseFields: true };
    const [fewer, few] = await syncEach({ ...services, cms }, { kinds });
    assert.deepEqual(await writes(), {}, "CMS_SPARSE_FIELDS leaves out nothing that is stored");
    assertCounts(fewer ?? projects, { unchanged: 12 });
    assertCounts(few ?? images, { unchanged: 11 });
  },
);

eachEngine(
  "pictures of a term are tagged before a sync of attributes has found the term (spec §2.4, §4.11)",
  async (database) => {
    const { db } = database;
    await storeMapped(database);
    await using double = await startCms({ graph: smallGraph() });
    const services = servicesOf(database, double);
    const tags = async () =>
      await db.selectFrom("media_tags").select(["tag_ref"]).select(({ fn }) =>
        fn.countAll<number>().as("count")
      ).where("tag_type", "=", "system").groupBy("tag_ref").execute();

    await syncEach(services, { kinds: ["projects", "images"] });
    assert.deepEqual(await tags(), [{ tag_ref: "finch", count: 11 }]);
    await syncEach(services, { kinds: ["attributes"] });
    const [images] = await syncEach(services, { kinds: ["images"] });
    assert.ok(images);
    assertCounts(images, { unchanged: 11 });
    assert.deepEqual(await tags(), [{ tag_ref: "finch", count: 11 }]);
  },
);

eachEngine("a run that is not applied writes nothing (spec §4.11)", async (database) => {
  await storeMapped(database);
  await using double = await startCms({ graph: smallGraph() });
  const before = await synced(database.db);
  const reports = await syncEach(servicesOf(database, double), { apply: false });
  assert.deepEqual(reports.map(({ complete, applied }) => [complete, applied]), [
    [true, false],
    [true, false],
    [true, false],
  ]);
  assert.deepEqual(await synced(database.db), before);
  const entries = await database.db.selectFrom("audit_log").select("seq").execute();
  assert.deepEqual(entries, []);
});

eachEngine(
  "values of staff are held back, and only changed values increase the catalog version (spec §3.3)",
  async (database) => {
    const { db } = database;
    await storeMapped(database);
    const graph = smallGraph();
    await using double = await startCms({ graph });
    const services = servicesOf(database, double);
    await syncEach(services, { kinds: ["attributes"] });
    const version = async () =>
      (await db.selectFrom("catalog_version").select("version").executeTakeFirstOrThrow()).version;

    const change = (name: string, fields: Record<string, unknown>) => {
      double.graph = double.graph.map((entity) =>
        entity.attributes.name === name
          ? { ...entity, attributes: { ...entity.attributes, ...fields } }
          : entity
      );
    };
    // Staff entered Finch's rating.
    change("Finch", { field_stc: "36–46" });
    const first = await version();
    const [held] = await syncEach(services, { kinds: ["attributes"] });
    assert.deepEqual(held?.counts.heldBack, 5);
    assert.equal(await version(), first);
    const finch = await db.selectFrom("attribute_values").select(["cms_raw", "value"])
      .where("system_id", "=", "finch").where("attribute_id", "=", "stc").executeTakeFirstOrThrow();
    assert.equal(finch.cms_raw, "36–46");
    assert.deepEqual(finch.value, { type: "range", min: 30, max: 40, label: null });

    change("Heron", { field_weight: "120 kg" });
    const [changed] = await syncEach(services, { kinds: ["attributes"] });
    assert.equal(changed?.counts.updated, 1);
    assert.notEqual(await version(), first);

    change("Heron", { field_weight: "rather heavy" });
    const [bad] = await syncEach(services, { kinds: ["attributes"] });
    assert.equal(bad?.counts.skipped, 1);
    assert.match(bad?.errors[0] ?? "", /Heron.*field_weight.*“rather heavy”/);
    assert.ok(bad?.applied);
  },
);

eachEngine(
  "terms with the same name are skipped with a warning, and only missing term ids are filled in (spec §3.3)",
  async (database) => {
    const { db } = database;
    await storeMapped(database);
    const graph = smallGraph();
    const twin = graph.find(({ attributes }) => attributes.name === "Heron");
    assert.ok(twin);
    await using double = await startCms({
      graph: [...graph, { ...twin, uuid: crypto.randomUUID(), internalId: 900 }],
    });
    await db.updateTable("cms_system_mappings").set({ cms_term_id: 5 })
      .where("system_id", "=", "finch").execute();
    const [report] = await syncEach(servicesOf(database, double), { kinds: ["attributes"] });
    assert.ok(report);
    assert.ok(
      report.warnings.some((warning) => warning.includes("“Heron”")),
      report.warnings.join(),
    );
    assert.ok(
      report.warnings.some((warning) => warning.includes("“Finch”")),
      report.warnings.join(),
    );
    assertCounts(report, { heldBack: 3, skipped: 3 });
    const mappings = await db.selectFrom("cms_system_mappings")
      .select(["system_id", "cms_term_id", "cms_term_uuid"]).orderBy("system_id").execute();
    assert.deepEqual(
      mappings.map(({ cms_term_id, cms_term_uuid }) => [cms_term_id, cms_term_uuid === null]),
      [
        [5, false],
        [null, true],
      ],
    );
  },
);

eachEngine(
  "the first contact of a mapping resolves its number and uuid, and later ones change neither (spec §3.3)",
  async (database) => {
    const { db } = database;
    await storeMapped(database);
    const graph = smallGraph();
    await using double = await startCms({ graph });
    const services = servicesOf(database, double);
    const seeded = crypto.randomUUID();
    const mapping = db.updateTable("cms_system_mappings").where("system_id", "=", "heron");
    await mapping.set({ cms_term_uuid: seeded }).execute();
    const ids = () =>
      db.selectFrom("cms_system_mappings").select(["cms_term_id as tid", "cms_term_uuid as uuid"])
        .where("system_id", "=", "heron").executeTakeFirstOrThrow();
    const [report] = await syncEach(services, { kinds: ["attributes"] });
    assert.deepEqual(report?.warnings, []);
    const term = graph.find(({ attributes }) => attributes.name === "Heron");
    assert.deepEqual(await ids(), { tid: term?.internalId, uuid: term?.uuid });

    await mapping.set({ cms_term_uuid: seeded }).execute();
    const [again] = await syncEach(services, { kinds: ["attributes"] });
    assert.match(again?.warnings.join() ?? "", /“Heron” is another term/);
    assert.deepEqual(await ids(), { tid: term?.internalId, uuid: seeded });
  },
);

eachEngine(
  "a new product link or tag counts as an update, and one that is gone changes nothing (spec §4.11)",
  async (database) => {
    const { db } = database;
    await storeMapped(database);
    await using double = await startCms({ graph: smallGraph() });
    const services = servicesOf(database, double);
    await syncEach(services);
    const links = async () =>
      (await db.selectFrom("cms_project_products").selectAll().execute()).length;
    const before = await links();

    const isProject = (entity: Graph[number], name: string) =>
      entity.type === PROJECT && entity.attributes.name === name;
    const saved = double.graph;
    double.graph = saved.map((entity) =>
      isProject(entity, "Project 1")
        ? { ...entity, relationships: { ...entity.relationships, field_products: [] } }
        : entity
    );
    const [gone] = await syncEach(services, { kinds: ["projects"] });
    assertCounts(gone ?? assert.fail(), { unchanged: 12 });
    assert.equal(await links(), before);

    const more = saved.find((entity) => isProject(entity, "Project 1"));
    double.graph = saved.map((entity) =>
      isProject(entity, "Project 0") && more
        ? { ...entity, relationships: more.relationships }
        : entity
    );
    const [added] = await syncEach(services, { kinds: ["projects"] });
    assertCounts(added ?? assert.fail(), { updated: 1, unchanged: 11 });
    assert.equal(await links(), before + 1);

    await db.deleteFrom("media_tags").where("tag_type", "=", "system").execute();
    await db.updateTable("media_tags").set({ state: "rejected" }).where("tag_type", "=", "project")
      .execute();
    const [tagged] = await syncEach(services, { kinds: ["images"] });
    assertCounts(tagged ?? assert.fail(), { updated: 11 });
    const states = await db.selectFrom("media_tags").select(["tag_type", "state"]).distinct()
      .orderBy("tag_type").execute();
    // Tags that staff rejected stay rejected.
    assert.deepEqual(states, [
      { tag_type: "project", state: "rejected" },
      { tag_type: "system", state: "live" },
    ]);
  },
);
