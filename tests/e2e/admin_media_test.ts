/** The media library in a browser, with and without scripts, wide and narrow (spec §4.8). */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { openDatabase, type OpenOptions } from "@/lib/db/mod.ts";
import { browserTest } from "../helpers/browser.ts";
import { storePicture } from "../helpers/media.ts";
import { accessibilityFaults, surplusWidth } from "../helpers/page.ts";
import { pictureFile } from "../helpers/pictures.ts";
import { declareSite } from "../helpers/site.ts";
import { smallCatalog } from "../helpers/small_catalog.ts";

const COUNT = 60;
const HARBOUR = "0b3b9d1e-6a7e-4a53-9a3f-6f0f5a1c2d3e";

async function prepare(location: OpenOptions): Promise<void> {
  await using database = await openDatabase(location);
  const { db } = database;
  const original = await pictureFile("jpeg", { width: 1600, height: 1067 });
  for (let index = 0; index < COUNT; index++) {
    const id = `a${String(index).padStart(2, "0")}`;
    await storePicture(db, {
      id,
      original,
      title: `Wall ${index}`,
      alt_text: index % 5 === 0 ? null : "A folded wall",
      created_at: new Date(Date.UTC(2026, 0, 1, index)),
    });
  }
  await db.insertInto("cms_projects").values({ uuid: HARBOUR, name: "Harbour Hall" }).execute();
  await db.insertInto("media_categories").values([
    { id: "oak", axis: "attribute", name: "Oak veneer" },
    { id: "glass", axis: "attribute", name: "Glass" },
    {
      id: "corner",
      axis: "attribute",
      name: "A corner without a post, open to the garden on both sides",
    },
    { id: "school", axis: "application", name: "School" },
  ]).execute();
  await db.insertInto("media_tags").values([
    { asset_id: "a03", tag_type: "attribute", tag_ref: "glass" },
    {
      asset_id: "a03",
      tag_type: "application",
      tag_ref: "school",
      state: "proposed",
      confidence: 0.7,
      source: "proposer",
    },
  ]).execute();
  await db.insertInto("media_links").values({
    asset_id: "a50",
    owner_type: "system",
    owner_id: "finch",
    slot: "gallery",
  }).execute();
}

const { visit } = declareSite({
  catalog: smallCatalog(),
  prepare,
  environment: { ADMIN_DEV_BYPASS: "true", SEED: "none" },
});

const NARROW = { width: 360, height: 740 };
const WIDE = { width: 1280, height: 800 };

/** Returns the ids of the ticked pictures. */
async function ticked(page: Page): Promise<string[]> {
  await page.waitForLoadState();
  return await page.locator("[data-tick]:checked").evaluateAll((boxes) =>
    boxes.map((box) => box instanceof HTMLInputElement ? box.value : "")
  );
}

/** Returns the id of the picture that has the focus, or null. */
function focusedTile(page: Page): Promise<string | null> {
  return page.evaluate(() =>
    document.activeElement?.closest("[data-asset]")?.getAttribute("data-asset") ?? null
  );
}

function tile(page: Page, id: string) {
  return page.locator(`[data-asset="${id}"] a[data-open]`);
}

browserTest(
  "arrow keys move over the tiles, and Space selects (§4.8)",
  async ({ page, errors }) => {
    await visit(page, "/admin/media?sort=oldest");
    const columns = await page.locator("[data-tiles]").evaluate((list) =>
      getComputedStyle(list).gridTemplateColumns.split(" ").length
    );
    // A link in the tab order skips the filters, of which a large library has a hundred.
    await page.getByRole("link", { name: "Skip to the pictures" }).focus();
    await page.keyboard.press("Enter");
    for (let tabs = 0; tabs < 12 && await focusedTile(page) === null; tabs++) {
      await page.keyboard.press("Tab");
    }
    assert.equal(await focusedTile(page), "a00");
    await page.keyboard.press("ArrowRight");
    assert.equal(await focusedTile(page), "a01");
    await page.keyboard.press("ArrowDown");
    assert.equal(await focusedTile(page), `a${String(1 + columns).padStart(2, "0")}`);
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Space");
    assert.deepEqual(await ticked(page), ["a01"]);
    await page.keyboard.press("Shift+ArrowRight");
    await page.keyboard.press("Shift+ArrowRight");
    assert.deepEqual(await ticked(page), ["a01", "a02", "a03"]);
    assert.equal(await page.locator("[data-count]").textContent(), "3 selected");
    await page.keyboard.press("Control+a");
    assert.equal((await ticked(page)).length, 24);
    await page.keyboard.press("Escape");
    assert.deepEqual(await ticked(page), []);
    await page.keyboard.press("End");
    assert.equal(await focusedTile(page), "a23");
    await page.keyboard.press("/");
    await page.locator("#media-search:focus").waitFor();
    assert.deepEqual(errors, []);
  },
  { viewport: WIDE },
);

