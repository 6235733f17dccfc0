/** The buyer's pages of projects (spec §2.13, §4.1). */
import assert from "node:assert/strict";
import { seedCatalog } from "@/lib/catalog/mod.ts";
import { browseProjects } from "@/lib/projects/mod.ts";
import { startApp, type TestApp } from "../helpers/app.ts";
import { anyEngine } from "../helpers/db.ts";
import { storeAsset } from "../helpers/media.ts";
import { mapSystems, storeProjects } from "../helpers/projects.ts";
import { smallCatalog } from "../helpers/small_catalog.ts";

const SITE = "https://site.example";

async function startSmall(engine: "embedded" | "server"): Promise<TestApp> {
  const app = await startApp({ engine, environment: { SEED: "none", SITE_URL: SITE } });
  const { database, db, catalog, projects } = app.services;
  await seedCatalog(database, smallCatalog());
  await catalog.refresh();
  await mapSystems(db, ["finch", "heron"]);
  await db.insertInto("media_categories").values([
    { id: "office", axis: "application", name: "Office floors", words: [] },
    { id: "old", axis: "application", name: "Old kind", words: [], retired_at: new Date() },
  ]).execute();
  await storeProjects(db, [
    {
      uuid: "pier-uuid",
      name: "Pier <9>",
      slug: "/projects/pier-9",
      city: "Hull",
      state: "MA",
      systems: ["finch"],
      architect: "Office",
      architect_website: "javascript:alert(1)",
      construction_company: "Builders",
      construction_company_web: "https://builders.example/",
    },
    { uuid: "mill-1", name: "Mill one", slug: "/projects/mill", state: "Ontario" },
    { uuid: "mill-2", name: "Mill two", slug: "/work/mill", state: "on" },
    { uuid: "cafe", name: "Café", slug: "/projects/caf%C3%A9", systems: ["heron", "finch"] },
    { uuid: "draft", name: "Draft", published: false },
    { uuid: "lost", name: "Lost", slug: null },
    ...Array.from({ length: 30 }, (_, n) => ({
      uuid: `many-${n}`,
      name: `Row ${String(n).padStart(2, "0")}`,
      gallery_order: 100 + n,
    })),
  ]);
  for (const [id, position] of [["two", 2], ["one", 1]] as const) {
    await storeAsset(db, {
      id,
      alt_text: `Seen ${id}`,
      gallery_position: position,
      remote_url: `https://img.example/${id}`,
    });
    await db.insertInto("media_tags").values([
      { asset_id: id, tag_type: "project", tag_ref: "pier-uuid" },
      { asset_id: id, tag_type: "application", tag_ref: "office" },
      { asset_id: id, tag_type: "application", tag_ref: "old" },
    ]).execute();
  }
  await projects.refresh();
  return app;
}

async function get(app: TestApp, path: string) {
  const response = await app.request(path, { redirect: "manual" });
  return {
    status: response.status,
    location: response.headers.get("location"),
    text: await response.text(),
  };
}

/** Returns the last part of each link to a project, in order. */
function linked(text: string): string[] {
  return [...text.matchAll(/href="\/projects\/([^"?]+)"/g)].map(([, part]) => part ?? "");
}

