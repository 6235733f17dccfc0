/** Projects in a recommendation, and their order by the visitor's location (spec §4.1). */
import assert from "node:assert/strict";
import { seedCatalog } from "@/lib/catalog/mod.ts";
import { RecommendationResult } from "@/lib/recommend/mod.ts";
import { startApp, type TestApp } from "../helpers/app.ts";
import { anyEngine, truncate } from "../helpers/db.ts";
import { storeAsset } from "../helpers/media.ts";
import { mapSystems, storeProjects } from "../helpers/projects.ts";
import { smallCatalog } from "../helpers/small_catalog.ts";

/** For the answer of `PATH` the first system is the lead, and the second is the cheaper alternative. */
const [LEAD, CHEAPER] = ["finch", "heron"];
const PATH = "/api/recommendation?options=loud";
const SITE = "https://site.example";
const ENVIRONMENT = {
  SEED: "none",
  SITE_URL: SITE,
  CMP_SITE_ID: "walls",
  CMP_PURPOSE_MEASUREMENT: "3",
  GEO_CITY_HEADER: "x-geo-city",
  GEO_REGION_HEADER: "x-geo-region",
};

const CONSENT = {
  cookie: `_cmp_cs-walls=${encodeURIComponent(JSON.stringify({ purposes: { "3": true } }))}`,
};
const SPRINGFIELD = { "x-geo-city": "springfield", "x-geo-region": "Illinois" };

async function startSmall(engine: "embedded" | "server"): Promise<TestApp> {
  const app = await startApp({ engine, environment: ENVIRONMENT });
  const { database, db, catalog } = app.services;
  await seedCatalog(database, smallCatalog());
  await catalog.refresh();
  await mapSystems(db, [LEAD, CHEAPER]);
  return app;
}

/** Replaces all projects by these. */
async function withProjects(
  { services: { db, projects } }: TestApp,
  stored: Parameters<typeof storeProjects>[1],
): Promise<void> {
  await truncate(db, "cms_projects", "media_assets");
  await storeProjects(db, stored);
  await projects.refresh();
}

async function ask(app: TestApp, headers: Record<string, string> = {}) {
  const response = await app.request(PATH, { headers });
  assert.equal(response.status, 200);
  const text = await response.text();
  const result = RecommendationResult.parse(JSON.parse(text));
  return {
    response,
    text,
    result,
    shown: result.matchedProjects.map(({ uuid, role, matchedSystemName, nearYou }) => [
      uuid,
      role,
      matchedSystemName,
      ...(nearYou ? ["near"] : []),
    ]),
  };
}

async function setNear({ services }: TestApp, near: boolean): Promise<void> {
  await services.db.updateTable("app_settings").set({ settings: { near_projects: near } })
    .execute();
  await services.privacy.refresh();
}

