import assert from "node:assert/strict";
import { type Kind, resumeRun, startRun, syncKind, type SyncServices } from "@/lib/cms/mod.ts";
import { createOriginFetch } from "@/lib/net/mod.ts";
import { type CmsList, startCms } from "@/tests/doubles/cms.ts";
import {
  fileOf,
  image,
  PRODUCT,
  product,
  project,
  uuidOfNumber,
} from "@/tests/doubles/cms/graph.ts";
import { FAULTS } from "@/tests/doubles/cms/faults.ts";
import {
  assertCounts,
  endlessCms,
  servicesOf,
  smallGraph,
  storeMapped,
  syncEach,
  synced,
} from "@/tests/helpers/cms.ts";
import { anyEngine, migratedLocation, opened } from "@/tests/helpers/db.ts";

const LISTS: Readonly<Record<Kind, CmsList>> = {
  attributes: "products",
  projects: "projects",
  images: "images",
};
/** Number of pages of each list at five rows a page. */
const PAGES = 3;

anyEngine(
  "any fault on any page of any list ends a run with one sentence and nothing applied, and the next good run completes (spec §4.11, §7)",
  async (engine) => {
    await using database = await opened(migratedLocation(engine));
    await storeMapped(database);
    await using double = await startCms({ graph: smallGraph(), collectionSize: 5 });
    const services = servicesOf(database, double);
    const withShortTimeout = {
      ...services,
      cms: services.cms && {
        ...services.cms,
        fetch: createOriginFetch(double.origin, { connectMs: 2_000, wholeMs: 400 }),
      },
    };
    const before = await synced(database.db);
    for (const kind of ["attributes", "projects", "images"] as const) {
      for (const fault of FAULTS) {
        for (let nth = 0; nth < PAGES; nth++) {
          const about = `${kind}, ${fault} on page ${nth}`;
          double.forget();
          double.fault = (list, page) => list === LISTS[kind] && page >= nth ? fault : null;
          const slow = fault === "stall" || fault === "huge";
          const report = await syncKind(slow ? withShortTimeout : services, kind, { apply: true });
          assert.equal(report.complete, false, about);
          assert.equal(report.applied, false, about);
          assert.equal(report.errors.length, 1, about);
          assert.match(report.errors[0] ?? "", /^[A-Z].*\.$/, about);
          assert.ok(double.journal.length <= 200, about);
        }
      }
    }
    assert.deepEqual(await synced(database.db), before);
    double.fault = () => null;
    await using undisturbed = await opened(migratedLocation(engine));
    await storeMapped(undisturbed);
    await syncEach(services);
    await syncEach(servicesOf(undisturbed, double));
    assert.deepEqual(await synced(database.db), await synced(undisturbed.db));
  },
);

anyEngine(
  "a run with a fault applies nothing, and stops on endless or repeated pages (spec §4.11)",
  async (engine) => {
    await using database = await opened(migratedLocation(engine));
    await storeMapped(database);
    await using double = await startCms({ graph: smallGraph(), collectionSize: 5 });
    const before = await synced(database.db);
    double.fault = (_list, nth) => nth === 1 ? "truncated" : null;
    const reports = await syncEach(servicesOf(database, double));
    assert.deepEqual(reports.map(({ complete, applied }) => [complete, applied]), [
      [false, false],
      [false, false],
      [false, false],
    ]);
    assert.deepEqual(await synced(database.db), before);
    const entries = await database.db.selectFrom("audit_log").select("entity_id")
      .where("entity_type", "=", "cms-sync").orderBy("seq").execute();
    assert.deepEqual(entries.map(({ entity_id }) => entity_id), [
      "attributes",
      "projects",
      "images",
    ]);

    // An endless list is left after 200 pages, and a page that links to itself at once.
    double.fault = () => "next forever";
    double.forget();
    const [endless] = await syncEach(servicesOf(database, double), { kinds: ["projects"] });
    assert.equal(endless?.complete, false);
    assert.equal(double.journal.length, 200);
    double.fault = () => "same page";
    double.forget();
    const [same] = await syncEach(servicesOf(database, double), { kinds: ["projects"] });
    assert.equal(same?.complete, false);
    assert.equal(double.journal.length, 2);
    assert.deepEqual(await synced(database.db), before);
  },
);