browserTest(
  "a Shift click selects all pictures from the last one that was ticked",
  async ({ page }) => {
    await visit(page, "/admin/media?sort=oldest");
    await page.locator('[data-asset="a02"] [data-tick]').check();
    await tile(page, "a07").click({ modifiers: ["Shift"] });
    assert.deepEqual(await ticked(page), ["a02", "a03", "a04", "a05", "a06", "a07"]);
    assert.equal(new URL(page.url()).searchParams.get("asset"), null, "no picture is opened");
    await page.getByRole("button", { name: "Clear", exact: true }).click();
    await page.locator('[data-asset="a05"] [data-tick]').check();
    await page.locator('[data-asset="a03"] [data-tick]').click({ modifiers: ["Shift"] });
    assert.deepEqual(await ticked(page), ["a03", "a04", "a05"]);
    await page.locator('[data-asset="a07"] [data-tick]').click({ modifiers: ["Shift"] });
    assert.deepEqual(await ticked(page), ["a03", "a04", "a05", "a06", "a07"]);
    await page.locator('[data-asset="a09"] .media-tick').click({ modifiers: ["Shift"] });
    assert.equal((await ticked(page)).length, 7, "the label selects as its checkbox does");
    await page.getByRole("link", { name: "Select page" }).click();
    assert.equal((await ticked(page)).length, 24);
    await page.getByRole("button", { name: "Clear", exact: true }).click();
    assert.deepEqual(await ticked(page), []);
  },
  { viewport: WIDE },
);

browserTest(
  "a picture opens beside the list, which keeps its scroll position and selection",
  async ({ page, errors }) => {
    await visit(page, "/admin/media?sort=oldest&limit=48");
    await page.locator('[data-asset="a20"] [data-tick]').check();
    await tile(page, "a30").scrollIntoViewIfNeeded();
    const before = await tile(page, "a30").boundingBox();
    await tile(page, "a30").click();
    await page.getByRole("heading", { name: "Wall 30" }).waitFor();
    const after = await tile(page, "a30").boundingBox();
    assert.ok(Math.abs((after?.y ?? 0) - (before?.y ?? 0)) < 40, "the tile is where it was");
    assert.deepEqual(await ticked(page), ["a20"], "the selection is kept");
    assert.equal(new URL(page.url()).searchParams.get("asset"), "a30");
    // A second click must not add a second step to the history.
    const again = page.waitForResponse((response) => response.url().includes("asset=a30"));
    await tile(page, "a30").click();
    await (await again).finished();
    await page.getByRole("link", { name: "Next picture" }).click();
    await page.getByRole("heading", { name: "Wall 31" }).waitFor();
    await page.locator("[data-panel]:focus").waitFor();
    await page.goBack();
    await page.getByRole("heading", { name: "Wall 30" }).waitFor();
    await page.goBack();
    await page.locator("[data-panel]").waitFor({ state: "detached" });
    assert.deepEqual(await ticked(page), ["a20"]);
    await tile(page, "a30").focus();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Wall 30" }).waitFor();
    await page.locator("[data-panel]:focus").waitFor();
    await page.goBack();
    await page.locator("[data-panel]").waitFor({ state: "detached" });
    assert.equal(await focusedTile(page), "a30");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Wall 30" }).waitFor();
    await page.keyboard.press("Escape");
    await page.locator("[data-panel]").waitFor({ state: "detached" });
    assert.equal(await focusedTile(page), "a30");
    assert.deepEqual(errors, []);
  },
  { viewport: WIDE },
);

browserTest(
  "opening another picture, and closing one, asks before it discards unsaved changes",
  async ({ page }) => {
    await visit(page, "/admin/media?sort=oldest&asset=a01");
    await page.locator("#title").fill("Mine");
    const asked: string[] = [];
    for (const leave of [tile(page, "a02"), page.locator("[data-close]")]) {
      page.once("dialog", (dialog) => {
        asked.push(dialog.message());
        dialog.dismiss();
      });
      await leave.click();
    }
    assert.equal(asked.length, 2);
    assert.equal(await page.locator("#title").inputValue(), "Mine");
    page.once("dialog", (dialog) => dialog.accept());
    await tile(page, "a02").click();
    await page.getByRole("heading", { name: "Wall 2" }).waitFor();
  },
  { viewport: WIDE },
);