anyEngine("the pages of projects", async (engine, { step }) => {
  await using app = await startSmall(engine);

  await step("the list shows every publishable project, 24 a page", async () => {
    const first = await get(app, "/projects");
    assert.match(first.text, /34 projects, page 1 of 2/);
    assert.equal(linked(first.text).length, 24);
    const second = await get(app, "/projects?page=2");
    assert.match(second.text, /<title>Projects, page 2/);
    const all = [...linked(first.text), ...linked(second.text)];
    assert.equal(new Set(all).size, 34);
    for (const hidden of ["draft", "lost"]) assert.equal(all.includes(hidden), false);
    for (const page of ["0", "-1", "x", "1.5", "99999999999"]) {
      assert.equal((await get(app, `/projects?page=${page}`)).status, 200, page);
    }
    assert.deepEqual(linked((await get(app, "/projects?page=77")).text), linked(second.text));
  });

  await step("the pictures of the first row load at once (design §10)", async () => {
    const { text } = await get(app, "/projects?region=ma");
    assert.match(text, /<img[^>]+loading="eager" fetchpriority="high"/);
  });

  const filters: readonly [query: string, found: string[]][] = [
    ["?system=finch", ["caf%C3%A9", "pier-9"]],
    ["?system=heron", ["caf%C3%A9"]],
    ["?region=ma", ["pier-9"]],
    ["?region=Ontario", ["mill-1", "mill-2"]],
    ["?kind=office", ["pier-9"]],
    ["?system=finch&region=ma&kind=office", ["pier-9"]],
    ["?system=heron&region=ma", []],
    ["?q=CAFE", ["caf%C3%A9"]],
    ["?q=ontario+mill", ["mill-1", "mill-2"]],
    ["?q=pier&region=ma&kind=office", ["pier-9"]],
    ["?q=pier&system=heron", []],
  ];
  for (const [query, found] of filters) {
    await step(`the address filters the list: ${query}`, async () => {
      const { text, status } = await get(app, `/projects${query}`);
      assert.equal(status, 200);
      assert.deepEqual(linked(text), found);
      if (found.length === 0) assert.match(text, /No project matches all of that/);
    });
  }

  await step("each filter counts what it would find beside the other filters", () => {
    const { projects, catalog } = app.services;
    const { facets } = browseProjects(projects.current(), {
      systems: catalog.current().systems,
      query: new URLSearchParams("region=ma"),
    });
    const counts = facets.map(({ id, values }) => [
      id,
      ...values.map(({ value, count }) => `${value} ${count}`).sort(),
    ]);
    assert.deepEqual(counts, [
      ["system", "finch 1", "heron 0"],
      ["region", "ma 1", "on 2"],
      ["kind", "office 1"],
    ]);
    return Promise.resolve();
  });

  await step("a filter value that no project has is ignored, and the page says so", async () => {
    for (const query of ["?system=none", "?kind=old", "?region=%00", "?system="]) {
      const { text } = await get(app, `/projects${query}`);
      assert.equal(linked(text).length, 24, query);
      assert.equal(text.includes("so we ignored it"), query !== "?system=", query);
    }
    const { text } = await get(app, "/projects?system=none&region=Nowhere&kind=office");
    assert.match(text, /No project has the system or region that the address asks for/);
  });

  await step("the address of a project is the last part of its alias", async () => {
    const { status, text } = await get(app, "/projects/pier-9");
    assert.equal(status, 200);
    assert.match(text, /<h1[^>]*>Pier &lt;9><\/h1>/);
    assert.match(text, /Hull, MA/);
    assert.match(text, /href="https:\/\/site\.example\/projects\/pier-9"/);
    assert.match(text, /Office floors/);
    assert.equal(text.includes("Old kind"), false);
    assert.match(text, /href="https:\/\/builders\.example\/"/);
    assert.equal(text.includes('href="javascript:'), false);
    assert.ok(text.indexOf("Seen one") < text.indexOf("Seen two"));
    assert.match(text, /href="\/systems\/finch"/);
    assert.equal((await get(app, "/projects/caf%C3%A9")).status, 200);
  });

  await step("projects that share the last part have addresses with their uuids", async () => {
    assert.match((await get(app, "/projects/mill-1")).text, /Mill one/);
    assert.match((await get(app, "/projects/mill-2")).text, /Mill two/);
    const missing = await get(app, "/projects/mill");
    assert.equal(missing.status, 404);
    assert.match(missing.text, /href="\/projects"[^>]*>All projects</);
    assert.match(missing.text, /list of systems.*href="\/systems"[^>]*>All systems</s);
    const moved = await get(app, "/projects/pier-uuid");
    assert.deepEqual([moved.status, moved.location], [307, "/projects/pier-9"]);
  });

  await step("unpublished and unknown projects have no page", async () => {
    for (const part of ["draft", "lost", "none", "%00", "%E0%A4%A", "__proto__", "..%2f"]) {
      assert.equal((await get(app, `/projects/${part}`)).status, 404, part);
    }
  });

  await step("the page of a system shows its projects", async () => {
    const { text } = await get(app, "/systems/finch");
    assert.match(text, /Built with/);
    assert.deepEqual(linked(text), ["caf%C3%A9", "pier-9"]);
    assert.equal(linked((await get(app, "/")).text).length, 0);
  });

  await step(
    "the start page links to the list, and an unpublished project disappears at once",
    async () => {
      assert.match((await get(app, "/")).text, /href="\/projects"/);
      await app.services.db.updateTable("cms_projects").set({ published: false })
        .where("uuid", "=", "pier-uuid").execute();
      await app.services.projects.refresh();
      assert.equal((await get(app, "/projects/pier-9")).status, 404);
    },
  );
});

anyEngine("without projects the list says so", async (engine) => {
  await using app = await startApp({ engine, environment: { SEED: "none" } });
  const { status, text } = await get(app, "/projects");
  assert.equal(status, 200);
  assert.match(text, /No project is shown yet/);
});
