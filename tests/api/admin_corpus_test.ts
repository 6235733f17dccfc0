/** The staff screens of the corpus: lists, editing, uploads and the trial search. */
import assert from "node:assert/strict";
import type { FetchOutcome } from "@/lib/net/mod.ts";
import { startApp } from "../helpers/app.ts";
import { storeItem } from "../helpers/corpus.ts";
import { anyEngine } from "../helpers/db.ts";
import { smallCatalog } from "../helpers/small_catalog.ts";
import { type Fields, type StaffBench, startStaff } from "../helpers/staff.ts";

const HERON = "/admin/corpus/heron-page";
const HOSTILE = `<script>alert(1)</script>"'&`;
const UPLOAD = "/admin/corpus/upload";

/** Starts the app with two versions of Heron's page, an article, a dead link, a document about no system, an upload. */
async function startCorpus(...options: Parameters<typeof startStaff>): Promise<StaffBench> {
  const bench = await startStaff(...options);
  const { db } = bench.app.services;
  await storeItem(db, "heron-page", {
    texts: ["Heron is quiet to STC 52.", "Heron is heavy."],
    heading: "About it",
    row: { title: "Heron page", content_type: "pdp", pdp_path: "/heron", source_key: "heron" },
  });
  await storeItem(db, "heron-page-old", {
    row: {
      title: "Heron page, once",
      content_type: "pdp",
      source_key: "heron",
      state: "superseded",
      superseded_by: "heron-page",
    },
  });
  await storeItem(db, "article", { systemIds: ["heron", "crane"], row: { title: "An article" } });
  await storeItem(db, "gone", { row: { title: "A page that is gone", link_status: "dead" } });
  await storeItem(db, "nothing", { systemIds: [], row: { title: "About nothing" } });
  await storeItem(db, "sheet", {
    row: { title: "A sheet", content_type: "tech-doc", source_kind: "upload", source_url: null },
  });
  return bench;
}