browserTest(
  "a failed bulk action does not ask before another picture is opened",
  async ({ page }) => {
    await visit(page, "/admin/media?sort=oldest&asset=a01");
    const asked: string[] = [];
    page.on("dialog", async (dialog) => {
      asked.push(dialog.message());
      await dialog.accept();
    });
    await page.locator("[data-tick][value=a04]").check();
    await page.locator("[data-bar] button[name=intent]").first().click();
    await page.locator("[data-error-summary]").waitFor();
    await tile(page, "a02").click();
    await page.getByRole("heading", { name: "Wall 2", exact: true }).waitFor();
    assert.deepEqual(asked, []);
  },
  { viewport: WIDE },
);

browserTest(
  "a closed panel leaves the address of the list, without an empty query",
  async ({ page }) => {
    await visit(page, "/admin/media");
    const address = page.url();
    await page.locator("a[data-open]").first().click();
    await page.locator("[data-close]").click();
    await page.locator("[data-panel]").waitFor({ state: "detached" });
    assert.equal(page.url(), address);
  },
  { viewport: WIDE },
);

browserTest("going back asks before it discards unsaved changes", async ({ page }) => {
  await visit(page, "/admin/media?sort=oldest");
  await tile(page, "a01").click();
  await page.getByRole("heading", { name: "Wall 1", exact: true }).waitFor();
  const address = page.url();
  await page.locator("#title").fill("Mine");
  const asked = page.waitForEvent("dialog");
  const back = page.evaluate(() => history.back());
  await (await asked).dismiss();
  await back;
  await page.waitForURL(address);
  assert.equal(await page.locator("#title").inputValue(), "Mine");
  page.once("dialog", (dialog) => dialog.accept());
  await page.evaluate(() => history.back());
  await page.locator("[data-panel]").waitFor({ state: "detached" });
  assert.equal(new URL(page.url()).searchParams.get("asset"), null);
}, { viewport: WIDE });

browserTest(
  "saving keeps the scroll position, and the focal point is set by a click and by keys",
  async ({ page }) => {
    await visit(page, "/admin/media?sort=oldest&limit=48");
    await tile(page, "a40").scrollIntoViewIfNeeded();
    await tile(page, "a40").click();
    const preview = page.locator("[data-focal]");
    await preview.waitFor();
    const box = await preview.boundingBox();
    assert.ok(box);
    await preview.click({ position: { x: box.width / 4, y: box.height / 2 } });
    const left = page.getByLabel("From the left");
    assert.ok(Math.abs(Number(await left.inputValue()) - 25) < 1);
    await preview.focus();
    await page.keyboard.press("ArrowRight");
    assert.ok(Math.abs(Number(await left.inputValue()) - 27) < 1);
    const isLeft = await preview.evaluate((it) =>
      it.dispatchEvent(
        new KeyboardEvent("keydown", { key: "ArrowLeft", altKey: true, cancelable: true }),
      )
    );
    assert.ok(isLeft, "with Alt it goes back");
    await page.locator("#alt").fill("A wall of oak, folded");
    await page.getByText("21 of 150 characters.").waitFor();
    const scroll = await page.evaluate(() => scrollY);
    await page.getByRole("button", { name: "Save", exact: true }).last().click();
    await page.getByText("Wall 40 was saved.").waitFor();
    await page.waitForFunction((at) => Math.abs(scrollY - at) < 120, scroll);
    assert.ok(Math.abs(Number(await left.inputValue()) - 27) < 1);
  },
  { viewport: WIDE },
);

