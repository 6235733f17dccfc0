/** Quotes beside a result, in a browser: folded, printed in full, linked, and escaped (spec §2.1, §4.1). */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { openDatabase } from "@/lib/db/mod.ts";
import { browserTest } from "../helpers/browser.ts";
import { storeItem } from "../helpers/corpus.ts";
import { faultsAtWidths, surplusWidth } from "../helpers/page.ts";
import { declareSite } from "../helpers/site.ts";
import { smallCatalog } from "../helpers/small_catalog.ts";

const SITE = "https://walls.example";

const HOSTILE =
  `<img src=x onerror="document.title='owned'"><script>document.title='owned'</script>`;
const OVERRIDE = "\u202ereversed\u202d and \u2066isolated";
const ENDLESS = "x".repeat(10_000);
const LONG = "Finch keeps a room quiet.\n" +
  "Its seals close against the floor at the turn of a key, and they let go as easily.\n" +
  "Two people fold it away in a minute. Nobody has to lift anything.\nThat is all there is to it.";

/** Buyers who answer `loud` are recommended Finch, which has all these quotes. Heron has none. */
const site = declareSite({
  catalog: smallCatalog(),
  environment: { SITE_URL: SITE },
  async prepare(location) {
    await using database = await openDatabase(location);
    const { db } = database;
    const about = { systemIds: ["finch"] };
    await storeItem(db, "page", {
      ...about,
      heading: "Sound",
      texts: [LONG],
      row: { content_type: "pdp", pdp_path: "/products/finch", title: "Finch folding wall" },
    });
    await storeItem(db, "card", {
      ...about,
      texts: ["It weighs 120 pounds."],
      row: { content_type: "tech-doc", source_kind: "upload", title: "Weights" },
    });
    await storeItem(db, "hostile", {
      ...about,
      heading: HOSTILE,
      texts: [`${HOSTILE} ${OVERRIDE}`, ENDLESS],
      row: { title: `${HOSTILE} ${ENDLESS.slice(0, 280)}`, content_type: "marketing" },
    });
    await storeItem(db, "retired", { ...about, row: { state: "retired" } });
  },
});

async function openResult(page: Page, option = "loud"): Promise<void> {
  await page.goto(`${await site()}/results?options=${option}`);
}

const evidence = (page: Page) => page.locator("section[aria-labelledby=evidence]");
const quotes = (page: Page) => evidence(page).locator("blockquote");

browserTest(
  "a result quotes what is written about the pick verbatim (§2.1)",
  async ({ page }) => {
    await openResult(page);
    await page.getByRole("heading", { level: 1, name: "Finch" }).waitFor();
    await page.getByRole("heading", { name: "What we have written about Finch" }).waitFor();
    const texts = new Set(await quotes(page).allTextContents());
    assert.deepEqual(
      texts,
      new Set([LONG, "It weighs 120 pounds.", `${HOSTILE} ${OVERRIDE}`, ENDLESS]),
    );
  },
);

browserTest(
  "a result without documents shows no quotes and no heading for them",
  async ({ page }) => {
    await openResult(page, "quiet");
    await page.getByRole("heading", { level: 1, name: "Heron" }).waitFor();
    assert.equal(await page.locator("figure blockquote").count(), 0);
    assert.equal(await evidence(page).count(), 0);
  },
);

browserTest(
  "a long quote shows its first three lines, and unfolds without scripts",
  async ({ page }) => {
    await openResult(page);
    const quote = evidence(page).locator("figure", { hasText: "Finch folding wall" });
    const opening = quote.locator(".quote-opening");
    const whole = quote.locator("blockquote");
    assert.equal(await whole.isVisible(), false);
    const { height = 0 } = await opening.boundingBox() ?? {};
    const lineHeight = await opening.evaluate((each) =>
      parseFloat(getComputedStyle(each).lineHeight)
    );
    assert.ok(height <= 3 * lineHeight + 1, `${height} px`);
    await quote.locator("summary").press("Enter");
    await whole.waitFor();
    assert.equal(await opening.isVisible(), false);
    await quote.getByText("Show less").click();
    await opening.waitFor();
  },
  { javaScriptEnabled: false },
);

browserTest(
  "a quote links to its text on the product page, in a new tab (§4.1)",
  async ({ page }) => {
    await openResult(page);
    const link = evidence(page).getByRole("link", { name: /^Finch folding wall/ });
    assert.equal(await link.getAttribute("target"), "_blank");
    assert.equal(await link.getAttribute("rel"), "noopener");
    const href = await link.getAttribute("href") ?? "";
    assert.ok(href.startsWith(`${SITE}/products/finch#:~:text=Finch%20keeps`), href);
    assert.equal(await evidence(page).getByRole("link", { name: "Weights" }).count(), 0);
  },
);

browserTest("a quote is shown as text, whatever it says", async ({ page, errors }) => {
  await openResult(page);
  assert.match(await page.title(), /^Finch/);
  assert.equal(await evidence(page).locator("img, script").count(), 0);
  assert.deepEqual(errors, []);
});

browserTest("a quote prints in full, with the address of its source", async ({ page }) => {
  await openResult(page);
  await page.emulateMedia({ media: "print" });
  assert.equal(await quotes(page).count(), 4);
  for (const quote of await quotes(page).all()) assert.ok(await quote.isVisible());
  for (const summary of await evidence(page).locator("summary").all()) {
    assert.equal(await summary.isVisible(), false);
  }
  assert.ok(await page.getByText(`${SITE}/products/finch`, { exact: true }).isVisible());
});

browserTest("quotes are accessible and no wider than the screen", async ({ page }) => {
  for (const path of ["/results?options=loud", "/systems/finch"]) {
    await page.setViewportSize({ width: 360, height: 800 });
    await page.goto(`${await site()}${path}`);
    assert.ok(await quotes(page).count() > 1, path);
    assert.equal(await surplusWidth(page), 0, path);
    for (const summary of await evidence(page).locator("summary").all()) await summary.click();
    assert.deepEqual(await faultsAtWidths(page), [], `${path}, open`);
  }
});
