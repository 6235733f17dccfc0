/** The texts and pictures of buyer pages that staff can change (design §7). */
import assert from "node:assert/strict";
import { PAGE_LIST } from "@/lib/pages/mod.ts";
import { truncate } from "../helpers/db.ts";
import { storeAssets } from "../helpers/media.ts";
import { smallCatalog } from "../helpers/small_catalog.ts";
import { type StaffBench, staffTests } from "../helpers/staff.ts";

const HOME = "/admin/pages/home";
const STANDARD = "Find the movable wall that is enough.";

const tests = staffTests("pages", smallCatalog());

async function startOver({ app: { services } }: StaffBench): Promise<void> {
  const { db } = services;
  await truncate(db, "pages", "media_assets");
  await storeAssets(db, [
    { id: "oak", title: "Oak wall", alt_text: "An oak wall, open" },
    { id: "film", alt_text: "It opens", type: "video", video_id: "v1" },
  ]);
  await services.pages.refresh();
}

/** The form of the start page with its default texts. */
const FIELDS = {
  "text-headline": STANDARD,
  "text-lead": PAGE_LIST[0]?.[1].fields.lead?.standard ?? "",
};

async function storedPages({ app: { services: { db } } }: StaffBench) {
  return await db.selectFrom("pages").select(["id", "texts"]).orderBy("id").execute();
}

async function buyersSee({ app }: StaffBench, path: string): Promise<string> {
  return await (await app.request(path)).text();
}

