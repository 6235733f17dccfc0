/** The forms of a system's gallery and of an option's picture (spec §2.1, §4.9). */
import assert from "node:assert/strict";
import { truncate } from "../helpers/db.ts";
import { storeAssets } from "../helpers/media.ts";
import { smallCatalog } from "../helpers/small_catalog.ts";
import { type StaffBench, staffTests } from "../helpers/staff.ts";

const FINCH = "/admin/systems/finch/gallery";
const HOSTILE = `"><script>alert(1)</script>`;

const tests = staffTests("galleries of systems", smallCatalog());

/** Stores three pictures, one without alternative text, and a video. No gallery has any of them. */
async function storeLibrary({ app: { services: { db } } }: StaffBench): Promise<void> {
  await truncate(db, "media_assets");
  await storeAssets(db, [
    { id: "oak", title: "Oak wall", alt_text: "An oak wall, open" },
    { id: "glass", title: HOSTILE, alt_text: "A glass wall" },
    { id: "bare", title: null, alt_text: null },
    { id: "film", title: "A film", alt_text: "It opens", type: "video", video_id: "v1" },
  ]);
}

async function linksOf({ app: { services: { db } } }: StaffBench, systemId = "finch") {
  const rows = await db.selectFrom("media_links").select(["asset_id", "is_primary"])
    .where("owner_type", "=", "system").where("owner_id", "=", systemId)
    .where("slot", "=", "gallery").orderBy("position").execute();
  return rows.map(({ asset_id: id, is_primary }) => is_primary ? `${id}*` : id);
}

tests.test(
  "pictures are added, ordered, made primary and removed by the form",
  async (bench) => {
    await storeLibrary(bench);
    const added = await bench.save(FINCH, {
      "assetIds-add": ["oak", "film", "bare"],
      displayMode: "slideshow",
    });
    assert.deepEqual([added.status, added.location], [303, FINCH]);
    assert.deepEqual(await linksOf(bench), ["oak", "film", "bare"]);
    const stored = await bench.app.services.db.selectFrom("media_links").select("position")
      .where("owner_id", "=", "finch").orderBy("position").execute();
    assert.deepEqual(stored.map(({ position }) => position), [0, 1, 2], "as in the demo");
    const ids = { assetIds: ["oak", "film", "bare"], displayMode: "slideshow" };
    await bench.save(FINCH, { ...ids, "assetIds-place-bare": "1", "assetIds-primary": "oak" });
    assert.deepEqual(await linksOf(bench), ["bare", "oak*", "film"]);
    await bench.save(FINCH, {
      assetIds: ["bare", "oak", "film"],
      "assetIds-remove": "oak",
      "assetIds-primary": "oak",
      displayMode: "grid",
    });
    assert.deepEqual(await linksOf(bench), ["bare", "film"]);
    const entries = await bench.entries();
    assert.deepEqual(
      entries.map(({ actor, action, type, id }) => [actor, action, type, id]),
      Array.from({ length: 3 }, () => ["editor@example.com", "update", "system-gallery", "finch"]),
    );
    assert.deepEqual(entries.at(-1)?.after, {
      systemId: "finch",
      displayMode: "grid",
      assetIds: ["bare", "film"],
      primaryId: null,
    });
  },
);

