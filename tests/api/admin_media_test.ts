/** The pages and forms of the media library (spec §2.12, §4.8). */
import { truncate } from "../helpers/db.ts";
import assert from "node:assert/strict";
import { groupName } from "@/lib/media/mod.ts";
import { storeAssets } from "../helpers/media.ts";
import { smallCatalog } from "../helpers/small_catalog.ts";
import { type Answer, type Fields, type StaffBench, staffTests } from "../helpers/staff.ts";

const { test } = staffTests("/admin/media", smallCatalog());

const PROJECT = "11111111-1111-4111-8111-111111111111";
const HOSTILE = `<script>alert(1)</script>"'&`;

/**
 * Stores 30 assets, `a00` to `a29`. `a00` is the primary picture of Finch's gallery, `a01` is on the start page, `a02`
 * is from the CMS, `a03` is a video, the import of `a04` failed. All from `a10` on are tagged with Finch, and `a11` has
 * a proposed tag.
 */
async function library({ app: { services: { db } } }: StaffBench): Promise<void> {
  await truncate(db, "media_assets", "media_categories", "shot_groups", "cms_projects");
  const ids = Array.from({ length: 30 }, (_, index) => `a${String(index).padStart(2, "0")}`);
  await storeAssets(
    db,
    ids.map((id, index) => ({
      id,
      title: index % 2 === 0 ? `Wall ${index}` : null,
      alt_text: index === 5 ? null : "A wall",
      created_at: new Date(Date.UTC(2026, 0, 1 + index)),
      ...(id === "a02" && { source: "cms" as const, source_ref: "ref" }),
      ...(id === "a03" && { type: "video" as const, video_id: "film" }),
      ...(id === "a04" && {
        remote_url: "https://images.example.com/a.jpg",
        import_error: "Its host answers 404.",
        import_failed_at: new Date(),
      }),
    })),
  );
  await db.insertInto("media_links").values([
    { asset_id: "a00", owner_type: "system", owner_id: "finch", slot: "gallery", is_primary: true },
    { asset_id: "a01", owner_type: "page", owner_id: "home", slot: "hero" },
  ]).execute();
  await db.insertInto("media_categories").values([
    { id: "oak", axis: "attribute", name: "Oak veneer" },
    { id: "school", axis: "application", name: "School" },
  ]).execute();
  await db.insertInto("cms_projects").values([
    { uuid: PROJECT, name: "Harbour School", gallery_order: 1 },
    { uuid: PROJECT.replaceAll("1", "2"), name: "Harbour Hall", gallery_order: 2 },
  ]).execute();
  await db.insertInto("media_tags").values([
    ...ids.slice(10).map((id) => ({
      asset_id: id,
      tag_type: "system" as const,
      tag_ref: "finch",
    })),
    {
      asset_id: "a11",
      tag_type: "attribute",
      tag_ref: "oak",
      state: "proposed",
      confidence: 0.8,
      source: "proposer",
    },
  ]).execute();
}

/** Returns the ids of the pictures that a page lists, in order. */
function listed({ text }: Answer): string[] {
  return [...text.matchAll(/data-asset="([^"]+)"/g)].map(([, id = ""]) => id);
}

async function rowOf({ app }: StaffBench, id: string) {
  return await app.services.db.selectFrom("media_assets").selectAll().where("id", "=", id)
    .executeTakeFirst();
}

async function tagsOf({ app }: StaffBench, id: string): Promise<string[]> {
  const rows = await app.services.db.selectFrom("media_tags").selectAll()
    .where("asset_id", "=", id).orderBy("tag_type").execute();
  return rows.map(({ tag_type: type, tag_ref: ref, state }) => `${type} ${ref} ${state}`);
}

/** Posts the form of a picture's panel, with some fields changed. */
async function save(bench: StaffBench, id: string, fields: Fields): Promise<Answer> {
  return await bench.save(`/admin/media?asset=${id}`, {
    intent: "save",
    title: "Wall",
    alt: "A wall",
    focalX: "50",
    focalY: "50",
    group: "",
    ...fields,
  });
}