tests.test(
  "buyers see changed texts and pictures at once, and only changed texts are stored",
  async (bench) => {
    await startOver(bench);
    assert.match(await buyersSee(bench, "/"), new RegExp(STANDARD));
    const saved = await bench.save(HOME, {
      ...FIELDS,
      "text-headline": "  Walls <that>  move & hold ",
      "slot-hero-add": "oak",
    });
    assert.deepEqual([saved.status, saved.location], [303, HOME]);
    assert.deepEqual(await storedPages(bench), [
      { id: "home", texts: { headline: "Walls <that> move & hold" } },
    ]);
    const page = await buyersSee(bench, "/");
    assert.match(page, /Walls &lt;that> move &amp; hold/);
    assert.match(page, /<img[^>]*alt="An oak wall, open"[^>]*>/);
    assert.match(page, /\/media\/oak\//);
    const [entry] = await bench.entries();
    assert.deepEqual([entry?.action, entry?.type, entry?.id], ["update", "page", "home"]);
    assert.deepEqual(entry?.after, {
      id: "home",
      texts: { headline: "Walls <that> move & hold" },
      slots: { hero: "oak" },
    });
  },
);

tests.test(
  "ids that no picture can have are ignored (§8)",
  async (bench) => {
    await startOver(bench);
    const { version } = await bench.get(HOME);
    const wild = { ...FIELDS, "slot-hero": "\0", version };
    assert.equal((await bench.post(HOME, { ...wild, intent: "find:slot-hero" })).status, 200);
    const saved = await bench.post(HOME, { ...wild, "slot-hero-add": "oak\0" });
    assert.equal(saved.status, 303);
    assert.deepEqual(await storedPages(bench), []);
  },
);

tests.test("a field can be set back to its default, which takes effect when saved", async (bench) => {
  await startOver(bench);
  await bench.save(HOME, { ...FIELDS, "text-headline": "Other words" });
  const shown = await bench.get(HOME);
  assert.match(shown.text, /11<\/span> of 80/);
  const draft = await bench.post(HOME, {
    ...FIELDS,
    "text-headline": "Other words",
    "text-lead": "Kept as typed",
    version: shown.version,
    intent: "standard:headline",
  });
  assert.equal(draft.status, 200);
  assert.match(draft.text, new RegExp(`value="${STANDARD}"`));
  assert.match(draft.text, /Kept as typed/);
  assert.match(await buyersSee(bench, "/"), /Other words/);
  await bench.post(HOME, { ...FIELDS, version: draft.version });
  assert.deepEqual(await storedPages(bench), []);
  assert.match(await buyersSee(bench, "/"), new RegExp(STANDARD));
});

tests.test("each page shows buyers the text of each of its fields", async (bench) => {
  await startOver(bench);
  const cases: readonly [id: string, field: string, path: string][] = [
    ["home", "lead", "/"],
    ["systems", "headline", "/systems"],
    ["systems", "lead", "/systems"],
    ["compare", "headline", "/compare"],
    ["compare", "lead", "/compare"],
    ["not-found", "headline", "/no-such-page"],
    ["not-found", "text", "/no-such-page"],
  ];
  for (const [id, field, path] of cases) {
    const page = PAGE_LIST.find(([known]) => known === id)?.[1];
    assert.ok(page, id);
    const texts = Object.fromEntries(
      Object.entries(page.fields).map(([name, { standard }]) => [`text-${name}`, standard]),
    );
    const wanted = `Words of ${id} ${field}`;
    await bench.save(`/admin/pages/${id}`, { ...texts, [`text-${field}`]: wanted });
    assert.match(await buyersSee(bench, path), new RegExp(wanted), `${id} ${field}`);
  }
});

tests.test("the list counts changed texts and pictures, and says who changed them", async (bench) => {
  await startOver(bench);
  assert.match((await bench.get("/admin/pages")).text, />0 of 2</);
  await bench.save(HOME, { ...FIELDS, "text-lead": "Short.", "slot-hero-add": "oak" });
  const { text } = await bench.get("/admin/pages");
  assert.match(text, /Start page.*>1 of 2<.*>1 of 1<.*editor@example\.com.*All systems/s);
});

tests.test("invalid forms are refused beside their field, and write nothing", async (bench) => {
  await startOver(bench);
  const { version } = await bench.get(HOME);
  const before = await bench.traces();
  const cases: readonly [fields: Record<string, string>, status: number, says: RegExp][] = [
    [{ "text-headline": " " }, 400, /href="#text-headline"/],
    [{ "text-headline": "x".repeat(81) }, 400, /Use at most 80 characters/],
    [{ "text-lead": "a\u0000b" }, 400, /cannot be printed/],
    [{ "slot-hero-add": "gone" }, 400, /href="#slot-hero"/],
    [{ "slot-hero-add": "film" }, 400, /This place takes pictures only/],
    [{ intent: "retire" }, 400, /unknown/],
    [{ version: "stale", "text-headline": "Late" }, 409, /Someone saved this/],
  ];
  for (const [fields, status, says] of cases) {
    const answer = await bench.post(HOME, { ...FIELDS, version, ...fields });
    assert.equal(answer.status, status, JSON.stringify(fields).slice(0, 60));
    assert.match(answer.text, says);
  }
  for (const path of ["/admin/pages/no-such-page", "/admin/pages/new", "/admin/pages/__proto__"]) {
    assert.equal((await bench.get(path)).status, 404, path);
  }
  assert.deepEqual(await storedPages(bench), []);
  assert.equal(await bench.traces(), before);
});

tests.test(
  "a new picture replaces the old one, and a deleted picture disappears from its page",
  async (bench) => {
    await startOver(bench);
    const { services } = bench.app;
    await bench.save(HOME, { ...FIELDS, "slot-hero-add": "oak" });
    await storeAssets(services.db, [{ id: "pine", alt_text: "A pine wall" }]);
    await bench.save(HOME, { ...FIELDS, "slot-hero": "oak", "slot-hero-add": "pine" });
    assert.match(await buyersSee(bench, "/"), /alt="A pine wall"/);
    await services.db.deleteFrom("media_assets").where("id", "=", "pine").execute();
    await services.pages.refresh();
    assert.equal((await buyersSee(bench, "/")).includes("/media/"), false);
  },
);
