/** The CMS sync in a browser, with and without scripts: staff import projects, and buyers see them. */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { openDatabase } from "@/lib/db/mod.ts";
import { startCms } from "../doubles/cms.ts";
import { type Graph, PRODUCT, PROJECT, project } from "../doubles/cms/graph.ts";
import { browserTest, newContext } from "../helpers/browser.ts";
import { smallGraph, storeMapped } from "../helpers/cms.ts";
import { faultsAtWidths } from "../helpers/page.ts";
import { declareSite } from "../helpers/site.ts";

/** More projects than one step of the script writes, even on a fast machine. */
const MANY = 6_000;

const double = await startCms({ graph: smallGraph(), viewSize: 500, collectionSize: 5 });
Deno.test.afterAll(async () => await double[Symbol.asyncDispose]());

/** Buyers who answer `loud` are recommended Finch. */
const site = declareSite({
  async prepare(location) {
    await using database = await openDatabase(location);
    await storeMapped(database);
  },
  environment: {
    SEED: "none",
    ADMIN_DEV_BYPASS: "true",
    CMS_BASE_URL: double.origin,
    SITE_URL: "https://walls.test",
    CMP_SITE_ID: "walls",
    CMP_PURPOSE_MEASUREMENT: "4",
    GEO_CITY_HEADER: "x-geo-city",
    GEO_REGION_HEADER: "x-geo-region",
  },
});
const { visit } = site;

const WIDE = { width: 1280, height: 900 };

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

async function preview(page: Page, kind: string): Promise<void> {
  await visit(page, "/admin/cms");
  await button(page, `Preview ${kind}`).click();
  await button(page, `Apply ${kind}`).waitFor();
  // The button behaves differently once its script has loaded.
  await page.waitForLoadState();
}

/** The small graph, with twelve projects of Finch, and {@linkcode MANY} projects that no product names. */
function largeGraph(): Graph {
  const others = Array.from(
    { length: MANY },
    (_, index) => project(`Other ${index}`, { internalId: 10_000 + index }),
  );
  return [...smallGraph(), ...others];
}

/** The small graph with its projects moved to another city and with this weight of Finch. */
function movedGraph({ city, weight }: { city: string; weight: string }): Graph {
  return smallGraph().map((one) => {
    if (one.type === PROJECT) {
      return { ...one, attributes: { ...one.attributes, field_city: city } };
    }
    return one.type === PRODUCT && one.attributes.name === "Finch"
      ? { ...one, attributes: { ...one.attributes, field_weight: weight } }
      : one;
  });
}