for (const javaScriptEnabled of [true, false]) {
  const how = javaScriptEnabled ? "with scripts" : "without scripts";
  const base = javaScriptEnabled ? 10 : 14;
  const [one, two] = [`a${base}`, `a${base + 1}`];

  browserTest(`pictures are tagged together, and one by one, ${how}`, async ({ page, errors }) => {
    await visit(page, "/admin/media?sort=oldest&coverage=untagged");
    const queue = page.getByRole("navigation", { name: "Work queues" }).getByRole("link").first();
    const before = Number((await queue.textContent())?.replace(/\D/g, ""));
    await page.getByLabel(`Select Wall ${base}`, { exact: true }).check();
    await page.getByLabel(`Select Wall ${base + 1}`, { exact: true }).check();
    await page.getByLabel("What to do").selectOption("Add a tag");
    assert.equal(await surplusWidth(page), 0, "the bar fits on the screen");
    await page.locator("#bulk-tags").fill("oak ven");
    await page.getByRole("button", { name: "Apply" }).click();
    await page.getByText("2 pictures were tagged.").waitFor();
    assert.equal(await queue.textContent(), `Untagged ${before - 2}`);
    assert.equal(await page.locator(`[data-asset="${one}"]`).count(), 0, "it left the queue");

    await visit(page, `/admin/media?sort=oldest&asset=${two}`);
    await page.getByLabel("Tag to add").fill("School (Application)");
    await page.getByRole("button", { name: "Add" }).first().click();
    await page.getByText("The tag was added.").waitFor();
    await page.getByRole("button", { name: "Remove Oak veneer" }).click();
    await page.getByText("The tag was removed.").waitFor();
    if (javaScriptEnabled) {
      await page.locator("#panel-tags:focus").waitFor();
      await page.getByLabel("Tag to add").fill("Oak veneer (Attribute)");
      await page.keyboard.press("Enter");
      await page.getByText("The tag was added.").waitFor();
      await page.locator("#tag:focus").waitFor();
      assert.equal(await page.locator("#tag").inputValue(), "", "ready for the next one");
    }
    await page.locator("#group").fill(`Scene ${base}`);
    await page.getByRole("button", { name: "Save", exact: true }).last().click();
    await page.getByText(`Wall ${base + 1} was saved.`).waitFor();
    assert.deepEqual(errors, []);
  }, { javaScriptEnabled, viewport: WIDE });

  browserTest(
    `deleting pictures in use asks for confirmation and names their uses, ${how}`,
    async ({ page }) => {
      const id = javaScriptEnabled ? "Wall 55" : "Wall 56";
      await visit(page, "/admin/media?sort=newest");
      await page.getByLabel("Select Wall 50", { exact: true }).check();
      await page.getByLabel(`Select ${id}`, { exact: true }).check();
      await page.getByLabel("What to do").selectOption("Delete…");
      await page.getByRole("button", { name: "Apply" }).click();
      await page.getByRole("heading", { name: "Delete 2 pictures?" }).waitFor();
      await page.getByRole("link", { name: "Finch" }).waitFor();
      assert.deepEqual(await accessibilityFaultsIf(javaScriptEnabled, page), []);
      await page.getByRole("link", { name: "Keep them" }).click();
      await page.getByRole("heading", { name: "Pictures & videos", level: 1 }).waitFor();
      await page.getByLabel(`Select ${id}`, { exact: true }).check();
      await page.getByLabel("What to do").selectOption("Delete…");
      await page.getByRole("button", { name: "Apply" }).click();
      await page.getByRole("button", { name: "Delete 1 picture" }).click();
      await page.getByText("1 picture was deleted.").waitFor();
    },
    { javaScriptEnabled, viewport: WIDE },
  );
}

browserTest(
  "choosing a tag by name, such as a project, filters the list to its pictures (§4.8)",
  async ({ page, errors }) => {
    await visit(page, "/admin/media?sort=oldest");
    const field = page.locator("#find-tag");
    await field.pressSequentially("Ha");
    const option = page.locator('#tag-names option[value="Harbour Hall (Project)"]');
    await option.waitFor({ state: "attached" });
    await field.fill("Harbour");
    assert.match(page.url(), /sort=oldest$/, "typing does not navigate");
    await option.waitFor({ state: "attached" });
    // Sends the events of choosing a suggestion, because the browser's list is not part of the page.
    await field.evaluate((input: HTMLInputElement) => {
      input.value = "Harbour Hall (Project)";
      const inputType = "insertReplacementText";
      input.dispatchEvent(new InputEvent("input", { bubbles: true, inputType }));
    });
    await page.waitForURL(/tagType=project/);
    const { searchParams } = new URL(page.url());
    assert.equal(searchParams.get("tagRef"), HARBOUR);
    assert.equal(searchParams.get("sort"), "oldest");
    assert.equal(searchParams.has("find"), false);
    assert.deepEqual(errors, []);
  },
  { viewport: WIDE },
);

/** Axe runs in the page, so it needs scripts. */
async function accessibilityFaultsIf(scripts: boolean, page: Page): Promise<string[]> {
  return scripts ? await accessibilityFaults(page) : [];
}

browserTest(
  "on a phone a picture replaces the list, and closing it restores the scroll position",
  async ({ page }) => {
    await visit(page, "/admin/media?sort=oldest");
    await tile(page, "a06").click();
    await page.getByRole("heading", { name: "Wall 6" }).waitFor();
    await tile(page, "a06").waitFor({ state: "hidden" });
    await page.getByRole("link", { name: "Close" }).click();
    await tile(page, "a06").waitFor();
    await page.waitForFunction(() => scrollY > 0, null, { polling: 100 });
  },
  { viewport: NARROW },
);
