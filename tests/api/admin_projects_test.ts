/** The staff screens of projects, and the pictures that show them (spec §2.12, §2.13). */
import assert from "node:assert/strict";
import { truncate } from "../helpers/db.ts";
import { storeAssets } from "../helpers/media.ts";
import { smallCatalog } from "../helpers/small_catalog.ts";
import { type StaffBench, staffTests } from "../helpers/staff.ts";

const PIER = "/admin/projects/pier";

const tests = staffTests("projects", smallCatalog());

/** Stores two projects. The CMS has tagged the picture `cms` with the pier, a person has tagged `hand`. */
async function storeProjects({ app: { services: { db } } }: StaffBench): Promise<void> {
  await truncate(db, "media_assets", "cms_projects");
  await storeAssets(db, [
    { id: "cms", title: "From the CMS", gallery_position: 1, source: "cms", source_ref: "1" },
    { id: "hand", title: "By hand", gallery_position: 2 },
    { id: "new", title: "A new one" },
  ]);
  await db.insertInto("cms_projects").values([
    {
      uuid: "pier",
      name: "Old <Pier>",
      city: "Hull",
      state: "MA",
      published: true,
      gallery_order: 2,
      architect: "Office",
      architect_website: "javascript:alert(1)",
      construction_company: "Builders",
      construction_company_web: "https://builders.example/",
      featured: false,
    },
    { uuid: "mill", name: "Mill", gallery_order: 1 },
  ]).execute();
  await db.insertInto("media_tags").values([
    { asset_id: "cms", tag_type: "project", tag_ref: "pier", source: "cms" },
    { asset_id: "hand", tag_type: "project", tag_ref: "pier" },
    { asset_id: "hand", tag_type: "system", tag_ref: "finch" },
  ]).execute();
}

async function shown({ app: { services: { db } } }: StaffBench): Promise<string[]> {
  const rows = await db.selectFrom("media_tags as tag")
    .innerJoin("media_assets as asset", "asset.id", "tag.asset_id").select("asset.id")
    .where("tag.tag_type", "=", "project").where("tag.tag_ref", "=", "pier")
    .where("tag.state", "=", "live")
    .orderBy("asset.gallery_position").execute();
  return rows.map(({ id }) => id);
}

tests.test("the list is in gallery order, and its address filters and sorts it", async (bench) => {
  await storeProjects(bench);
  const cases: readonly [query: string, ids: string[]][] = [
    ["", ["mill", "pier"]],
    ["?sort=-name", ["pier", "mill"]],
    ["?q=hull", ["pier"]],
    ["?published=yes", ["pier"]],
    ["?published=no", ["mill"]],
    ["?pictures=no", ["mill"]],
    ["?q=nothing", []],
    ["?published=perhaps&sort=unknown", ["mill", "pier"]],
  ];
  for (const [query, ids] of cases) {
    const { text } = await bench.get(`/admin/projects${query}`);
    const listed = [...text.matchAll(/href="\/admin\/projects\/(\w+)"/g)].map(([, id]) => id);
    assert.deepEqual(listed, ids, query);
  }
  const { text } = await bench.get("/admin/projects");
  assert.match(text, /Hull, MA/);
  assert.match(text, /Not published/);
});

tests.test("the record shows the values of the CMS, and links only to web addresses", async (bench) => {
  await storeProjects(bench);
  const { text } = await bench.get(PIER);
  assert.match(text, /Old &lt;Pier>/);
  assert.match(text, /Featured<\/dt><dd[^>]*>No</);
  assert.match(text, /href="https:\/\/builders\.example\/"/);
  assert.equal(text.includes('href="javascript:'), false);
  assert.match(text, /From the CMS\. Once taken out, it stays out\./);
  assert.match(
    (await bench.get("/admin/projects/mill")).text,
    /Featured<\/dt>.*?The CMS does not say/s,
  );
});

tests.test("saving adds and removes tags, and keeps the order of the pictures (§2.12)", async (bench) => {
  await storeProjects(bench);
  await bench.app.services.db.updateTable("media_assets").set({ gallery_position: 7 })
    .where("id", "=", "hand").execute();
  await bench.save(PIER, { assetIds: ["cms", "hand", "new"] });
  assert.deepEqual(await shown(bench), ["cms", "hand", "new"]);
  const written = (await bench.entries()).map(({ id }) => id);
  assert.deepEqual(written, ["new"], "positions in the wanted order stay");
  assert.equal((await bench.save(PIER, { assetIds: ["new", "cms", "hand"] })).status, 303);
  assert.deepEqual(await shown(bench), ["new", "cms", "hand"]);
  assert.equal((await bench.save(PIER, { assetIds: ["cms", "new"] })).status, 303);
  assert.deepEqual(await shown(bench), ["cms", "new"]);
  const { db } = bench.app.services;
  const others = await db.selectFrom("media_tags").select("tag_ref").where("asset_id", "=", "hand")
    .execute();
  assert.deepEqual(others, [{ tag_ref: "finch" }]);
  const entries = await bench.entries();
  assert.ok(entries.every(({ type, actor }) => type === "media" && actor === "editor@example.com"));
  assert.ok(entries.some(({ id }) => id === "hand"), "the removed picture is in the log");
});