browserTest(
  "projects are previewed, applied, stopped and resumed, and the result shows them, with scripts (§4.9, §4.11)",
  async ({ page, errors }) => {
    double.graph = largeGraph();
    await preview(page, "projects");
    assert.ok(await page.getByText("This is a plan; nothing is written yet.").isVisible());
    await page.getByLabel("Name").fill("Project 11");
    await button(page, "Show").click();
    await page.getByText("1 record matches").waitFor();
    await page.waitForLoadState();
    assert.ok(await page.getByRole("cell", { name: /City: Duluth/ }).isVisible());

    // The first step waits until Stop is pressed, so that the run cannot finish before it.
    const stopPressed = Promise.withResolvers<void>();
    await page.route("**/admin/cms/chunk", async (route) => {
      if (route.request().headers().accept === "application/json") await stopPressed.promise;
      await route.continue();
    });
    await button(page, "Apply projects").click();
    await button(page, "Stop").click();
    assert.ok(await page.getByRole("button", { name: "Stopping…" }).isDisabled());
    stopPressed.resolve();
    await button(page, "Resume projects").waitFor();
    const stopped = await page.getByText(/^Stopped: [\d,]+ of [\d,]+ changes$/).textContent() ?? "";
    const written = Number(/[\d,]+/.exec(stopped)?.[0].replaceAll(",", ""));
    assert.ok(written >= 200 && written < MANY, stopped);
    await page.unroute("**/admin/cms/chunk");
    await button(page, "Resume projects").click();
    await page.getByText("Applied by").waitFor();

    // While its steps run, the page no longer says that nothing is written yet.
    double.graph = movedGraph({ city: "Bemidji", weight: "n/a" });
    await preview(page, "projects");
    const answer = { state: "applying", goesOn: true, pages: 1, planned: 12, written: 3 };
    let steps = 0;
    await page.route("**/admin/cms/chunk", async (route) => {
      if (route.request().headers().accept !== "application/json") return await route.continue();
      if (steps++ === 0) await route.fulfill({ json: answer });
    });
    await button(page, "Apply projects").click();
    await page.getByText("Applying: 3 of 12 changes").waitFor();
    assert.equal(await page.getByText("nothing is written yet").count(), 0);
    assert.equal(await page.getByText("Ready to apply").count(), 0);
    // Stop does not wait for ever for the second step, which is never answered.
    const reloaded = page.waitForEvent("load");
    await button(page, "Stop").click();
    assert.ok(await button(page, "Stopping…").evaluate((it) => it.matches(":focus")));
    await reloaded;
    await button(page, "Apply projects").waitFor();
    await page.unroute("**/admin/cms/chunk");

    // The script retries a step that fails once. After four failures a person has to go on.
    let failures = 1;
    await page.route("**/admin/cms/chunk", (route) => {
      return failures-- > 0 ? route.fulfill({ status: 503, json: {} }) : route.continue();
    });
    await button(page, "Apply projects").click();
    await page.getByText("Applied by").waitFor();
    double.graph = movedGraph({ city: "Duluth", weight: "n/a" });
    await preview(page, "projects");
    failures = 4;
    await button(page, "Apply projects").click();
    await page.getByText("A step has failed 4 times. What was done is kept.").waitFor();
    await button(page, "Apply projects").click();
    await page.getByText("Applied by").waitFor();
    await page.unroute("**/admin/cms/chunk");

    await visit(page, "/results?options=loud");
    const card = page.getByRole("link", { name: /Project \d+/ }).first();
    await card.waitFor();
    assert.match(await page.locator("main").textContent() ?? "", /Duluth/);
    await card.click();
    await page.getByRole("heading", { level: 1, name: /^Project \d+$/ }).waitFor();
    assert.ok(await page.locator("a[href^='https://walls.test/projects/']").first().isVisible());
    assert.deepEqual(errors.filter((error) => !error.includes("503")), []);
  },
  { viewport: WIDE },
);

browserTest(
  "a run is stopped while it reads, resumed and applied, and the result shows it, without scripts (§4.9, §4.11)",
  async ({ page }) => {
    double.graph = smallGraph();
    double.forget();
    const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    double.onPage = async (list, nth) => {
      if (list !== "images" || nth !== 1) return;
      reached.resolve();
      await released.promise;
    };
    await visit(page, "/admin/cms");
    await button(page, "Preview images").click({ noWaitAfter: true });
    await reached.promise;
    const beside = await page.context().newPage();
    await visit(beside, "/admin/cms");
    await beside.getByRole("link", { name: "Images", exact: true }).first().click();
    await button(beside, "Stop").click();
    await button(beside, "Resume images").waitFor();
    double.onPage = () => {};
    released.resolve();
    await page.getByText("The run was stopped before all of the CMS was read.").first().waitFor();
    await button(page, "Resume images").click();
    await button(page, "Apply images").click();
    await page.getByText("Applied by").waitFor();
    await page.getByText("The plan was applied: 11 changes were written.").waitFor();

    double.graph = movedGraph({ city: "Fargo", weight: "n/a" });
    await preview(page, "projects");
    await page.getByRole("cell", { name: /City: Fargo/ }).first().waitFor();
    await button(page, "Apply projects").click();
    await page.getByText(/The plan was applied: 12 changes were written/).waitFor();
    await visit(page, "/results?options=loud");
    assert.match(await page.locator("main").textContent() ?? "", /Fargo/);
  },
  { javaScriptEnabled: false, viewport: WIDE },
);

