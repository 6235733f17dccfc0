/** The review of proposed tags in a browser: by keyboard, by buttons without scripts, and undone (§2.12). */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { openDatabase, type OpenOptions } from "@/lib/db/mod.ts";
import { proposeTags } from "@/lib/media/mod.ts";
import { browserTest } from "../helpers/browser.ts";
import { storePicture } from "../helpers/media.ts";
import { faultsAtWidths } from "../helpers/page.ts";
import { pictureFile } from "../helpers/pictures.ts";
import { declareSite } from "../helpers/site.ts";
import { smallCatalog } from "../helpers/small_catalog.ts";

const REVIEW = "/admin/media/review";
/** The pictures. Each has two proposed tags: its own geography, and the application “School”. */
const WORDS = ["harbour", "garden", "roof", "market", "bridge", "station", "library", "museum"];

async function prepare(location: OpenOptions): Promise<void> {
  await using database = await openDatabase(location);
  const { db } = database;
  const original = await pictureFile("jpeg", { width: 1600, height: 1067 });
  await db.insertInto("media_categories").values([
    ...WORDS.map((word) => ({ id: word, axis: "geography" as const, name: word })),
    { id: "school", axis: "application" as const, name: "School" },
  ]).execute();
  for (const [index, word] of WORDS.entries()) {
    await storePicture(db, {
      id: `p-${word}`,
      original,
      filename: `${word}.jpg`,
      alt_text: "A folded wall in a school",
      created_at: new Date(Date.UTC(2026, 0, 1, index)),
    });
  }
  await proposeTags(db, { ids: WORDS.map((word) => `p-${word}`) });
}

const site = declareSite({
  catalog: smallCatalog(),
  prepare,
  environment: { ADMIN_DEV_BYPASS: "true", SEED: "none" },
});

async function visit(page: Page, word: string): Promise<void> {
  await site.visit(page, `${REVIEW}?at=p-${word}`);
}

const at = (page: Page) => new URL(page.url()).searchParams.get("at");
const proposals = (page: Page) => page.locator(".proposal");

/** Presses a key, and waits until the page that its form leads to has loaded. */
async function press(page: Page, key: string): Promise<void> {
  await Promise.all([page.waitForEvent("load"), page.keyboard.press(key)]);
}

browserTest("keys accept, reject, skip and undo (§2.12)", async ({ page, errors }) => {
  await visit(page, "harbour");
  assert.equal(await proposals(page).count(), 2);
  await page.getByText("next picture", { exact: false }).first().waitFor();
  await press(page, "a");
  assert.equal(at(page), "p-harbour", "one proposal is left");
  assert.equal(await proposals(page).count(), 1);
  await press(page, "u");
  assert.equal(await proposals(page).count(), 2, "the decision is undone");
  await press(page, "r");
  await press(page, "a");
  assert.equal(at(page), "p-garden", "no proposal is left, so the next picture follows");
  await press(page, "u");
  assert.equal(at(page), "p-harbour", "undo goes back to its picture");
  assert.equal(await proposals(page).count(), 1);
  await press(page, "n");
  assert.equal(at(page), "p-garden");
  assert.equal(await proposals(page).count(), 2, "skipping decided nothing");
  assert.deepEqual(errors, []);
});

browserTest(
  "keys decide nothing when typed into a field, repeated, combined with Ctrl or turned off",
  async ({ page }) => {
    await visit(page, "roof");
    await page.locator("#admin-search").focus();
    await page.keyboard.type("rain");
    assert.equal(await page.locator("#admin-search").inputValue(), "rain");
    await page.evaluate(() => {
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      for (const init of [{ key: "a", repeat: true }, { key: "a", ctrlKey: true }]) {
        document.dispatchEvent(new KeyboardEvent("keydown", { ...init, bubbles: true }));
      }
    });
    await page.evaluate(() => localStorage.setItem("single-keys", "off"));
    await page.keyboard.press("a");
    await page.reload();
    assert.equal(await proposals(page).count(), 2);
    assert.equal(await page.locator("[data-keys]").isVisible(), false);
  },
);

browserTest(
  "a double click decides one proposal, and going back shows the current state",
  async ({ page }) => {
    await visit(page, "market");
    const first = page.getByRole("button", { name: /^Accept [^a]/ }).first();
    await Promise.all([page.waitForEvent("load"), first.dblclick()]);
    await page.waitForLoadState("networkidle");
    assert.equal(await proposals(page).count(), 1, "one of two proposals is decided");
    await press(page, "r");
    assert.equal(at(page), "p-bridge");
    await page.goBack();
    assert.equal(at(page), "p-market");
    await page.getByText("Nothing left to decide").waitFor();
    await press(page, "n");
    assert.equal(at(page), "p-bridge");
  },
);

browserTest("buttons accept, undo and skip without scripts", async ({ page }) => {
  await visit(page, "station");
  assert.equal(await page.locator("[data-keys]").isVisible(), false);
  await page.getByRole("button", { name: "Accept all 2" }).click();
  assert.equal(at(page), "p-library");
  await page.getByRole("button", { name: "Undo" }).click();
  await page.waitForLoadState();
  assert.equal(at(page), "p-station");
  assert.equal(await proposals(page).count(), 2);
  await page.getByRole("link", { name: "Skip", exact: true }).click();
  assert.equal(at(page), "p-library");
}, { javaScriptEnabled: false });

browserTest("the review is accessible and fits, wide and narrow", async ({ page }) => {
  await visit(page, "museum");
  for (const width of [1280, 360]) {
    assert.deepEqual(await faultsAtWidths(page, [width]), []);
    assert.equal(await page.locator("[data-keys]").isVisible(), width > 360);
  }
  await site.visit(page, `${REVIEW}/accept?least=50`);
  assert.deepEqual(await faultsAtWidths(page), []);
});