tests.test("Undo restores which pictures show a project, and their positions (§2.12)", async (bench) => {
  await storeProjects(bench);
  const { db } = bench.app.services;
  const stored = async () => [
    await db.selectFrom("media_assets").select(["id", "gallery_position"]).orderBy("id").execute(),
    await db.selectFrom("media_tags").select(["asset_id", "tag_ref", "state", "source"])
      .orderBy("asset_id").orderBy("tag_ref").execute(),
  ];
  const before = await stored();
  const { version } = await bench.get(PIER);
  const saved = await bench.act(PIER, { version, assetIds: ["new", "cms"] });
  assert.deepEqual(await shown(bench), ["new", "cms"]);
  const undone = await bench.undo(saved);
  assert.deepEqual([undone.status, undone.location], [303, PIER]);
  assert.deepEqual(await stored(), before);
});

tests.test("a picture from the CMS that is removed is rejected, and Undo restores it (§4.11)", async (bench) => {
  await storeProjects(bench);
  const { db } = bench.app.services;
  const tag = () =>
    db.selectFrom("media_tags").select(["state", "source"]).where("asset_id", "=", "cms").execute();
  const before = await tag();
  const { version } = await bench.get(PIER);
  const removal = { version, assetIds: ["cms", "hand"], "assetIds-remove": "cms" };
  const saved = await bench.act(PIER, removal);
  assert.deepEqual(await shown(bench), ["hand"]);
  // A sync adds tags only where there is none of any state.
  assert.deepEqual(await tag(), [{ state: "rejected", source: "cms" }]);
  assert.ok((await bench.entries()).some(({ type, id }) => type === "media" && id === "cms"));
  await bench.undo(saved);
  assert.deepEqual(await tag(), before);
  assert.deepEqual(await shown(bench), ["cms", "hand"]);
});

tests.test("the limit of 200 pictures counts only those added by staff, not those from the CMS", async (bench) => {
  await storeProjects(bench);
  const { db } = bench.app.services;
  const many = Array.from({ length: 600 }, (_, index) => `many-${index}`);
  await storeAssets(db, many.map((id) => ({ id, source: "cms", source_ref: id })));
  await db.insertInto("media_tags").values(
    many.map((id) => ({
      asset_id: id,
      tag_type: "project" as const,
      tag_ref: "pier",
      source: "cms",
    })),
  ).execute();
  const before = await shown(bench);
  const saved = await bench.save(PIER, { assetIds: [...before, "new"] });
  assert.equal(saved.status, 303, saved.text);
  assert.deepEqual(new Set(await shown(bench)), new Set([...before, "new"]));
  const others = Array.from({ length: 201 }, (_, index) => `other-${index}`);
  await storeAssets(db, others.map((id) => ({ id })));
  const refused = await bench.save(PIER, { assetIds: [...before, ...others] });
  assert.equal(refused.status, 400);
  assert.match(refused.text, /at most 200/);
});

tests.test("missing pictures and stale forms are refused", async (bench) => {
  await storeProjects(bench);
  const { version } = await bench.get(PIER);
  const before = await bench.traces();
  const cases: readonly [
    fields: Record<string, string | string[]>,
    status: number,
    says: RegExp,
  ][] = [
    [{ assetIds: ["cms", "gone"] }, 400, /no longer in the library/],
    [{ assetIds: ["cms"], version: "stale" }, 409, /Someone saved this/],
    [{ assetIds: ["cms"], intent: "delete" }, 400, /unknown/],
  ];
  for (const [fields, status, says] of cases) {
    const answer = await bench.post(PIER, { version, ...fields });
    assert.equal(answer.status, status, JSON.stringify(fields));
    assert.match(answer.text, says);
    assert.equal(answer.text.includes("data-unsaved"), fields.intent !== "delete");
  }
  assert.equal((await bench.get("/admin/projects/no-such-project")).status, 404);
  assert.equal((await bench.get("/admin/projects/new")).status, 404);
  assert.equal((await bench.get(PIER, "auditor")).status, 403);
  assert.deepEqual(await shown(bench), ["cms", "hand"]);
  assert.equal(await bench.traces(), before);
});