tests.test("the page shows the pictures in order, and says which lack an alt text", async (bench) => {
  await storeLibrary(bench);
  await bench.save(FINCH, { "assetIds-add": ["glass", "bare", "oak"], "assetIds-primary": "oak" });
  const { text } = await bench.get(FINCH);
  const shown = [...text.matchAll(/name="assetIds" value="([^"]+)"/g)].map(([, id]) => id);
  assert.deepEqual(shown, ["glass", "bare", "oak"]);
  assert.equal(text.includes("<script>alert"), false);
  assert.match(text, /1 picture without alt text/);
  assert.match(text, /No alt text\./);
  const record = await bench.get("/admin/systems/finch");
  assert.match(record.text, /Edit the gallery/);
  assert.match(record.text, /\/media\/glass\//);
});

tests.test("a search without scripts saves nothing and loses nothing", async (bench) => {
  await storeLibrary(bench);
  const fields = {
    version: "whatever",
    assetIds: ["oak", "film"],
    "assetIds-place-film": "1",
    "assetIds-primary": "film",
    displayMode: "slideshow",
  };
  for (const asked of [{ intent: "find:assetIds" }, {}]) {
    const found = await bench.post(FINCH, { ...fields, ...asked, "assetIds-find": "GLASS" });
    assert.equal(found.status, 200);
    assert.equal(found.version, "whatever");
    assert.match(found.text, /name="assetIds-add" value="glass"/);
    assert.match(found.text, /name="assetIds-found" value="GLASS"/);
    assert.match(found.text, /data-unsaved/);
    assert.match(found.text, /value="slideshow" checked/);
    const shown = [...found.text.matchAll(/name="assetIds" value="([^"]+)"/g)].map(([, id]) => id);
    assert.deepEqual(shown, ["film", "oak"]);
  }
  const nothing = await bench.post(FINCH, { intent: "find:assetIds", "assetIds-find": "100%" });
  assert.match(nothing.text, /Nothing else in the library matches/);
  assert.deepEqual(await linksOf(bench), []);
  assert.deepEqual(await bench.entries(), []);
});

tests.test(
  "ids that no picture can have are ignored (§8)",
  async (bench) => {
    await storeLibrary(bench);
    const wild = ["\0", "oak\0", "../oak", "x".repeat(101)];
    const fields = { assetIds: ["oak", ...wild], "assetIds-add": wild, "assetIds-primary": "\0" };
    const found = await bench.post(FINCH, { ...fields, intent: "find:assetIds" });
    assert.equal(found.status, 200);
    const shown = [...found.text.matchAll(/name="assetIds" value="([^"]+)"/g)].map(([, id]) => id);
    assert.deepEqual(shown, ["oak"]);
    assert.equal((await bench.save(FINCH, fields)).status, 303);
    assert.deepEqual(await linksOf(bench), ["oak"]);
  },
);

tests.test(
  "the second of two editors gets a conflict that shows both galleries",
  async (bench) => {
    await storeLibrary(bench);
    const { version } = await bench.get(FINCH);
    await bench.post(FINCH, { version, "assetIds-add": "oak" });
    const late = await bench.post(FINCH, { version, "assetIds-add": "film" });
    assert.equal(late.status, 409);
    assert.match(late.text, /Someone saved this.*data-unsaved/s);
    assert.match(late.text, /A film/);
    assert.match(late.text, /Oak wall/);
    assert.deepEqual(await linksOf(bench), ["oak"]);
    const both = { version, "assetIds-add": ["film", "oak"] };
    const listed = (await bench.post(FINCH, both)).text;
    assert.match(listed, /<td[^>]*whitespace-pre-line[^>]*>A film\nOak wall</, "one in each line");
    const mine = await bench.post(FINCH, { version: late.version, assetIds: "film" });
    assert.equal(mine.status, 303);
    assert.deepEqual(await linksOf(bench), ["film"]);
  },
);

tests.test("invalid forms are refused, and they write nothing", async (bench) => {
  await storeLibrary(bench);
  const { version } = await bench.get(FINCH);
  const before = await bench.traces();
  const cases: readonly [fields: Record<string, string | string[]>, status: number][] = [
    [{ version, "assetIds-add": "gone" }, 400],
    [{ version: "stale", "assetIds-add": "oak" }, 409],
    [{ version, intent: "no-such-act", "assetIds-add": "oak" }, 400],
    [{ version, "assetIds-add": Array.from({ length: 101 }, (_, n) => `a${n}`) }, 400],
  ];
  for (const [fields, status] of cases) {
    const answer = await bench.post(FINCH, fields);
    assert.equal(answer.status, status, JSON.stringify(fields).slice(0, 80));
    assert.equal(answer.text.includes("<script>alert"), false);
  }
  // A value that names nothing has the same effect as no value.
  const ignored: readonly Record<string, string>[] = [
    { displayMode: "sideways" },
    { "assetIds-primary": "oak" },
    { "assetIds-add": HOSTILE },
    {},
  ];
  for (const fields of ignored) {
    assert.equal((await bench.post(FINCH, { version, ...fields })).status, 303);
  }
  for (const id of ["no-such-system", "..%2Ffinch", "%00"]) {
    assert.equal((await bench.get(`/admin/systems/${id}/gallery`)).status, 404, id);
  }
  assert.deepEqual(await linksOf(bench), []);
  assert.equal(await bench.traces(), before);
});

tests.test("an auditor may neither see nor change a gallery", async (bench) => {
  assert.equal((await bench.get(FINCH, "auditor")).status, 403);
  assert.equal((await bench.post(FINCH, { version: "any" }, "auditor")).status, 403);
});

tests.test("an option has at most one picture, which is chosen, replaced and removed beside its form", async (bench) => {
  await storeLibrary(bench);
  const option = "/admin/factors/noise/options/loud";
  const { db } = bench.app.services;
  const linked = async () =>
    (await db.selectFrom("media_links").select("asset_id").where("owner_type", "=", "option")
      .where("owner_id", "=", "loud").where("slot", "=", "default").execute())
      .map(({ asset_id }) => asset_id);
  const search = await bench.post(option, { intent: "find:assetId", "assetId-find": "oak" });
  assert.deepEqual([search.status, search.location], [303, `${option}?find=oak#picture`]);
  assert.match((await bench.get(`${option}?find=oak`)).text, /name="assetId-add" value="oak"/);
  const shown = async (fields: Record<string, string>) => {
    const found = await bench.post(option, {
      intent: "find:assetId",
      "assetId-find": "a",
      ...fields,
    });
    const { text } = await bench.get(found.location ?? "");
    return [...text.matchAll(/name="assetId" value="([^"]+)"/g)].map(([, id]) => id);
  };
  assert.deepEqual(await shown({ assetId: "oak" }), ["oak"], "a search keeps the current picture");
  assert.deepEqual(
    await shown({ assetId: "oak", "assetId-remove": "oak" }),
    [],
    "a search keeps the ticked removal",
  );
  assert.deepEqual(await shown({ assetId: "oak", "assetId-add": "bare" }), ["bare"]);
  const before = await bench.entries();
  const unsaved = /<form[^>]* data-guard[^>]* data-unsaved/;
  assert.match((await bench.get(`${option}?find=oak&assetId=oak`)).text, unsaved);
  assert.doesNotMatch((await bench.get(`${option}?find=oak`)).text, unsaved);
  const saved = await bench.post(option, { intent: "picture", "assetId-add": "oak" });
  assert.deepEqual([saved.status, saved.location], [303, `${option}#picture`]);
  assert.deepEqual(await linked(), ["oak"]);
  await bench.post(option, { intent: "picture", assetId: "oak", "assetId-add": "bare" });
  assert.deepEqual(await linked(), ["bare"]);
  await bench.post(option, { intent: "picture", assetId: "bare", "assetId-add": "gone" });
  assert.deepEqual(await linked(), ["bare"], "a missing picture replaces nothing");
  await bench.post(option, { intent: "picture", assetId: "bare", "assetId-remove": "bare" });
  assert.deepEqual(await linked(), []);
  const made = (await bench.entries()).slice(before.length);
  assert.deepEqual(made.map(({ type, id }) => [type, id]), Array(3).fill(["option", "loud"]));
  const log = (await bench.get("/admin/audit?type=option&id=loud", "admin")).text;
  const [entry = ""] = /\/admin\/audit\/\d+/.exec(log) ?? [];
  const { text } = await bench.get(entry, "admin");
  assert.match(text, /Previous change/);
  assert.doesNotMatch(text, /Restore what was before/, "the form of the option has no picture");
  assert.equal((await bench.post(option, { intent: "picture" }, "auditor")).status, 403);
});

tests.test("Undo restores the pictures of a place, after a change at the place or at the picture", async (bench) => {
  await storeLibrary(bench);
  const { db } = bench.app.services;
  const ids = { assetIds: ["bare", "oak", "film"], "assetIds-primary": "oak" };
  await bench.save(FINCH, { ...ids, displayMode: "slideshow" });
  const option = "/admin/factors/noise/options/loud";
  await bench.post(option, { intent: "picture", assetId: "oak" });
  const stored = () =>
    db.selectFrom("media_links").select(["owner_id", "asset_id", "position", "is_primary"])
      .orderBy("owner_id").orderBy("position").execute();
  const before = await stored();
  const cases: readonly [path: string, fields: Record<string, string>, says: RegExp][] = [
    ["/admin/media?asset=glass", { intent: "link", owner: "system:finch" }, /used there now\./],
    ["/admin/media?asset=oak", { intent: "unlink", owner: "system:finch" }, /no longer used/],
    ["/admin/media?asset=bare", { intent: "link", owner: "factor:loud" }, /place of Oak wall\./],
    ["/admin/media?asset=oak", { intent: "unlink", owner: "factor:loud" }, /no longer used/],
    ["/admin/media?asset=bare", { intent: "link", owner: "factor:quiet" }, /used there now\./],
    [option, { intent: "picture", assetId: "bare" }, /Loud was saved, in place of Oak wall\./],
    [option, { intent: "picture" }, /Loud was removed: Oak wall\./],
    [option.replace("loud", "quiet"), { intent: "picture", assetId: "oak" }, /Quiet was saved\./],
  ];
  for (const [path, fields, says] of cases) {
    const which = `${path} ${JSON.stringify(fields)}`;
    const changed = await bench.act(path, fields);
    assert.match(changed.text, says, which);
    assert.notDeepEqual(await stored(), before, which);
    assert.equal((await bench.undo(changed)).status, 303, which);
    assert.deepEqual(await stored(), before, which);
  }
  for (
    const [path, fields] of cases.filter(([path, { owner }]) =>
      path === option || owner === "factor:loud"
    )
  ) {
    const which = `${path} ${JSON.stringify(fields)}`;
    const changed = await bench.act(path, fields);
    await bench.act(option, { intent: "picture", assetId: "glass" });
    const others = await stored();
    assert.equal((await bench.undo(changed)).status, 409, which);
    assert.deepEqual(await stored(), others, `${which}: a later choice stays`);
    await bench.act(option, { intent: "picture", assetId: "oak" });
  }
});