/** Returns the ids of the documents that the table of a page links to. */
function listedIn({ text }: { text: string }): string[] {
  const table = /<tbody[^>]*>.*<\/tbody>/s.exec(text)?.[0] ?? "";
  return [...table.matchAll(/<th scope="row".*?href="\/admin\/corpus\/([^"#]+)"/gs)]
    .map(([, id = ""]) => id);
}

async function rowOf(bench: StaffBench, id: string) {
  return await bench.app.services.db.selectFrom("corpus_items").selectAll().where("id", "=", id)
    .executeTakeFirstOrThrow();
}

/** Returns, as text, everything that a refusal must leave unchanged. */
async function corpusTraces(bench: StaffBench): Promise<string> {
  const { db } = bench.app.services;
  const items = await db.selectFrom("corpus_items").selectAll().orderBy("id").execute();
  const about = await db.selectFrom("corpus_item_systems").selectAll()
    .orderBy("item_id").orderBy("system_id").execute();
  const passages = await db.selectFrom("corpus_passages").selectAll()
    .orderBy("item_id").orderBy("seq").execute();
  return JSON.stringify([items, about, passages, await bench.entries()]);
}

Deno.test("the address filters and sorts the list, and each gap's number is the length of its list", async () => {
  await using bench = await startCorpus(smallCatalog());
  const cases: readonly [query: string, ids: string[]][] = [
    ["", ["gone", "sheet", "nothing", "article", "heron-page"]],
    ["?state=all&q=heron", ["heron-page", "heron-page-old"]],
    ["?type=tech-doc", ["sheet"]],
    ["?link=dead", ["gone"]],
    ["?link=none", ["sheet"]],
    ["?system=crane", ["article"]],
    ["?system=-", ["nothing"]],
    ["?source=upload", ["sheet"]],
    ["?sort=-title&type=blog", ["article", "nothing", "gone"]],
    ["?state=retired", []],
    ["?type=nonsense&state=nonsense&link=1&sort=id&page=0&q=%00", [
      "gone",
      "sheet",
      "nothing",
      "article",
      "heron-page",
    ]],
  ];
  for (const [query, ids] of cases) {
    const page = await bench.get(`/admin/corpus${query}`);
    assert.equal(page.status, 200, query);
    assert.deepEqual(listedIn(page), ids, query);
  }
  const page = await bench.get("/admin/corpus");
  assert.match(page.text, /5 active documents with 6 passages, 0 retired, 1 superseded\./);
  const gaps = /<ul[^>]*aria-label="Coverage">.*?<\/ul>/s.exec(page.text)?.[0] ?? "";
  const links = [...gaps.matchAll(/href="([^"]+)"[^>]*>[^<]*<span[^>]*>(\d+)</g)];
  assert.deepEqual(links.map(([, href]) => href), [
    "/admin/corpus/coverage?show=none",
    "/admin/corpus?system=-",
    "/admin/corpus?link=dead",
  ]);
  for (const [, href = "", count] of links) {
    const list = await bench.get(href);
    assert.match(list.text, new RegExp(`>${count} (document|system)s? match`), href);
  }
  assert.match((await bench.get("/admin/corpus?q=zzz")).text, /No document matches/);
  assert.match((await bench.get("/admin")).text, /Documents with dead links/);
});

Deno.test("coverage counts the documents with passages that no buyer has seen, and says since when", async () => {
  await using bench = await startCorpus(smallCatalog());
  const { evidence, background } = bench.app.services;
  const neverQuoted = async () => {
    const { text } = await bench.get("/admin/corpus/coverage");
    assert.match(text, /We count the passages that we look up for buyers, since <time/);
    const ids = listedIn(await bench.get("/admin/corpus?quoted=never"));
    assert.equal(/passages never quoted <span[^>]*>(\d+)</.exec(text)?.[1], `${ids.length}`);
    return ids.toSorted();
  };
  const all = ["article", "gone", "heron-page", "nothing", "sheet"];
  assert.deepEqual(await neverQuoted(), all);
  assert.match((await bench.get(HERON)).text, /Never quoted/);

  await bench.get("/admin/corpus/try?q=heron");
  await background.idle();
  assert.deepEqual(await neverQuoted(), all, "a trial by staff does not count");

  await evidence.refresh();
  assert.equal((await bench.get("/systems/heron")).status, 200);
  await background.idle();
  const after = await neverQuoted();
  assert.ok(after.includes("nothing") && after.length < all.length);
  assert.match((await bench.get(HERON)).text, /Quoted 1 time, last <time/);
});

Deno.test("an empty corpus says so, on every page about it", async () => {
  await using bench = await startStaff(smallCatalog());
  assert.match((await bench.get("/admin/corpus")).text, /No documents yet/);
  assert.match((await bench.get("/admin/corpus/try?q=quiet")).text, /Nothing found/);
  assert.match((await bench.get("/admin/corpus/coverage")).text, /No evidence/);
});

Deno.test("the pages of a long list neither skip nor repeat a document", async () => {
  await using bench = await startStaff(smallCatalog());
  const { db } = bench.app.services;
  const ids = Array.from({ length: 120 }, (_, n) => `item-${String(n).padStart(3, "0")}`);
  await db.transaction().execute(async (trx) => {
    for (const id of ids) await storeItem(trx, id, { row: { title: "The same title" } });
  });
  const seen: string[] = [];
  for (const page of [1, 2, 3]) {
    seen.push(...listedIn(await bench.get(`/admin/corpus?page=${page}`)));
  }
  assert.deepEqual(seen, ids);
  const past = await bench.get("/admin/corpus?page=99");
  assert.match(past.text, /max="3" required value="3"/);
  assert.match(past.text, />120 documents</);
});

Deno.test("a document's page shows its passages, its versions, and whether quotes link to it", async () => {
  await using bench = await startCorpus(smallCatalog());
  const { text } = await bench.get(HERON);
  assert.match(text, /id="passage-2".*Heron is heavy\./s);
  assert.match(text, /Heron is quiet to STC 52\..*<\/p>/s);
  assert.match(text, />6 words</);
  assert.match(text, /href="\/admin\/corpus\/heron-page-old"/);
  assert.match(text, /Plain text: no marketing site is configured\./);
  const old = (await bench.get("/admin/corpus/heron-page-old")).text;
  assert.match(old, /No, because it is superseded\./);
  assert.match(old, /href="\/admin\/corpus\/heron-page"/);
  assert.match((await bench.get("/admin/corpus/sheet")).text, /an upload has no public address/);
  assert.match((await bench.get("/admin/corpus/gone")).text, /until a check finds the link live/);
  assert.match((await bench.get("/admin/corpus/article")).text, /crane \(not in the catalog\)/);
});

anyEngine(
  "only title, path and systems can be edited, and every change is in the log (§6.2)",
  async (engine) => {
    await using bench = await startCorpus(smallCatalog(), engine);
    const before = await rowOf(bench, "heron-page");
    const forged = {
      id: "article",
      state: "retired",
      supersededBy: "article",
      contentType: "blog",
      content_hash: "forged",
      text: "forged",
    };
    const form = { title: " Heron  now ", pdpPath: "/h", systems: ["finch", "gull"], ...forged };
    const saved = await bench.save(HERON, form);
    assert.deepEqual([saved.status, saved.location], [303, HERON]);
    const { updated_at: _, ...after } = await rowOf(bench, "heron-page");
    const { updated_at: __, ...same } = before;
    assert.deepEqual(after, { ...same, title: "Heron now", pdp_path: "/h" });

    assert.equal((await bench.post(HERON, { intent: "retire" })).status, 303);
    assert.equal((await bench.post(HERON, { intent: "restore" })).status, 303);
    const supersede = { intent: "supersede", successor: "article" };
    assert.equal((await bench.post(HERON, supersede)).status, 303);
    assert.equal((await bench.post(HERON, supersede)).status, 303, "the same action again");
    const entries = await bench.entries();
    assert.deepEqual(
      entries.map(({ actor, action, type, id }) => `${actor} ${action} ${type} ${id}`),
      ["update", "retire", "restore", "supersede"]
        .map((action) => `editor@example.com ${action} corpus-item heron-page`),
    );
    const record = {
      id: "heron-page",
      title: "Heron now",
      contentType: "pdp",
      pdpPath: "/h",
      systemIds: ["finch", "gull"],
      state: "active",
      supersededBy: null,
    };
    assert.deepEqual(entries[0]?.after, record);
    assert.deepEqual(entries[3]?.after, {
      ...record,
      state: "superseded",
      supersededBy: "article",
    });
    const { text } = await bench.get("/admin/audit", "auditor");
    assert.match(text.replaceAll(/<[^>]+>/g, ""), /superseded the document\s*Heron now/);
  },
);

Deno.test("restoring one version supersedes the other, whose page offers to restore it", async () => {
  await using bench = await startCorpus(smallCatalog());
  const act = async (path: string, fields: Fields): Promise<void> => {
    const answer = await bench.post(path, fields);
    assert.equal(answer.status, 303, path);
  };
  const states = async () =>
    await Promise.all(
      ["heron-page", "heron-page-old"].map(async (id) => (await rowOf(bench, id)).state),
    );
  await act("/admin/corpus/heron-page-old", { intent: "restore" });
  assert.deepEqual(await states(), ["superseded", "active"]);
  const { text } = await bench.get(HERON);
  assert.match(text, /Restore this document/);
  await act(HERON, { intent: "restore" });
  assert.deepEqual(await states(), ["active", "superseded"]);
  assert.match((await bench.get(HERON)).text, /Supersede by this/);
  const long = await bench.get(`${HERON}?replacement=${"x".repeat(101)}`);
  assert.match(long.text, /id="replacement-error".*Use at most 100 characters.*value="x{101}"/s);
  assert.doesNotMatch(long.text, /No active document matches/);
  const search = await bench.get(`${HERON}?replacement=article`);
  assert.match(search.text, /Supersede by this<span class="sr-only">: An article</);
  assert.doesNotMatch(search.text, /: About nothing/);
});

Deno.test("a refused action says why, and refused or ineffective actions change nothing (§6.2, §7)", async (context) => {
  await using bench = await startCorpus(smallCatalog());
  const before = await corpusTraces(bench);
  const form = { title: "Heron page", pdpPath: "/heron", systems: ["heron"] };
  const wrong: readonly [field: string, value: string | string[], message: RegExp][] = [
    ["title", " ", /Enter a title/],
    ["title", "x".repeat(301), /Use at most 300 characters/],
    ["title", "a\u0000b", /Remove the characters that cannot be printed/],
    ["pdpPath", "heron", /Enter a path that begins with \//],
    ["pdpPath", "/a b", /Enter a path that begins with \//],
    ["pdpPath", `/${"x".repeat(500)}`, /Use at most 500 characters/],
    ["systems", "no-such-system", /Choose systems from the list/],
    ["systems", ["heron", "a\u0000"], /Choose systems from the list/],
    ["systems", Array.from({ length: 101 }, (_, n) => `s${n}`), /Choose at most 100/],
  ];
  for (const [field, value, message] of wrong) {
    await context.step(`${field} ${JSON.stringify(value).slice(0, 30)}`, async () => {
      const answer = await bench.save(HERON, { ...form, [field]: value });
      assert.equal(answer.status, 400);
      assert.match(answer.text, message);
      assert.ok(answer.text.includes(`href="#${field}"`), "the summary leads to the field");
      assert.ok(answer.text.includes(`id="${field}-error"`), "the message is beside the field");
    });
  }
  const refused: readonly [path: string, fields: Fields, status: number][] = [
    [HERON, { intent: "explode" }, 400],
    [HERON, { intent: "supersede" }, 400],
    [HERON, { intent: "supersede", successor: "a\u0000" }, 400],
    [HERON, { intent: "supersede", successor: "no-such-item" }, 409],
    [HERON, { intent: "supersede", successor: "heron-page" }, 409],
    [HERON, { intent: "supersede", successor: "heron-page-old" }, 409],
    ["/admin/corpus/heron-page-old", { intent: "supersede", successor: "article" }, 409],
    ["/admin/corpus/heron-page-old", { intent: "retire" }, 303],
    ["/admin/corpus/article", { intent: "restore" }, 303],
    ["/admin/corpus/sheet", { intent: "check-link" }, 303],
    [HERON, { ...form, title: "Mine", version: "stale" }, 409],
    [HERON, { ...form, title: "Mine" }, 409],
    ["/admin/corpus", { intent: "retire", id: "article" }, 405],
    ["/admin/corpus/new", form, 404],
  ];
  for (const [path, fields, status] of refused) {
    await context.step(`${path} ${JSON.stringify(fields)}`, async () => {
      assert.equal((await bench.post(path, fields)).status, status);
    });
  }
  for (const id of ["no-such-item", "%00", "a%2Fb", "%C3%A9", "new"]) {
    await context.step(`the missing document ${id}`, async () => {
      const path = `/admin/corpus/${id}`;
      assert.equal((await bench.get(path)).status, 404);
      for (const intent of ["save", "retire", "restore", "supersede", "check-link"]) {
        const fields = { ...form, intent, successor: "article", version: "none" };
        assert.equal((await bench.post(path, fields)).status, 404, intent);
      }
    });
  }
  await context.step("an auditor", async () => {
    const paths = [
      "/admin/corpus",
      HERON,
      UPLOAD,
      "/admin/corpus/try",
      "/admin/corpus/coverage",
    ];
    for (const path of paths) {
      assert.equal((await bench.get(path, "auditor")).status, 403, path);
    }
    for (const intent of ["save", "retire", "supersede", "check-link"]) {
      assert.equal((await bench.post(HERON, { ...form, intent }, "auditor")).status, 403, intent);
    }
    assert.equal(
      (await bench.upload(UPLOAD, files({ "a.md": "# A\n\nText." }), "auditor")).status,
      403,
    );
  });
  assert.equal(await corpusTraces(bench), before);
});

Deno.test("the second of two editors gets a conflict that shows both versions (§7)", async () => {
  await using bench = await startCorpus(smallCatalog());
  const form = { title: "Heron page", pdpPath: "/heron", systems: ["heron"] };
  const { version } = await bench.get(HERON);
  await bench.save(HERON, { ...form, systems: ["finch"] });
  const late = await bench.post(HERON, { ...form, title: "Mine", version });
  assert.equal(late.status, 409);
  assert.match(late.text, /while you were editing/);
  assert.match(late.text, />Mine</);
  assert.match(late.text, />Finch</);
  assert.equal(
    (await bench.post(HERON, { ...form, title: "Mine", version: late.version })).status,
    303,
  );
});

Deno.test("the texts of a document are escaped on every page (§7)", async () => {
  await using bench = await startCorpus(smallCatalog());
  await storeItem(bench.app.services.db, "hostile", {
    texts: [HOSTILE],
    heading: HOSTILE,
    row: {
      title: HOSTILE,
      source_url: "javascript:alert(1)",
      source_key: HOSTILE,
      link_note: HOSTILE,
      pdp_path: HOSTILE,
    },
  });
  for (
    const path of [
      "/admin/corpus",
      "/admin/corpus/hostile",
      "/admin/corpus/try?q=script+alert",
      `/admin/corpus/try?${new URLSearchParams({ q: HOSTILE })}`,
      `/admin/corpus?${new URLSearchParams({ q: HOSTILE, system: HOSTILE, state: "all" })}`,
      `${HERON}?${new URLSearchParams({ replacement: HOSTILE })}`,
      "/admin/corpus/heron-page?replacement=script",
    ]
  ) {
    const { status, text } = await bench.get(path);
    assert.equal(status, 200, path);
    assert.ok(!text.includes("<script>alert"), path);
    assert.doesNotMatch(text, /href="javascript:/i, path);
  }
});

Deno.test("a trial search shows the passages that it finds, the words looked up, and scores", async () => {
  await using bench = await startCorpus(smallCatalog());
  const page = await bench.get("/admin/corpus/try?q=How+quiet+is+it%3F");
  assert.match(page.text, /href="\/admin\/corpus\/heron-page#passage-1"/);
  assert.match(page.text, /<code[^>]*>quiet<\/code>/);
  assert.match(page.text, /As asked/);
  assert.match(page.text, /\+\d+\.\d\d/);
  assert.match(page.text, />\s*quiet \(stc\)/, "a related word is told apart from the asked one");
  await storeItem(bench.app.services.db, "long", {
    texts: Array.from({ length: 21 }, (_, index) => `A hinge, number ${index}.`),
  });
  const { text: many } = await bench.get("/admin/corpus/try?q=hinge");
  assert.match(many, /Only the best 20, the best first/);
  assert.equal(many.match(/href="\/admin\/corpus\/long#passage-/g)?.length, 20);
  const about = await bench.get("/admin/corpus/try?systems=heron,no-such&types=tech-doc");
  assert.match(about.text, /href="\/admin\/corpus\/sheet#passage-1"/);
  assert.doesNotMatch(about.text, /heron-page#/);
  const nothing = /Enter a question, or choose a system below/;
  assert.match((await bench.get("/admin/corpus/try?q=+&types=tech-doc")).text, nothing);
  for (const query of ["", "?q=quiet", "?q=&systems=heron"]) {
    assert.doesNotMatch((await bench.get(`/admin/corpus/try${query}`)).text, nothing, query);
  }
  const long = await bench.get(`/admin/corpus/try?q=${"x".repeat(4001)}`);
  assert.match(long.text, /id="q-error".*Use at most 4,000 characters.*x{4001}<\/textarea>/s);
  assert.doesNotMatch(long.text, /Nothing found/);
  for (const q of ["the of and", "zzzz", "\u0000", "x".repeat(5000), "%", "\ud800", "🜁"]) {
    const query = new URLSearchParams({ q, systems: "a\u0000", types: "'" });
    assert.equal((await bench.get(`/admin/corpus/try?${query}`)).status, 200, q.slice(0, 10));
  }
});

/** Returns an upload form with files by name. */
function files(
  byName: Record<string, string | Uint8Array<ArrayBuffer>>,
  fields: Record<string, string> = {},
): FormData {
  const form = new FormData();
  for (const [name, content] of Object.entries(byName)) {
    form.append("files", new File([content], name));
  }
  for (const [name, value] of Object.entries({ intent: "import", type: "blog", ...fields })) {
    form.append(name, value);
  }
  return form;
}

const QUIET = "# Quiet walls\n\nA wall of glass can be as quiet as one of stone.\n";

anyEngine(
  "files are previewed, imported, unchanged when imported again, and superseded by newer versions",
  async (engine) => {
    await using bench = await startStaff(smallCatalog(), engine);
    const { db } = bench.app.services;
    const sent = () => {
      const form = files({ "quiet.md": QUIET, "broken.md": new Uint8Array([0, 1, 2, 0, 0]) });
      form.append("systems", "heron");
      form.append("systems", "no-such-system");
      return form;
    };
    const before = await corpusTraces(bench);
    const preview = sent();
    preview.set("intent", "preview");
    const shown = await bench.upload(UPLOAD, preview);
    assert.equal(shown.status, 200);
    assert.match(shown.text, /Nothing has been stored yet/);
    assert.match(
      shown.text,
      /It is a binary file: use Markdown, HTML, plain text, PDF or JSONL instead\./,
    );
    assert.equal(await corpusTraces(bench), before);

    const imported = await bench.upload(UPLOAD, sent());
    assert.equal(imported.status, 200);
    assert.match(
      imported.text,
      /1 new document, 0 new versions, 0 unchanged, 1 left out; 1 passage/,
    );
    const [, id = ""] = /href="\/admin\/corpus\/(quiet-md-[0-9a-f]{8})"/.exec(imported.text) ?? [];
    const item = await rowOf(bench, id);
    assert.deepEqual([item.title, item.content_type, item.source_kind], [
      "Quiet walls",
      "blog",
      "upload",
    ]);
    const about = await db.selectFrom("corpus_item_systems").select("system_id").execute();
    assert.deepEqual(about, [{ system_id: "heron" }]);
    const [entry] = await bench.entries();
    assert.deepEqual([entry?.actor, entry?.action], ["editor@example.com", "import"]);

    const traces = await corpusTraces(bench);
    const again = await bench.upload(UPLOAD, sent());
    assert.match(again.text, /0 new documents, 0 new versions, 1 unchanged/);
    assert.equal(await corpusTraces(bench), traces);

    const newer = await bench.upload(UPLOAD, files({ "quiet.md": `${QUIET}\nMore of it.\n` }));
    assert.match(newer.text, /0 new documents, 1 new version,/);
    assert.equal((await rowOf(bench, id)).state, "superseded");

    const old = `---\nfetched_at: 2001-01-02\n---\n${QUIET}\nLess of it.\n`;
    const older = await bench.upload(UPLOAD, files({ "quiet.md": old }));
    assert.match(older.text, /0 new versions, 1 older version, which we do not quote, 0 unchanged/);
    assert.match(older.text, />Older version, not quoted</);
  },
);

Deno.test("an upload warns of likely mistakes in a document, as the command does (§4.1)", async () => {
  await using bench = await startStaff(smallCatalog());
  const doubtful =
    "---\nsystems: [heron, hron]\nfetched_at: 2999-01-02\n---\n# A\n\nA text of it.\n";
  for (const intent of ["preview", "import"]) {
    const { status, text } = await bench.upload(UPLOAD, files({ "a.md": doubtful }, { intent }));
    assert.equal(status, 200);
    assert.match(text, /It is about systems that the catalog does not have: hron\./);
    assert.match(text, /It was captured in the future, on 2999-01-02\./);
  }
});

/** Returns a multipart request with exactly this body. */
function multipart(parts: string, boundary = "x"): RequestInit {
  return {
    method: "POST",
    headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
    body: parts,
  };
}

Deno.test("hostile uploads are refused with a message, and nothing is written (§7)", async (context) => {
  await using app = await startApp({ environment: { ADMIN_DEV_BYPASS: "true", SEED: "none" } });
  const { db } = app.services;
  const count = async () =>
    (await db.selectFrom("corpus_items").select("id").execute()).length +
    (await db.selectFrom("audit_log").select("seq").execute()).length;
  const many = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`${n}.md`, QUIET]));
  const big = new Uint8Array(11 * 1024 * 1024).fill(97);
  const part = '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\nv\r\n';
  const post = (body: FormData): RequestInit => ({ method: "POST", body });
  const cases: readonly [what: string, init: RequestInit, status: number, says: RegExp][] = [
    [
      "a picture named .md",
      post(files({ "a.md": new Uint8Array([0xff, 0xd8, 0xff, 0]) })),
      400,
      /It is a picture/,
    ],
    ["a zip named .pdf", post(files({ "a.pdf": "PK\x03\x04zip" })), 400, /It is a zip archive/],
    ["an empty file", post(files({ "a.md": "" })), 400, /It is empty/],
    ["an unknown key", post(files({ "a.md": "---\nevil: 1\n---\n\nText" })), 400, /unknown key/],
    [
      "no kind",
      post(files({ "a.md": QUIET }, { type: "" })),
      400,
      /Nothing new was imported.*It has no kind: choose one under “Kind”, or .* pdp \(Product page\), blog \(Article\)/s,
    ],
    ["11 MiB", post(files({ "a.md": big })), 400, /It has 11 MB: the limit is 10 MB/],
    ["30 files", post(files(many)), 400, /Choose at most 20 files at a time; these are 30/],
    ["no file", post(files({})), 400, /Choose at least one file/],
    ["an unknown kind", post(files({ "a.md": QUIET }, { type: "x" })), 400, /Choose a kind/],
    [
      "an unknown action",
      post(files({ "a.md": QUIET }, { intent: "x" })),
      400,
      /something unknown/,
    ],
    [
      "33 MiB",
      post(files({ "a.md": big, "b.md": big, "c.md": big })),
      413,
      /Choose files of at most 24 MB together/,
    ],
    ["too many parts", multipart(`${part.repeat(500)}--x--\r\n`), 400, /more than 200 parts/],
    ["a broken body", multipart("--x\r\nbroken"), 400, /broken off or no form/],
    [
      "a file that is broken off",
      multipart('--x\r\ncontent-disposition: form-data; name="files"; filename="a.md"\r\n\r\n# A'),
      400,
      /broken off or no form/,
    ],
    ["an empty body", multipart(""), 400, /broken off or no form/],
    ["no boundary", multipart("", '"'), 400, /broken off or no form/],
    [
      "another type",
      { method: "POST", body: new URLSearchParams({ intent: "import" }) },
      415,
      /must be multipart/,
    ],
    [
      "another site",
      { ...post(files({ "a.md": QUIET })), headers: { origin: "https://evil.example" } },
      403,
      /came from another site/,
    ],
  ];
  for (const [what, init, status, says] of cases) {
    await context.step(what, async () => {
      const response = await app.request(UPLOAD, init);
      const text = (await response.text()).replaceAll("&quot;", '"');
      assert.equal(response.status, status, what);
      assert.match(text, says);
      assert.equal(await count(), 0, "nothing is written");
    });
  }
  await context.step("file names are escaped, and lose their folders", async () => {
    const form = files({ [`../../etc/${HOSTILE}`]: QUIET, "C:\\temp\\b.md": QUIET });
    const response = await app.request(UPLOAD, { method: "POST", body: form });
    const text = await response.text();
    assert.equal(response.status, 200);
    assert.ok(!text.includes("<script>alert"));
    const keys = await db.selectFrom("corpus_items").select("source_key").execute();
    assert.ok(keys.every(({ source_key }) => !/[/\\]/.test(source_key)), JSON.stringify(keys));
    assert.ok(keys.some(({ source_key }) => source_key === "b.md"));
  });
});

Deno.test("check-link checks the link at once, and the page shows the result (§4.1)", async () => {
  const asked: string[] = [];
  let status = 404;
  const fetchPublic = (url: string): Promise<FetchOutcome> => {
    asked.push(url);
    return Promise.resolve({ ok: true, status, url, headers: new Headers(), body: null });
  };
  await using app = await startApp({
    environment: { ADMIN_DEV_BYPASS: "true", SEED: "none" },
    overrides: { fetchPublic },
  });
  const { db } = app.services;
  const url = "https://walls.test/page";
  await storeItem(db, "page", { row: { source_url: url, link_status: "unchecked" } });
  const check = async () => {
    const body = new URLSearchParams({ intent: "check-link" });
    const answer = await app.request("/admin/corpus/page", { method: "POST", body });
    assert.deepEqual(
      [answer.status, answer.headers.get("location")],
      [303, "/admin/corpus/page#link"],
    );
    const [cookie = ""] = answer.headers.getSetCookie().map((set) => set.split(";")[0] ?? "");
    return await (await app.request("/admin/corpus/page", { headers: { cookie } })).text();
  };
  assert.match(await check(), /The link is dead, so quotes do not link there\..*\(404\)/s);
  status = 200;
  assert.match(await check(), /The link is live\./);
  assert.deepEqual(new Set(asked), new Set([url]));
  const entries = await db.selectFrom("audit_log").select(["actor", "action", "entity_id"])
    .orderBy("seq").execute();
  assert.deepEqual(entries.map(({ action, entity_id }) => `${action} ${entity_id}`), [
    "check-link page",
    "check-link page",
  ]);
  assert.ok(entries.every(({ actor }) => actor !== "service"), "the log says who asked");
});
