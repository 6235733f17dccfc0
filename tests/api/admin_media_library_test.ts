/** The endpoints with which pickers search pictures and projects (spec §4.8). */
import assert from "node:assert/strict";
import { z } from "zod";
import { ErrorBody } from "@/lib/http/mod.ts";
import { LibraryItem } from "@/lib/media/mod.ts";
import { storeAssets } from "../helpers/media.ts";
import { smallCatalog } from "../helpers/small_catalog.ts";
import { type StaffBench, startStaff } from "../helpers/staff.ts";

const Library = z.strictObject({
  assets: z.array(LibraryItem),
  total: z.int(),
  limit: z.int(),
  offset: z.int(),
});

const Projects = z.strictObject({
  projects: z.array(z.strictObject({
    uuid: z.string(),
    name: z.string(),
    slug: z.string().nullable(),
    galleryOrder: z.int().nullable(),
    imageCount: z.int(),
  })),
});

const Tags = z.strictObject({
  tags: z.array(
    z.strictObject({ type: z.string(), ref: z.string(), name: z.string(), text: z.string() }),
  ),
});

/** Starts the app with four pictures and a video. Two pictures and the video show the project `pier`. */
async function startLibrary(): Promise<StaffBench> {
  const bench = await startStaff(smallCatalog());
  const { db } = bench.app.services;
  const at = (day: number) => new Date(Date.UTC(2026, 4, day));
  await storeAssets(db, [
    { id: "quay", filename: "quay.jpg", created_at: at(1), alt_text: "The 100% quay" },
    { id: "pier-2", filename: "Pier.jpg", created_at: at(2), gallery_position: 2 },
    { id: "pier-1", filename: "pier.jpg", created_at: at(3), gallery_position: 1, source: "cms" },
    { id: "film", filename: "film.jpg", created_at: at(4), type: "video", video_id: "42" },
    { id: "crane", filename: "crane.jpg", created_at: at(5), title: "A crane_wall" },
  ]);
  await db.insertInto("cms_projects").values([
    { uuid: "pier", name: "Old Pier", slug: "old-pier", gallery_order: 1 },
    { uuid: "mill", name: "old mill 100%", gallery_order: null },
    { uuid: "barn", name: "Barn", gallery_order: null },
    { uuid: "loft", name: "Loft", gallery_order: 0 },
  ]).execute();
  const live = { tag_type: "project", tag_ref: "pier" } as const;
  await db.insertInto("media_tags").values([
    { asset_id: "pier-1", ...live },
    { asset_id: "pier-2", ...live },
    { asset_id: "film", ...live },
    { asset_id: "quay", ...live, state: "rejected" },
    { asset_id: "crane", ...live, tag_ref: "mill", state: "proposed", confidence: 0.4 },
    { asset_id: "crane", tag_type: "system", tag_ref: "crane" },
  ]).execute();
  await db.insertInto("media_links").values([
    { asset_id: "crane", owner_type: "system", owner_id: "crane", slot: "gallery" },
    { asset_id: "crane", owner_type: "page", owner_id: "home", slot: "lead" },
  ]).execute();
  return bench;
}

Deno.test("GET /admin/media/library filters, sorts and pages by its parameters (§4.8)", async () => {
  await using bench = await startLibrary();
  const cases: readonly [search: string, ids: string[], total?: number][] = [
    ["", ["crane", "film", "pier-1", "pier-2", "quay"]],
    ["?sort=oldest&limit=2&offset=1", ["pier-2", "pier-1"], 5],
    ["?sort=name-asc", ["crane", "film", "pier-1", "pier-2", "quay"]],
    ["?sort=name-desc", ["quay", "pier-2", "pier-1", "film", "crane"]],
    ["?sort=gallery", ["pier-1", "pier-2", "film", "quay", "crane"]],
    ["?q=PIER", ["pier-1", "pier-2"]],
    ["?q=100%25", ["quay"]],
    ["?q=e_w", ["crane"]],
    ["?q=_", ["crane"]],
    ["?type=video", ["film"]],
    ["?source=cms", ["pier-1"]],
    ["?usage=used", ["crane"]],
    ["?unused=1&type=image", ["pier-1", "pier-2", "quay"]],
    ["?filter=unused&q=film", ["film"]],
    ["?tagType=project&tagRef=pier", ["film", "pier-1", "pier-2"]],
    ["?tagType=project", ["crane", "film", "pier-1", "pier-2", "quay"]],
    ["?coverage=untagged", ["film", "pier-1", "pier-2", "quay"]],
    ["?coverage=ai-unreviewed", []],
    ["?limit=0", ["crane"], 5],
    ["?offset=999999999999999999999", [], 5],
    ["?q=%00&source=x&type=x&usage=x&coverage=x&sort=x&limit=x&offset=x", [
      "crane",
      "film",
      "pier-1",
      "pier-2",
      "quay",
    ]],
  ];
  for (const [search, ids, total = ids.length] of cases) {
    const answer = await bench.get(`/admin/media/library${search}`);
    assert.equal(answer.status, 200, search);
    const library = Library.parse(JSON.parse(answer.text));
    assert.deepEqual(library.assets.map(({ id }) => id), ids, search);
    assert.equal(library.total, total, search);
  }
});