for (const javaScriptEnabled of [true, false]) {
  const how = javaScriptEnabled ? "with scripts" : "without scripts";

  browserTest(
    `an override is decided and undone, and ticked ones are decided together, ${how} (§4.9, §4.11)`,
    async ({ page, errors }) => {
      // A different weight each time, because a decision lasts until the value of the CMS changes.
      double.graph = movedGraph({ city: "Fargo", weight: javaScriptEnabled ? "90 lb" : "80 lb" });
      await preview(page, "attributes");
      await button(page, "Apply attributes").click();
      await page.getByText("Applied by").waitFor();

      await visit(page, "/admin/cms/overrides");
      await button(page, "Take the CMS’s: Weight of Finch").click();
      await page.getByText("1 value taken from the CMS.").waitFor();
      assert.equal(await button(page, "Take the CMS’s: Weight of Finch").count(), 0);
      await button(page, "Undo").click();
      await page.getByText("1 decision taken back.").waitFor();
      assert.equal(await button(page, "Take the CMS’s: Weight of Finch").count(), 1);

      await page.getByLabel("Tick Weight of Finch").check();
      await button(page, "Keep ours").first().click();
      await page.getByText("1 value kept as entered here.").waitFor();
      assert.equal(await page.getByLabel("Tick Weight of Finch").count(), 0);
      assert.deepEqual(errors, []);
    },
    { javaScriptEnabled, viewport: WIDE },
  );
}

browserTest(
  "a consenting visitor near a project sees it first, and nobody else does (§4.1)",
  async ({ page, browser, errors }) => {
    double.graph = smallGraph().map((one) =>
      one.type === PROJECT && one.attributes.name === "Project 11"
        ? { ...one, attributes: { ...one.attributes, field_city: "Boston", field_state: "MA" } }
        : one
    );
    // The sync of attributes binds systems to products, which connects projects with systems.
    for (const kind of ["attributes", "projects"]) {
      await preview(page, kind);
      await button(page, `Apply ${kind}`).click();
      await page.getByText("Applied by").waitFor();
    }
    await visit(page, "/admin/privacy");
    await page.getByLabel("Show projects near the visitor first").check();
    await button(page, "Save").click();
    await page.getByText("The privacy settings were saved.").waitFor();

    const value = encodeURIComponent(JSON.stringify({ purposes: { 4: true } }));
    const consent = { name: "_cmp_cs-walls", value, url: await site() };
    const resultFor = async (headers: Record<string, string>, { consents = false } = {}) => {
      const context = await newContext(browser, { extraHTTPHeaders: headers });
      try {
        if (consents) await context.addCookies([consent]);
        const visitor = await context.newPage();
        const response = await visitor.goto(`${await site()}/results?options=loud`);
        return {
          caching: response?.headers()["cache-control"],
          first: await visitor.getByRole("link", { name: /^Project \d+/ }).first().textContent(),
          isNear: await visitor.getByText("Near you").first().isVisible(),
        };
      } finally {
        await context.close();
      }
    };
    const place = { "x-geo-city": "Boston", "x-geo-region": "Massachusetts" };
    const plain = await resultFor({});
    const near = await resultFor(place, { consents: true });
    assert.match(near.first ?? "", /Project 11/);
    assert.deepEqual([near.isNear, near.caching], [true, "private, no-store"]);
    assert.deepEqual(await resultFor(place), plain);
    assert.deepEqual(await resultFor({}, { consents: true }), plain);
    assert.equal(plain.isNear, false);
    assert.doesNotMatch(plain.first ?? "", /Project 11/);
    assert.deepEqual(errors, []);
  },
  { viewport: WIDE },
);

browserTest(
  "a sync with a very long name is accessible and fits, and so do its pages, wide and narrow",
  async ({ page }) => {
    // Featured, so that it is listed first, and with a name too long for any line.
    const long = "Kongresszentrum".repeat(20);
    const one = project(long, {
      internalId: 500,
      products: smallGraph().filter(({ type }) => type === PRODUCT),
      attributes: { field_featured: true, field_city: long, field_architect: long },
    });
    double.graph = [...smallGraph(), one];
    await preview(page, "projects");
    const run = new URL(page.url()).pathname;
    assert.deepEqual(await faultsAtWidths(page), [], "a plan");
    await button(page, "Apply projects").click();
    await page.getByText(/Applied by/).waitFor();
    const paths = [
      run,
      `/admin/projects/${one.uuid}`,
      "/projects",
      "/projects/500",
      "/results?options=loud",
    ];
    for (const path of paths) {
      await visit(page, path);
      assert.deepEqual(await faultsAtWidths(page), [], path);
    }
  },
);