test("the library lists 24 pictures a page, by default in gallery order (§4.8)", async (bench) => {
  await library(bench);
  const { db } = bench.app.services;
  await db.insertInto("media_tags").values({
    asset_id: "a29",
    tag_type: "project",
    tag_ref: PROJECT,
  }).execute();
  const first = listed(await bench.get("/admin/media"));
  assert.equal(first.length, 24);
  assert.deepEqual(first.slice(0, 3), ["a29", "a00", "a01"], "pictures of a project come first");
  const rest = await bench.get("/admin/media?offset=24");
  assert.deepEqual(listed(rest), ["a23", "a24", "a25", "a26", "a27", "a28"]);
  assert.match(rest.text, /Page 2 of 2/);
  const third = await bench.get("/admin/media?limit=10&page=3&sort=oldest");
  assert.deepEqual(listed(third).length, 10);
  assert.match(third.text, /name="page"[^>]* max="3"[^>]* value="3"/, "a field leads to any page");
  assert.match(
    third.text,
    /href="\?limit=10&amp;sort=oldest&amp;page=2" [^>]*rel="prev"|rel="prev"[^>]*href="\?limit=10&amp;sort=oldest&amp;page=2"/,
  );
  const newest = listed(await bench.get("/admin/media?sort=newest&limit=2"));
  assert.deepEqual(newest, ["a29", "a28"]);
  assert.deepEqual(listed(await bench.get("/admin/media?sort=unheard-of&limit=1")), ["a29"]);
});

test("the address filters the library, and unknown values are ignored (§4.8)", async (bench) => {
  await library(bench);
  const cases: [query: string, ids: string[] | number][] = [
    ["source=cms", ["a02"]],
    ["type=video", ["a03"]],
    ["usage=used", ["a00", "a01"]],
    ["filter=unused&limit=100", 28],
    ["q=wall+1&sort=name-asc&limit=3", ["a10", "a12", "a14"]],
    ["q=%25", []],
    ["tagType=system&tagRef=finch&limit=100", 20],
    ["tagType=system&limit=100", 30],
    ["coverage=untagged", 10],
    ["coverage=ai-unreviewed", ["a11"]],
    ["source=nowhere&type=&usage=%00&limit=100", 30],
    ["limit=-4&offset=x", 1],
  ];
  for (const [query, expected] of cases) {
    const answer = await bench.get(`/admin/media?${query}`);
    assert.equal(answer.status, 200, query);
    const ids = listed(answer);
    if (typeof expected === "number") assert.equal(ids.length, expected, query);
    else assert.deepEqual(ids, expected, query);
  }
});

test("the number on each queue and facet is the length of the list that it links to", async (bench) => {
  await library(bench);
  for (const query of ["", "q=wall", "source=manual&tagType=system&tagRef=finch"]) {
    const { text } = await bench.get(`/admin/media?${query}`);
    const narrowings = [
      ...text.matchAll(/<a href="(\?[^"]*)"[^>]*class="media-queue"[^>]*>[^<]*<span>([\d,]+)</g),
      ...text.matchAll(/<li ?><a href="(\?[^"]*)">[^<]*<span>([\d,]+)<\/span>/g),
    ];
    assert.ok(narrowings.length >= 5, query);
    for (const [, href = "", total = ""] of narrowings) {
      const list = await bench.get(`/admin/media${href.replaceAll("&amp;", "&")}&limit=100`);
      assert.equal(listed(list).length, Number(total), href);
    }
  }
});

test("an empty list says why it is empty, and what to do", async (bench) => {
  await library(bench);
  const none = await bench.get("/admin/media?q=zzz");
  assert.match(none.text, /No picture matches/);
  assert.match(none.text, /Clear filters/);
  assert.match((await bench.get("/admin/media?coverage=grouped")).text, /No picture is in a shot/);
  assert.match((await bench.get("/admin/media?offset=900")).text, /The list ends before this page/);
  const { db } = bench.app.services;
  await db.updateTable("media_tags").set({ state: "live" }).execute();
  assert.match((await bench.get("/admin/media?coverage=ai-unreviewed")).text, /No tags to review/);
  await db.deleteFrom("media_assets").execute();
  const blank = await bench.get("/admin/media");
  assert.match(blank.text, /No pictures yet/);
  assert.match(blank.text, /href="\/admin\/media\/upload"/);
});