anyEngine("projects in a recommendation (§4.1)", async (engine, { step }) => {
  await using app = await startSmall(engine);
  const { db } = app.services;
  const names = { lead: "Finch", cheaper: "Heron" };

  await step("at most six are shown, by role, then featured, then gallery order", async () => {
    await withProjects(app, [
      { uuid: "cheap", systems: [CHEAPER], featured: true, gallery_order: 1 },
      { uuid: "both", systems: [CHEAPER, LEAD] },
      { uuid: "plain", systems: [LEAD], gallery_order: 2, featured: false },
      { uuid: "shown", systems: [LEAD], gallery_order: 9, featured: true },
      { uuid: "none", systems: ["elsewhere"], featured: true },
      ...[3, 4, 5].map((n) => ({ uuid: `cheap-${n}`, systems: [CHEAPER], gallery_order: n })),
    ]);
    const { shown, result } = await ask(app);
    assert.deepEqual(shown, [
      ["shown", "recommended", names.lead],
      ["plain", "recommended", names.lead],
      ["both", "recommended", names.lead],
      ["cheap", "alternative", names.cheaper],
      ["cheap-3", "alternative", names.cheaper],
      ["cheap-4", "alternative", names.cheaper],
    ]);
    assert.equal(result.groundedRationale.project?.uuid, "shown");
    assert.equal(result.matchedProjects[0]?.canonicalUrl, `${SITE}/projects/shown`);
  });

  await step(
    "fewer than three are filled up with related projects, which name no system",
    async () => {
      await withProjects(app, [
        { uuid: "own", systems: [CHEAPER], city: "Hull", state: "MA" },
        { uuid: "second" },
        { uuid: "first", featured: true },
        { uuid: "third", name: "zzz" },
      ]);
      const { shown, result } = await ask(app);
      assert.deepEqual(shown, [
        ["own", "alternative", names.cheaper],
        ["first", "related", null],
        ["second", "related", null],
      ]);
      assert.equal(result.matchedProjects[0]?.location, "Hull, MA");
      assert.equal(result.groundedRationale.project?.uuid, "own");
      assert.equal(result.groundedRationale.hasAny, true);
    },
  );

  await step("related projects alone ground nothing", async () => {
    await withProjects(app, [{ uuid: "other" }]);
    const { shown, result } = await ask(app);
    assert.deepEqual(shown, [["other", "related", null]]);
    assert.equal(result.groundedRationale.project, null);
    assert.equal(result.groundedRationale.hasAny, false);
  });

  await step("unpublished projects and those without a linkable alias are not shown", async () => {
    const slugs = [
      null,
      "",
      "pier",
      "//evil.example",
      "/a//b",
      "/a/../b",
      "/a\\b",
      "http://x.example",
    ];
    await withProjects(app, [
      { uuid: "draft", published: false, systems: [LEAD] },
      ...slugs.map((slug, n) => ({ uuid: `slug-${n}`, slug, systems: [LEAD] })),
    ]);
    assert.deepEqual((await ask(app)).shown, []);
  });

  await step(
    "until a sync finds its term, a mapping joins products by the term's name",
    async () => {
      await withProjects(app, [{ uuid: "own" }, { uuid: "another" }]);
      const uses = (project_uuid: string, product_uuid: string, product_name: string | null) =>
        db.insertInto("cms_project_products").values({ project_uuid, product_uuid, product_name })
          .onConflict((on) =>
            on.columns(["project_uuid", "product_uuid"]).doUpdateSet({ product_name })
          ).execute();
      const map = (mapping: { cms_term_name?: string; cms_term_id?: number | null }) =>
        db.updateTable("cms_system_mappings").set(mapping).where("system_id", "=", LEAD).execute();
      const shown = async () => {
        await app.services.projects.refresh();
        return (await ask(app)).shown.map(([uuid, role]) => `${uuid} ${role}`).sort();
      };
      const none = ["another related", "own related"];

      await uses("own", "a-term", null);
      assert.deepEqual(await shown(), none, "a product without a name");
      await uses("own", "a-term", "Finch wall");
      assert.deepEqual(await shown(), none, "another name");
      await map({ cms_term_name: "Finch wall" });
      assert.deepEqual(await shown(), ["another related", "own recommended"], "its name");
      await uses("another", "b-term", "Finch wall");
      assert.deepEqual(await shown(), none, "two terms of one name");
      await uses("another", "b-term", "Something else");
      assert.deepEqual(
        await shown(),
        ["another related", "own recommended"],
        "one of them renamed",
      );
      await map({ cms_term_id: 7 });
      assert.deepEqual(await shown(), none, "a sync has found another term");
      await map({ cms_term_name: LEAD, cms_term_id: null });
    },
  );

  await step(
    "a project shows its first picture, and a change of order takes effect at once",
    async () => {
      await withProjects(app, [{ uuid: "own", systems: [LEAD] }]);
      for (const [id, gallery_position] of [["late", 2], ["early", 1]] as const) {
        await storeAsset(db, {
          id,
          alt_text: id,
          gallery_position,
          remote_url: `https://img.example/${id}`,
        });
        await db.insertInto("media_tags").values({
          asset_id: id,
          tag_type: "project",
          tag_ref: "own",
        }).execute();
      }
      await app.services.projects.refresh();
      assert.equal((await ask(app)).result.matchedProjects[0]?.image?.id, "early");
      await db.updateTable("media_assets").set({ gallery_position: 3 }).where("id", "=", "early")
        .execute();
      await app.services.projects.refresh();
      assert.equal((await ask(app)).result.matchedProjects[0]?.image?.id, "late");
    },
  );

  await step("a result without a pick has no project", async () => {
    const response = await app.request("/api/recommendation?options=");
    const { matchedProjects } = RecommendationResult.parse(await response.json());
    assert.deepEqual(matchedProjects, []);
  });
});