Deno.test("a walk stops after 200 pages that yield nothing usable, even when ids increase (spec §4.11, §8)", async () => {
  await using database = await opened(migratedLocation("embedded"));
  await storeMapped(database);
  const unusable = Array.from({ length: 300 }, (_, index) => ({
    ...image(`Picture ${index}`, { internalId: 300 + index })[0],
    relationships: { field_media_image: null },
  }));
  const nameless = Array.from(
    { length: 300 },
    (_, index) => product("", { internalId: 1_000 + index, relationships: { field_material: [] } }),
  );
  await using double = await startCms({ graph: [...unusable, ...nameless], collectionSize: 1 });
  for (const kind of ["attributes", "images"] as const) {
    double.forget();
    const [report] = await syncEach(servicesOf(database, double), { kinds: [kind] });
    assert.equal(report?.complete, false);
    assert.match(report?.errors[0] ?? "", /200 pages .* without anything new\.$/);
    assert.equal(double.journal.length, 200);
  }
  // One usable picture in the middle lets the walk go on.
  double.graph = double.graph.map((entity, index) =>
    index === 150 ? image("Good", { internalId: entity.internalId })[0] : entity
  ).concat(image("Good", { internalId: 450 })[1]);
  double.forget();
  const [images] = await syncEach(servicesOf(database, double), { kinds: ["images"] });
  assert.equal(images?.complete, true, images?.errors.join() ?? "");
  assertCounts(images, { created: 1, skipped: 299 });
});

Deno.test("a walk that stopped after 200 pages of projects gives the same reason when it is resumed (spec §4.11, §8)", async () => {
  await using database = await opened(migratedLocation("embedded"));
  const graph = Array.from(
    { length: 201 },
    (_, index) => project(`Project ${index}`, { internalId: 100 + index }),
  );
  await using double = await startCms({ graph, viewSize: 1 });
  const services = servicesOf(database, double);
  const options = { by: { staff: { email: "ada@example.com" }, requestId: null } };
  const first = await startRun(services, "projects", options);
  assert.ok(first.kind === "run");
  assert.match(first.run.report.errors.join(), /more than 200 pages of projects/);
  const resumed = await resumeRun(services, first.run.id, options);
  assert.ok(resumed.kind === "run");
  assert.deepEqual(resumed.run.report.errors, first.run.report.errors);
});

Deno.test("a run keeps its first 500 warnings over all its steps, and counts the others (spec §4.11)", async () => {
  await using database = await opened(migratedLocation("embedded"));
  const broken = { field_products: Array.from({ length: 150 }, () => ({})) };
  const graph = Array.from(
    { length: 6 },
    (_, index) => project(`Project ${index}`, { internalId: 100 + index, relationships: broken }),
  );
  await using double = await startCms({ graph, viewSize: 1 });
  const services = servicesOf(database, double);
  const options = { by: { staff: { email: "ada@example.com" }, requestId: null }, budgetMs: 0 };
  let outcome = await startRun(services, "projects", options);
  for (let step = 1; outcome.kind === "run" && outcome.run.state === "reading"; step++) {
    assert.ok(step <= graph.length);
    outcome = await resumeRun(services, outcome.run.id, options);
  }
  assert.ok(outcome.kind === "run");
  const { state, report } = outcome.run;
  assert.equal(state, "ready");
  assertCounts(report, { created: 6 });
  assert.equal(report.warnings.length, 500 + 1);
  assert.equal(report.warnings.at(-1), "And 400 more of the kind.");
});

Deno.test("a walk stops after 200 MB, even over many steps, and can be resumed (spec §4.11)", async () => {
  await using database = await opened(migratedLocation("embedded"));
  await storeMapped(database);
  let tid = 0;
  const page = () => ({
    data: [{
      type: PRODUCT,
      id: uuidOfNumber(++tid),
      attributes: { name: `Product ${tid}`, drupal_internal__tid: tid },
    }],
    meta: { padding: "x".repeat(7_900_000) },
  });
  const services: SyncServices = {
    db: database.db,
    now: () => new Date(),
    cms: endlessCms(page),
  };
  const options = { by: { staff: { email: "ada@example.com" }, requestId: null }, budgetMs: 0 };
  let outcome = await startRun(services, "attributes", options);
  for (let step = 1; outcome.kind === "run" && outcome.run.state === "reading"; step++) {
    assert.ok(step <= 30, "it does not stop reading");
    outcome = await resumeRun(services, outcome.run.id, options);
  }
  assert.ok(outcome.kind === "run");
  assert.equal(outcome.run.state, "incomplete");
  assert.match(outcome.run.report.errors.join(), /200 MB/);
  // Staff may resume, for a list that is large but not endless.
  outcome = await resumeRun(services, outcome.run.id, options);
  assert.ok(outcome.kind === "run");
  assert.equal(outcome.run.state, "reading");
});