test("the address has the view, the density and the open picture, whose neighbours may be on other pages", async (bench) => {
  await library(bench);
  const list = await bench.get("/admin/media?view=list&density=compact&sort=oldest&limit=2");
  assert.match(list.text, /media-rows" data-density="compact"/);
  const open = await bench.get("/admin/media?sort=oldest&limit=2&offset=2&asset=a03");
  assert.match(open.text, /data-panel="a03"/);
  assert.match(open.text, /href="\?sort=oldest&amp;limit=2&amp;offset=2&amp;asset=a02#asset-a02"/);
  assert.match(open.text, /href="\?sort=oldest&amp;limit=2&amp;offset=4&amp;asset=a04#asset-a04"/);
  const gone = await bench.get("/admin/media?asset=no-such-one");
  assert.equal(gone.status, 200);
  assert.doesNotMatch(gone.text, /data-panel/);
});

test("the panel shows where a picture is used, and why its import failed", async (bench) => {
  await library(bench);
  const used = await bench.get("/admin/media?asset=a00");
  assert.match(used.text, /href="\/admin\/systems\/finch\/gallery"[^>]*>Finch</);
  assert.match((await bench.get("/admin/media?asset=a01")).text, /href="\/admin\/pages\/home"/);
  assert.match((await bench.get("/admin/media?asset=a04")).text, /Its host answers 404\./);
  const retried = await bench.post("/admin/media?asset=a04", { intent: "retry" });
  assert.equal(
    retried.status,
    303,
    "the retry fails because of the host, not because of the request",
  );
  const entries = await bench.app.services.db.selectFrom("audit_log")
    .select(["actor", "entity_type", "entity_id", "before", "after"])
    .where("action", "=", "retry-import").execute();
  const failure = { filename: "a04.jpg", importError: "Its host answers 404." };
  assert.partialDeepStrictEqual(entries, [{
    actor: "editor@example.com",
    entity_type: "media",
    entity_id: "a04",
    before: failure,
    after: { ...failure, importFailedAt: null },
  }], "a retry is audited (§6.2)");
  await bench.post("/admin/media?asset=a00", { intent: "retry" });
  const { count } = await bench.app.services.db.selectFrom("audit_log")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("action", "=", "retry-import").executeTakeFirstOrThrow();
  assert.equal(Number(count), 1, "a retry without a failed import has no entry");
});

test(
  "saving returns to the same list, and writes the fields with an audit entry",
  async (bench) => {
    await library(bench);
    const path = "/admin/media?view=list&q=a0&asset=a06";
    const saved = await bench.save(path, {
      intent: "save",
      title: HOSTILE,
      alt: "A folded wall\r\nin a school",
      focalX: "25",
      focalY: "62.5",
      group: "Dusk",
    });
    assert.equal(saved.status, 303);
    assert.equal(saved.location, `${path}#asset-a06`);
    const row = await rowOf(bench, "a06");
    assert.deepEqual(
      [row?.title, row?.alt_text, row?.focal_x, row?.focal_y],
      [HOSTILE, "A folded wall\nin a school", 0.25, 0.625],
    );
    assert.notEqual(row?.shot_group_id, null);
    const page = await bench.get("/admin/media?asset=a06");
    assert.ok(!page.text.includes(HOSTILE), "the title is escaped");
    await save(bench, "a07", { group: "Dusk" });
    assert.equal(
      (await rowOf(bench, "a07"))?.shot_group_id,
      row?.shot_group_id,
      "the existing group",
    );
    const entries = await bench.entries();
    assert.equal(entries.filter(({ type }) => type === "shot-group").length, 1);
    assert.deepEqual(
      entries.filter(({ type }) => type === "media").map(({ id, action }) => `${id} ${action}`),
      ["a06 update", "a07 update"],
    );
  },
);

test("the panel says which texts follow the CMS, and which are by staff (§4.11)", async (bench) => {
  await library(bench);
  const { db } = bench.app.services;
  await db.updateTable("media_assets").set({ cms_title: "Wall 2", cms_alt_text: "A <lobby>" })
    .where("id", "=", "a02").execute();
  const { text } = await bench.get("/admin/media?asset=a02");
  assert.match(text, /Title follows the CMS until you change it\./);
  assert.match(text, /Alt text is by staff\. The CMS’s was: “A &lt;lobby>”/);
  const upload = await bench.get("/admin/media?asset=a00");
  assert.doesNotMatch(upload.text, /follows the CMS/);
});

test("saving an unchanged text of the CMS keeps its exact characters (§4.11)", async (bench) => {
  await library(bench);
  const { db } = bench.app.services;
  // A changed text would be normalised: runs of spaces become one space, and CRLF becomes LF.
  const [title, alt_text] = ["Lobby\u00a0East,  by night", "A lobby.\r\nBy night."];
  await db.updateTable("media_assets")
    .set({ title, alt_text, cms_title: title, cms_alt_text: alt_text })
    .where("id", "=", "a02").execute();
  await save(bench, "a02", { title, alt: alt_text, focalX: "25" });
  const row = await rowOf(bench, "a02");
  assert.deepEqual([row?.focal_x, row?.title, row?.alt_text], [0.25, title, alt_text]);
  await save(bench, "a02", { title: "Lobby East at night", alt: "" });
  const edited = await rowOf(bench, "a02");
  assert.deepEqual([edited?.title, edited?.alt_text], ["Lobby East at night", null]);
});

test("a change saved in the panel can be undone, including the shot group", async (bench) => {
  await library(bench);
  const path = "/admin/media?asset=a06";
  await save(bench, "a06", { title: "First", alt: "A wall", focalX: "25", group: "Dusk" });
  const before = await rowOf(bench, "a06");
  const { version } = await bench.get(path);
  const second = { title: "Second", alt: "", focalX: "75", focalY: "50", group: "", version };
  const saved = await bench.act(path, { intent: "save", ...second });
  assert.equal((await rowOf(bench, "a06"))?.title, "Second");
  assert.equal(saved.undo?.action, path);
  assert.equal((await bench.undo(saved)).status, 303);
  const after = await rowOf(bench, "a06");
  for (const column of ["title", "alt_text", "focal_x", "focal_y"] as const) {
    assert.equal(after?.[column], before?.[column], column);
  }
  assert.equal(await groupName(bench.app.services.db, after?.shot_group_id ?? null), "Dusk");
});

test("a picture whose CMS texts have the longest length can be saved (§4.11)", async (bench) => {
  await library(bench);
  const longest = "x".repeat(500);
  const { db } = bench.app.services;
  await db.updateTable("media_assets").set({ title: longest, alt_text: longest })
    .where("id", "=", "a02").execute();
  const saved = await save(bench, "a02", { title: longest, alt: longest, focalX: "25" });
  assert.equal(saved.status, 303, saved.text);
  const row = await rowOf(bench, "a02");
  assert.deepEqual([row?.title, row?.alt_text, row?.focal_x], [longest, longest, 0.25]);
});

test("the second editor of a picture gets a conflict that shows both versions", async (bench) => {
  await library(bench);
  const stale = await bench.get("/admin/media?asset=a08");
  await save(bench, "a08", { title: "Theirs" });
  const fields = {
    intent: "save",
    title: "Mine",
    alt: "A wall",
    focalX: "50",
    focalY: "50",
    group: "",
  };
  const refused = await bench.post("/admin/media?asset=a08", { ...fields, version: stale.version });
  assert.equal(refused.status, 409);
  assert.match(refused.text, /Theirs/);
  assert.match(refused.text, /value="Mine"/);
  assert.equal((await rowOf(bench, "a08"))?.title, "Theirs");
  const again = await bench.post("/admin/media?asset=a08", { ...fields, version: refused.version });
  assert.equal(again.status, 303);
  assert.equal((await rowOf(bench, "a08"))?.title, "Mine");
});

test("the panel of a refused form stays open and says what is wrong", async (bench) => {
  await library(bench);
  for (
    const [fields, words] of [
      [{ focalX: "101" }, /from 0 to 100/],
      [{ focalY: "left" }, /from 0 to 100/],
      [{ focalY: "62,5" }, /from 0 to 100, such as 37\.5/],
      [{ alt: "a".repeat(501) }, /at most 500 characters/],
      [{ title: "\x07" }, /cannot be printed/],
    ] as const
  ) {
    const answer = await save(bench, "a09", fields);
    assert.equal(answer.status, 400, JSON.stringify(fields));
    assert.match(answer.text, words);
    assert.match(answer.text, /data-panel="a09"/);
  }
  assert.deepEqual(await bench.entries(), []);
});

test("tags are added, removed, accepted and rejected in the panel", async (bench) => {
  await library(bench);
  const on = (id: string, fields: Fields) => bench.post(`/admin/media?asset=${id}`, fields);
  assert.equal((await on("a11", { intent: "tag", tag: "application:school" })).status, 303);
  assert.equal((await on("a11", { intent: "accept", tag: "attribute:oak" })).status, 303);
  assert.equal((await on("a11", { intent: "tag", tag: "harbour school" })).status, 303);
  assert.equal((await on("a11", { intent: "untag", tag: "system:finch" })).status, 303);
  assert.deepEqual(await tagsOf(bench, "a11"), [
    "application school live",
    "attribute oak live",
    `project ${PROJECT} live`,
  ]);
  await bench.app.services.db.updateTable("media_tags").set({ state: "proposed", confidence: 0.5 })
    .where("tag_ref", "=", "oak").execute();
  assert.equal((await on("a11", { intent: "reject", tag: "attribute:oak" })).status, 303);
  assert.ok((await tagsOf(bench, "a11")).includes("attribute oak rejected"));
  const before = await tagsOf(bench, "a11");
  const many = ["attribute:oak", ...Array.from({ length: 200 }, (_, n) => `system:s${n}`)];
  for (
    const [fields, words, id] of [
      [{ intent: "tag", tag: "" }, /Error:<\/span> Choose a tag from the list</, "tag-error"],
      [
        { intent: "link", owner: "" },
        /Error:<\/span> Choose a system or an answer from the list</,
        "owner-error",
      ],
      [{ intent: "tag", tag: "system:no-such-system" }, /retired or gone/, "tag-error"],
      [{ intent: "tag", tag: "harbour" }, /Several match “harbour”/, "tag-error"],
      [{ intent: "tag", tag: "nowhere" }, /Nothing is called “nowhere”/, "tag-error"],
      [{ intent: "link", owner: "page:home" }, /Nothing is called “page:home”/, "owner-error"],
      [{ intent: "link", owner: "Oak veneer" }, /Nothing is called/, "owner-error"],
      [{ intent: "unreject", tag: many }, /Choose at most 200 tags at once/, "tag-error"],
      [{ intent: "unreject", tag: ["attribute:oak", "colour:red"] }, /names no tag/, "tag-error"],
      [{ intent: "untag", tag: many }, /Choose at most 1 tag at once/, "tag-error"],
    ] as const
  ) {
    const answer = await on("a11", fields);
    assert.equal(answer.status, 400, JSON.stringify(fields));
    assert.match(answer.text, words);
    assert.match(answer.text, new RegExp(`<input[^>]* aria-describedby="${id}"[^>]* autofocus`));
    assert.match(answer.text, new RegExp(`<p id="${id}"`));
  }
  assert.deepEqual(await tagsOf(bench, "a11"), before);
});

test("accepting, rejecting or adding a proposed tag can be undone, which restores the proposal", async (bench) => {
  await library(bench);
  const tags = () =>
    bench.app.services.db.selectFrom("media_tags").selectAll().where("asset_id", "=", "a11")
      .orderBy("tag_ref").execute();
  const before = await tags();
  for (const intent of ["tag", "accept", "reject"]) {
    const decided = await bench.act("/admin/media?asset=a11", { intent, tag: "attribute:oak" });
    assert.notDeepEqual(await tags(), before, intent);
    assert.equal((await bench.undo(decided)).status, 303, intent);
    assert.deepEqual(await tags(), before, intent);
  }
});

test("all proposed tags of a picture can be accepted at once", async (bench) => {
  await library(bench);
  await bench.app.services.db.insertInto("media_tags").values({
    asset_id: "a11",
    tag_type: "application",
    tag_ref: "school",
    state: "proposed",
    confidence: 0.6,
  }).execute();
  const accepted = await bench.post("/admin/media?asset=a11", {
    intent: "accept",
    tag: ["attribute:oak", "application:school"],
  });
  assert.equal(accepted.status, 303);
  assert.deepEqual(await tagsOf(bench, "a11"), [
    "application school live",
    "attribute oak live",
    "system finch live",
  ]);
});

test("a picture's panel adds it to a gallery and removes it", async (bench) => {
  await library(bench);
  const on = (fields: Fields) => bench.post("/admin/media?asset=a12", fields);
  assert.equal((await on({ intent: "link", owner: "Finch" })).status, 303, "by its name");
  assert.match((await bench.get("/admin/media?asset=a12")).text, /in its gallery/);
  assert.equal((await on({ intent: "unlink", owner: "system:finch" })).status, 303);
  assert.equal((await on({ intent: "link", owner: "system:no-such-system" })).status, 409);
  const { db } = bench.app.services;
  const uses = await db.selectFrom("media_links").select("asset_id").orderBy("asset_id").execute();
  assert.deepEqual(uses.map(({ asset_id: id }) => id), ["a00", "a01"]);
});

test("replacing the picture of an answer names the replaced one, and Undo restores it", async (bench) => {
  await library(bench);
  const { db } = bench.app.services;
  const linked = async () => {
    const rows = await db.selectFrom("media_links").select("asset_id")
      .where("owner_type", "=", "option").where("owner_id", "=", "loud").execute();
    return rows.map(({ asset_id: id }) => id);
  };
  const link = { intent: "link", owner: "factor:loud" };
  assert.equal((await bench.act("/admin/media?asset=a12", link)).text, "It is used there now.");
  const warning = /An answer has one picture, so it replaces that one/;
  assert.match((await bench.get("/admin/media?asset=a14")).text, warning);
  const replaced = await bench.act("/admin/media?view=list&asset=a14", link);
  assert.equal(replaced.text, "It is used there now, in place of Wall 12.");
  assert.deepEqual(await linked(), ["a14"]);
  assert.equal(replaced.undo?.action, "/admin/media?view=list&asset=a12");
  assert.match((await bench.undo(replaced)).flash?.text ?? "", /in place of Wall 14\./);
  assert.deepEqual(await linked(), ["a12"]);
});

test("a video cannot be the picture of an answer (§4.11)", async (bench) => {
  await library(bench);
  const places = async (id: string) =>
    /<datalist id="place-names">.*?<\/datalist>/.exec(
      (await bench.get(`/admin/media?asset=${id}`)).text,
    )?.[0];
  assert.match(await places("a12") ?? "", /value="Noise: Loud \(Answer\)"/);
  assert.doesNotMatch(await places("a03") ?? "Answer", /Answer/);
  for (
    const [owner, words] of [
      ["", "Choose a system from the list"],
      ["Noise: Loud", "Nothing is called “Noise: Loud”. Choose a system from the list"],
      ["factor:loud", "Nothing is called “factor:loud”. Choose a system from the list"],
    ] as const
  ) {
    const refused = await bench.post("/admin/media?asset=a03", { intent: "link", owner });
    assert.equal(refused.status, 400);
    assert.ok(refused.text.includes(`Error:</span> ${words}<`), owner);
  }
  assert.deepEqual(await bench.entries(), []);
});

test("a bulk action applies to the ticked pictures, or to all that match", async (bench) => {
  await library(bench);
  const apply = (query: string, fields: Fields) =>
    bench.post(`/admin/media?${query}`, { intent: "apply", ...fields });
  const tagged = await apply("view=list", { id: ["a00", "a10"], act: "tag", tag: "attribute:oak" });
  assert.equal(tagged.status, 303);
  assert.equal(tagged.location, "/admin/media?view=list");
  assert.ok((await tagsOf(bench, "a00")).includes("attribute oak live"));
  await apply("", { id: ["a10"], act: "untag", tag: "finch (system)" });
  assert.deepEqual(await tagsOf(bench, "a10"), ["attribute oak live"]);
  await apply("", { id: ["a00", "a01"], act: "group", group: "Dusk" });
  assert.deepEqual(listed(await bench.get("/admin/media?coverage=grouped")), ["a00", "a01"]);
  await apply("", { id: ["a00", "a01"], act: "ungroup" });
  assert.deepEqual(listed(await bench.get("/admin/media?coverage=grouped")), []);
  await apply("", { id: ["a05", "a06"], act: "alt", alt: "Folded", missing: "on" });
  assert.deepEqual(
    [(await rowOf(bench, "a05"))?.alt_text, (await rowOf(bench, "a06"))?.alt_text],
    ["Folded", "A wall"],
  );
  await apply("coverage=untagged", { all: "9", act: "tag", tag: "application:school" });
  assert.deepEqual(listed(await bench.get("/admin/media?coverage=untagged")), []);
});

test("a refused bulk action says why, and keeps the ticks", async (bench) => {
  await library(bench);
  for (
    const [fields, words] of [
      [{ act: "tag", tag: "attribute:oak" }, /Tick at least one picture/],
      [{ id: "a00", act: "" }, /Choose what to do/],
      [{ id: "a00", act: "burn" }, /Choose what to do/],
      [{ id: "a00", act: "tag", tag: "nothing" }, /Nothing is called/],
      [{ id: "a00", act: "tag", tag: "system:gone" }, /retired or gone/],
      [{ id: "a00", act: "group", group: " " }, /Enter the group/],
      [{ id: "a00", act: "alt", alt: "" }, /Enter the alt text/],
      [{ all: "29", act: "ungroup" }, /The list has changed: 30 match now/],
    ] as [Fields, RegExp][]
  ) {
    const answer = await bench.post("/admin/media", { intent: "apply", ...fields });
    assert.equal(answer.status, 400, JSON.stringify(fields));
    assert.match(answer.text, words);
    if (fields.id === "a00") assert.match(answer.text, /value="a00" checked/);
  }
  assert.deepEqual(await bench.entries(), []);
});

test("Undo reverts a bulk action on all pictures, and counts those that changed since", async (bench) => {
  await library(bench);
  const { db } = bench.app.services;
  const stored = async () => [
    await db.selectFrom("media_assets").select(["id", "alt_text", "shot_group_id"]).orderBy("id")
      .execute(),
    await db.selectFrom("media_tags").select(["asset_id", "tag_ref", "state", "source"])
      .orderBy("asset_id").orderBy("tag_ref").execute(),
    await db.selectFrom("shot_groups").select("name").execute(),
  ];
  const before = await stored();
  const path = "/admin/media?view=list";
  const all = { intent: "apply", all: "30" };
  for (
    const { at, ...act } of [
      { at: "/admin/media", act: "tag", tag: "attribute:oak" },
      { at: "/admin/media?view=list", act: "untag", tag: "system:finch" },
      { at: "/admin/media", act: "group", group: "Dusk" },
      { at: "/admin/media?view=list", act: "alt", alt: "Folded" },
    ]
  ) {
    const applied = await bench.act(at, { ...all, ...act });
    assert.notDeepEqual(await stored(), before, act.act);
    const undone = await bench.undo(applied);
    assert.equal(undone.location, at);
    assert.match(undone.flash?.text ?? "", /^\d+ pictures were restored\.$/);
    assert.deepEqual(await stored(), before, act.act);
    assert.match((await bench.undo(applied)).flash?.text ?? "", /nothing to take back/);
  }
  const applied = await bench.act(path, { ...all, act: "alt", alt: "Folded" });
  await bench.act(path, { intent: "apply", id: "a07", act: "alt", alt: "Mine" });
  await bench.act(path, { intent: "delete", id: "a08", confirm: "yes" });
  assert.equal(
    (await bench.undo(applied)).flash?.text,
    "28 pictures were restored. 1 picture changed since and was left alone. 1 picture no longer exists.",
  );
  assert.equal((await rowOf(bench, "a07"))?.alt_text, "Mine");
});

test("a bulk action reports its effect, and the form keeps whether it is only for missing alt texts", async (bench) => {
  await library(bench);
  const tag = { intent: "apply", act: "tag", tag: "attribute:oak" };
  const apply = async (...ids: string[]) => {
    const { tone, text } = await bench.act("/admin/media", { ...tag, id: ids });
    return [tone, text];
  };
  assert.deepEqual(await apply("gone", "lost"), ["warning", "2 pictures no longer exist."]);
  assert.deepEqual(await apply("a00", "gone"), [
    "positive",
    "1 picture was tagged. 1 picture no longer exists.",
  ]);
  assert.deepEqual(await apply("a00", "gone"), [
    "warning",
    "1 needed no change. 1 picture no longer exists.",
  ]);
  const isTicked = /name="missing"[^>]* checked/;
  assert.match((await bench.get("/admin/media")).text, isTicked);
  const alt = { intent: "apply", act: "alt", id: "a00", alt: "" };
  assert.doesNotMatch((await bench.post("/admin/media", alt)).text, isTicked);
  assert.doesNotMatch(
    (await bench.post("/admin/media", { ...alt, missing: "false" })).text,
    isTicked,
  );
  assert.match((await bench.post("/admin/media", { ...alt, missing: "on" })).text, isTicked);
});

test(
  "deleting asks for confirmation and says where the pictures are used",
  async (bench) => {
    await library(bench);
    const asked = await bench.post("/admin/media?q=a", {
      intent: "apply",
      act: "delete",
      id: ["a00", "a01", "a02"],
    });
    assert.equal(asked.status, 409);
    assert.match(asked.text, /Delete 3 pictures\?/);
    assert.match(asked.text, /href="\/admin\/systems\/finch\/gallery"/);
    assert.match(asked.text, /href="\/admin\/pages\/home"/);
    const unused = await bench.post("/admin/media?asset=a05", { intent: "delete", id: "a05" });
    assert.equal(unused.status, 200);
    assert.match(asked.text, /name="confirm" value="used"/);
    assert.match(unused.text, /name="confirm" value="yes"/);
    assert.doesNotMatch(unused.text, /from the CMS/);
    await bench.app.services.db.updateTable("media_assets").set({ source: "cms" })
      .where("id", "=", "a05").execute();
    const synced = await bench.post("/admin/media?asset=a05", { intent: "delete", id: "a05" });
    assert.match(synced.text, /This picture is from the CMS/);
    assert.match(
      synced.text,
      /The next sync imports a picture again unless you delete it in the CMS too/,
    );
    const sinceUsed = await bench.post("/admin/media?q=a", {
      intent: "delete",
      confirm: "yes",
      id: "a00",
    });
    assert.equal(
      sinceUsed.status,
      409,
      "a confirmation without the list of uses is asked for again",
    );
    assert.match(sinceUsed.text, /href="\/admin\/systems\/finch\/gallery"/);
    assert.equal((await bench.entries()).length, 0, "nothing is deleted yet");
    const [, id = ""] = /name="id" value="([^"]*)"/.exec(asked.text) ?? [];
    assert.equal(id, "a00 a01 a02", "the question names the pictures in one field");
    const done = await bench.post("/admin/media?q=a&asset=a00", {
      intent: "delete",
      confirm: "used",
      id,
    });
    assert.equal(done.status, 303);
    assert.equal(done.location, "/admin/media?q=a");
    assert.equal(await rowOf(bench, "a00"), undefined);
    assert.deepEqual(
      (await bench.entries()).map(({ id, action }) => `${id} ${action}`),
      ["a00 delete", "a01 delete", "a02 delete"],
    );
  },
);