anyEngine("projects near the visitor (§4.1)", async (engine, { step }) => {
  await using app = await startSmall(engine);
  await withProjects(app, [
    { uuid: "famous", systems: [LEAD], featured: true, city: "Springfield", state: "MA" },
    { uuid: "region", systems: [LEAD], gallery_order: 1, city: "Chicago", state: "IL" },
    { uuid: "city", systems: [LEAD], gallery_order: 2, city: "Springfield", state: "IL" },
    { uuid: "cheap", systems: [CHEAPER], city: "Springfield", state: "IL" },
  ]);
  const plain = ["famous", "region", "city", "cheap"];
  const near = ["city", "region", "famous", "cheap"];
  const uuids = ({ shown }: Awaited<ReturnType<typeof ask>>) => shown.map(([uuid]) => uuid);

  const closed: readonly [name: string, near: boolean, headers: Record<string, string>][] = [
    ["staff have not switched it on", false, { ...CONSENT, ...SPRINGFIELD }],
    ["the visitor does not consent", true, SPRINGFIELD],
    [
      "the visitor consents to something else",
      true,
      { cookie: `_cmp_cs-walls={"purposes":{"4":true}}`, ...SPRINGFIELD },
    ],
    ["no header names a place", true, CONSENT],
    ["the headers are empty", true, { ...CONSENT, "x-geo-city": " ", "x-geo-region": "" }],
    ["no project is near", true, { ...CONSENT, "x-geo-city": "Lyon" }],
  ];
  for (const [name, isOn, headers] of closed) {
    await step(`distance has no effect if ${name}`, async () => {
      await setNear(app, isOn);
      const answer = await ask(app, headers);
      assert.deepEqual(uuids(answer), plain);
      assert.equal(answer.text.includes("nearYou"), false);
      assert.equal(answer.response.headers.get("cache-control"), "no-cache");
    });
  }

  await step(
    "near projects come first within their role, and are marked",
    async () => {
      await setNear(app, true);
      const answer = await ask(app, { ...CONSENT, ...SPRINGFIELD });
      assert.deepEqual(uuids(answer), near);
      assert.deepEqual(
        answer.result.matchedProjects.map(({ nearYou }) => nearYou),
        [true, true, undefined, true],
      );
      assert.equal(answer.result.groundedRationale.project?.uuid, "city");
    },
  );

  await step(
    "a result that depends on the location is not cached, and does not affect other requests",
    async () => {
      await setNear(app, true);
      const before = await ask(app);
      for (let time = 0; time < 3; time++) {
        const [mine, ...others] = await Promise.all([
          ask(app, { ...CONSENT, ...SPRINGFIELD }),
          ask(app),
          ask(app, CONSENT),
          ask(app, SPRINGFIELD),
          ask(app, { ...CONSENT, "x-geo-city": "Lyon" }),
        ]);
        assert.deepEqual(uuids(mine), near);
        assert.equal(mine.response.headers.get("cache-control"), "private, no-store");
        assert.equal(mine.response.headers.get("etag"), null);
        for (const { text, response } of others) {
          assert.equal(text, before.text);
          assert.equal(response.headers.get("etag"), before.response.headers.get("etag"));
        }
      }
      const etag = before.response.headers.get("etag") ?? "";
      const again = await app.request(PATH, {
        headers: { ...CONSENT, ...SPRINGFIELD, "if-none-match": etag },
      });
      assert.equal(again.status, 200);
      assert.match(await again.text(), /nearYou/);
    },
  );

  await step("/results marks near projects only for that visitor, and is not cached", async () => {
    await setNear(app, true);
    const page = async (headers: Record<string, string>) => {
      const response = await app.request("/results?options=loud", { headers });
      return { text: await response.text(), caching: response.headers.get("cache-control") };
    };
    const mine = await page({ ...CONSENT, ...SPRINGFIELD });
    assert.match(mine.text, /Near you/);
    assert.equal(mine.caching, "private, no-store");
    for (const headers of [{}, CONSENT, SPRINGFIELD]) {
      const { text, caching } = await page(headers);
      assert.equal(text.includes("Near you"), false);
      assert.equal(caching, "private, no-cache");
    }
  });

  await step(
    "location headers are normalised, and invalid ones are ignored",
    async () => {
      await setNear(app, true);
      const cases: readonly [Record<string, string>, string[]][] = [
        [{ "x-geo-city": "Springfield%20", "x-geo-region": "US-IL" }, near],
        [{ "x-geo-region": " il " }, ["region", "city", "famous", "cheap"]],
        [{ "x-geo-city": "%E0%A4%A" }, plain],
        [{ "x-geo-city": "x".repeat(5_000) }, plain],
        [{ "x-geo-region": "constructor" }, plain],
      ];
      for (const [headers, expected] of cases) {
        assert.deepEqual(uuids(await ask(app, { ...CONSENT, ...headers })), expected);
      }
    },
  );

  await step("the location is not stored", async () => {
    const headers = { ...CONSENT, ...SPRINGFIELD, "content-type": "application/json" };
    const saved = await app.request("/api/session", {
      method: "PUT",
      headers,
      body: '{"recommendation":"finch"}',
    });
    assert.equal(saved.status, 200);
    const reported = await app.request("/api/session/events", {
      method: "POST",
      headers,
      body: '{"events":[{"kind":"recommendation_viewed","ref":"finch"}]}',
    });
    assert.equal(reported.status, 202);
    await app.services.background.idle();
    const events = await app.services.db.selectFrom("analytics_events").selectAll().execute();
    const entries = await Array.fromAsync(app.services.kv.list({ prefix: [] }));
    assert.ok(events.length > 0 && entries.length > 0);
    assert.doesNotMatch(JSON.stringify(events), /springfield|illinois/i);
    assert.doesNotMatch(Deno.inspect(entries, { depth: 20 }), /springfield|illinois/i);
  });
});