Deno.test("a run is stored even when a text of the CMS is cut within a surrogate pair (spec §4.11)", async () => {
  await using database = await opened(migratedLocation("embedded"));
  await storeMapped(database);
  /** A text that, cut to `length` UTF-16 units, ends in half a surrogate pair. */
  const halved = (length: number) => `${"a".repeat(length - 1)}😀`;
  const relationships = { field_material: [] };
  const term = (internalId: number, name: string, attributes: Record<string, unknown> = {}) =>
    product(name, { internalId, attributes, relationships });
  const reference = { type: "taxonomy_term--products", id: halved(60) };
  const broken = project("Broken", {
    internalId: 100,
    relationships: { field_products: [reference, { ...reference, id: "\0" }] },
  });
  await using double = await startCms({
    graph: [
      term(11, "Finch", { field_stc: halved(2_000), field_weight: [{ x: `${halved(193)}` }] }),
      term(14, "Heron", { field_weight: halved(2_000) }),
      term(12, halved(120)),
      term(13, halved(120)),
      broken,
      { ...broken, uuid: "\ud800\0" },
      project("Good", { internalId: 102 }),
      ...image("Pier", {
        internalId: 300,
        file: fileOf(`a${"😀".repeat(120)}.jpgx`, 300, "/sites/default/files/x.jpg"),
      }),
    ],
    viewSize: 2,
  });
  const services = servicesOf(database, double);
  const [attributes, projects, images] = await syncEach(services);
  assert.ok(attributes?.complete && projects?.applied && images?.applied);
  assertCounts(attributes, { heldBack: 2, skipped: 1 });
  assert.equal(attributes.errors.length, 1);
  assertCounts(projects, { created: 2, skipped: 1 });
  assertCounts(images, { created: 1 });
  // The rows can also be stored between two steps.
  const options = { by: { staff: { email: "ada@example.com" }, requestId: null }, budgetMs: 0 };
  const outcome = await startRun(services, "projects", options);
  assert.ok(outcome.kind === "run");
  assert.equal(outcome.run.state, "reading");
});

anyEngine(
  "a CMS is read whatever its prefixes, links, version, pager and hidden rows (spec §4.11)",
  async (engine) => {
    await using database = await opened(migratedLocation(engine));
    await storeMapped(database);
    for (
      const style of [
        { prefix: "cms_internal__", links: "texts", version: "1.0", pager: "element" },
        { prefix: "drupal_internal__", links: "objects", version: "1.1", pager: "mini" },
        {
          prefix: "cms_internal__",
          ignoresUnknown: true,
          links: "objects",
          version: "1.1",
          pager: "full",
        },
        {
          prefix: "drupal_internal__",
          links: "none",
          version: "1.0",
          pager: "none",
          collectionSize: 50,
        },
      ] as const
    ) {
      await using double = await startCms({ graph: smallGraph(), collectionSize: 5, ...style });
      const [attributes, projects, images] = await syncEach(servicesOf(database, double), {
        apply: false,
      });
      assert.ok(
        attributes?.complete && projects?.complete && images?.complete,
        JSON.stringify(style),
      );
      assertCounts(projects, { created: 12 });
      assertCounts(images, { created: 11 });
      assertCounts(attributes, { heldBack: 5, created: 1 });
    }
    // Hidden rows leave gaps, even empty pages.
    const graph = smallGraph().map((entity, index) =>
      /projects|media/.test(entity.type) && index % 2 === 0 ? { ...entity, hidden: true } : entity
    );
    await using double = await startCms({ graph, viewSize: 2, collectionSize: 2 });
    const [, projects] = await syncEach(servicesOf(database, double), { apply: false });
    assertCounts(projects ?? assert.fail(), { created: 6 });
  },
);