test("forged and incomplete forms change nothing", async (bench) => {
  await library(bench);
  const cases: [path: string, fields: Fields, status: number][] = [
    ["/admin/media", {}, 400],
    ["/admin/media", { intent: "constructor" }, 400],
    ["/admin/media", { intent: "save", version: "x" }, 400],
    ["/admin/media?asset=gone", { intent: "save", version: "x" }, 404],
    ["/admin/media?asset=a00", { intent: "untag", tag: "colour:red" }, 400],
    ["/admin/media?asset=a00", { intent: "unlink", owner: "page:home" }, 400],
    ["/admin/media?asset=a00", { intent: "unlink", owner: "project:finch" }, 400],
    ["/admin/media?asset=a00", { intent: "unlink", owner: "system:../x" }, 409],
    ["/admin/media", { intent: "delete", confirm: "yes" }, 400],
    ["/admin/media", { intent: "delete", confirm: "yes", id: ["../a", "", "\0"] }, 400],
    ["/admin/media", { intent: "delete", confirm: "yes", id: "gone" }, 303],
  ];
  for (const [path, fields, status] of cases) {
    const answer = await bench.post(path, fields);
    assert.equal(answer.status, status, JSON.stringify(fields));
  }
  assert.deepEqual(await bench.entries(), []);
});