Deno.test("GET /admin/media/library has for each asset what a picker shows (§4.8, design §7)", async () => {
  await using bench = await startLibrary();
  const { text } = await bench.get("/admin/media/library?limit=2");
  const { assets: [crane, film], ...rest } = Library.parse(JSON.parse(text));
  assert.deepEqual(rest, { total: 5, limit: 2, offset: 0 });
  assert.equal(crane?.linkCount, 2);
  assert.equal(crane?.createdAt, "2026-05-05T00:00:00.000Z");
  assert.equal(film?.embed?.videoId, "42");
  assert.equal(film?.filename, "film.jpg");
});

Deno.test("GET /admin/media/projects sorts projects by gallery order, then by name (§4.8)", async () => {
  await using bench = await startLibrary();
  const cases: readonly [search: string, uuids: string[]][] = [
    ["", ["loft", "pier", "barn", "mill"]],
    ["?limit=2", ["loft", "pier"]],
    ["?limit=0", ["loft"]],
    ["?limit=1000", ["loft", "pier", "barn", "mill"]],
    ["?q=OLD", ["pier", "mill"]],
    ["?q=%25", ["mill"]],
    ["?q=_", []],
    ["?q=+%00&limit=x", ["loft", "pier", "barn", "mill"]],
  ];
  for (const [search, uuids] of cases) {
    const answer = await bench.get(`/admin/media/projects${search}`);
    assert.equal(answer.status, 200, search);
    const { projects } = Projects.parse(JSON.parse(answer.text));
    assert.deepEqual(projects.map(({ uuid }) => uuid), uuids, search);
  }
  const { text } = await bench.get("/admin/media/projects?q=pier");
  assert.deepEqual(JSON.parse(text), {
    projects: [
      { uuid: "pier", name: "Old Pier", slug: "old-pier", galleryOrder: 1, imageCount: 2 },
    ],
  });
});

Deno.test("GET /admin/media/projects lists 12 by default and at most 50 (§4.8)", async () => {
  await using bench = await startStaff(smallCatalog());
  await bench.app.services.db.insertInto("cms_projects")
    .values(Array.from({ length: 60 }, (_, n) => ({ uuid: `p${n}`, name: `Project ${n}` })))
    .execute();
  for (const [search, count] of [["", 12], ["?limit=51", 50], ["?limit=13", 13]] as const) {
    const { text } = await bench.get(`/admin/media/projects${search}`);
    assert.equal(Projects.parse(JSON.parse(text)).projects.length, count, search);
  }
});

Deno.test("GET /admin/media/tags suggests live tags by a part of their name, exact names first (§4.8)", async () => {
  await using bench = await startLibrary();
  const { db } = bench.app.services;
  await db.insertInto("media_categories").values([
    { id: "pier", axis: "application", name: "Pier" },
    { id: "past", axis: "application", name: "Past pier", retired_at: new Date() },
  ]).execute();
  const suggested = async (search: string) => {
    const answer = await bench.get(`/admin/media/tags?${search}`);
    return Tags.parse(JSON.parse(answer.text)).tags.map(({ text }) => text);
  };
  assert.deepEqual(await suggested("q=PIER"), ["Pier (Application)", "Old Pier (Project)"]);
  assert.deepEqual(await suggested("q=old+pier+(project)"), ["Old Pier (Project)"]);
  assert.deepEqual(await suggested("q=loud"), ["Noise: Loud (Answer)"]);
  assert.deepEqual(await suggested("q=gull"), [], "a retired system");
  assert.deepEqual(await suggested("q=%00pier&type=system&type=factor"), []);
  const projects = Array.from({ length: 60 }, (_, n) => ({ uuid: `p${n}`, name: `Project ${n}` }));
  await db.insertInto("cms_projects").values(projects).execute();
  assert.equal((await suggested("")).length, 50);
  assert.deepEqual((await suggested("q=Project+59")).slice(0, 1), ["Project 59 (Project)"]);
});

Deno.test("the endpoints of pickers refuse auditors, and strangers with the error body (§4.8, design §7)", async () => {
  await using bench = await startStaff(smallCatalog());
  for (const path of ["/admin/media/library", "/admin/media/projects", "/admin/media/tags"]) {
    assert.equal((await bench.get(path, "auditor")).status, 403);
    const stranger = await bench.app.request(path, { headers: { accept: "application/json" } });
    assert.equal(stranger.status, 401);
    assert.match(stranger.headers.get("content-type") ?? "", /^application\/json/);
    assert.ok(ErrorBody.safeParse(await stranger.json()).success, path);
    assert.match(stranger.headers.get("cache-control") ?? "", /no-store/);
  }
});