test("a project is found by its whole name among many with the same words", async (bench) => {
  await library(bench);
  const { db } = bench.app.services;
  const others = Array.from({ length: 13 }, (_, index) => ({
    uuid: `33333333-3333-4333-8333-3333333333${10 + index}`,
    name: `Harbour School, hall ${index}`,
    gallery_order: 0,
  }));
  await db.insertInto("cms_projects").values(others).execute();
  const tag = (project: string) =>
    bench.post("/admin/media?asset=a12", { intent: "tag", tag: project });
  assert.equal((await tag("Harbour School")).status, 303);
  assert.deepEqual(await tagsOf(bench, "a12"), [`project ${PROJECT} live`, "system finch live"]);
  await db.updateTable("cms_projects").set({ name: "Harbour Hall" })
    .where("name", "=", "Harbour School, hall 1").execute();
  const alike = await tag("Harbour Hall");
  assert.equal(alike.status, 400);
  assert.match(alike.text, /Several are called “Harbour Hall”\. Open the one you mean/);
});

test("the search for a tag by name links to its pictures, of projects too (§4.8)", async (bench) => {
  await library(bench);
  const found = await bench.get("/admin/media?find=harbour&view=list");
  assert.match(found.text, new RegExp(`view=list&amp;tagType=project&amp;tagRef=${PROJECT}`));
  const narrowed = await bench.get(`/admin/media?tagType=project&tagRef=${PROJECT}`);
  assert.match(narrowed.text, /Project: Harbour School/);
});
