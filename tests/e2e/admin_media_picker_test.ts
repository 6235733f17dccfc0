/** The picture picker in a browser: by mouse, touch and keyboard, without scripts, and with a failing library. */
import assert from "node:assert/strict";
import type { Locator, Page, Route } from "playwright-core";
import sharp from "sharp";
import { openDatabase } from "@/lib/db/mod.ts";
import { browserTest } from "../helpers/browser.ts";
import { storePicture } from "../helpers/media.ts";
import { accessibilityFaults, faultsAtWidths, islandsReady } from "../helpers/page.ts";
import { declareSite } from "../helpers/site.ts";
import { smallCatalog } from "../helpers/small_catalog.ts";

const LIBRARY = "**/admin/media/library?*";

/** Thirty assets: every tenth is called “Oak”, the last is a video, and one has no alternative text. */
const ASSETS = Array.from({ length: 30 }, (_, n) => ({
  id: `a${String(n).padStart(2, "0")}`,
  title: n % 10 === 0 ? `Oak ${n}` : `Glass ${n}`,
  alt_text: n === 28 ? null : `Wall ${n}`,
  created_at: new Date(Date.UTC(2026, 0, 1 + n)),
  ...(n === 29 && { type: "video" as const, video_id: "v1" }),
}));

const { visit } = declareSite({
  catalog: smallCatalog(),
  environment: { ADMIN_DEV_BYPASS: "true", SEED: "none" },
  async prepare(location) {
    const { width, height } = { width: 800, height: 600 };
    const original = await sharp({
      create: { width, height, channels: 3, background: "#8b8477" },
    }).jpeg().toBuffer();
    await using database = await openDatabase(location);
    const { db } = database;
    for (const asset of ASSETS) await storePicture(db, { ...asset, original, width, height });
    await db.insertInto("cms_projects").values({ uuid: "pier", name: "Pier", published: true })
      .execute();
    await db.insertInto("media_tags").values([
      { asset_id: "a00", tag_type: "project", tag_ref: "pier", source: "cms" },
      { asset_id: "a01", tag_type: "system", tag_ref: "gull" },
    ]).execute();
    // Each test has a gallery of its own.
    for (const owner of ["finch", "heron", "gull"]) {
      await db.insertInto("media_links").values(
        ["a00", "a01", "a02", "a03"].map((id, index) => ({
          asset_id: id,
          owner_type: "system" as const,
          owner_id: owner,
          slot: "gallery",
          position: index + 1,
        })),
      ).execute();
    }
  },
});

async function openGallery(page: Page, systemId: string): Promise<void> {
  await visit(page, `/admin/systems/${systemId}/gallery`);
  await islandsReady(page);
}

async function openLibrary(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Add pictures and videos" }).click();
  await page.getByRole("dialog").waitFor();
}

/** The options of the library's listbox, optionally only those with this name. */
function tiles(page: Page, name: { name?: string } = {}): Locator {
  return page.getByRole("listbox", { name: "The library" }).getByRole("option", name);
}

/** Returns the ids that the gallery's form would send, separated by spaces. */
function picked(page: Page): Promise<string> {
  return page.locator('.picker input[name="assetIds"]')
    .evaluateAll((inputs) => inputs.map((input) => input.getAttribute("value")).join(" "));
}

/** Returns what the picker said last to screen readers. */
function said(page: Page): Promise<string> {
  return page.locator(".picker > [role=status]").innerText();
}

/** Returns whether leaving the page would ask for confirmation. */
function isGuarded(page: Page): Promise<boolean> {
  return page.evaluate(() => !dispatchEvent(new Event("beforeunload", { cancelable: true })));
}

async function save(page: Page): Promise<void> {
  await page.locator("[data-save]").click();
  await page.locator("[data-flash]").waitFor();
}

browserTest("an open library is accessible and fits, wide and narrow", async ({ page, errors }) => {
  await openGallery(page, "finch");
  await openLibrary(page);
  await tiles(page).nth(5).click();
  assert.deepEqual(await faultsAtWidths(page), []);
  // At 400 % zoom there is room for the pictures too (WCAG 1.4.10).
  await page.setViewportSize({ width: 320, height: 256 });
  const body = await page.locator("dialog[open] .library-body").boundingBox();
  assert.ok(body !== null && body.height > 128, JSON.stringify(body));
  assert.deepEqual(errors, []);
});

browserTest(
  "pictures are searched, selected as a range, added, reordered and saved by one form",
  async ({ page }) => {
    await openGallery(page, "finch");
    assert.equal(await isGuarded(page), false, "hydration is not a change");
    await openLibrary(page);
    const status = page.getByRole("dialog").getByRole("status");
    await page.getByText("30 pictures and videos, 24 shown").waitFor();
    await page.getByRole("button", { name: "Show more" }).click();
    await page.getByText("30 pictures and videos", { exact: true }).waitFor();
    assert.equal(await tiles(page).count(), 30);

    await page.getByLabel("Search file names").fill("oak");
    await page.getByText("3 pictures and videos").waitFor();
    assert.equal(
      await tiles(page, { name: "Oak 0" }).getAttribute("aria-disabled"),
      "true",
    );
    await page.getByLabel("Search file names").fill("no such thing");
    await page.getByText("Nothing matches").waitFor();
    assert.equal(await status.innerText(), "Nothing found");
    await page.getByRole("button", { name: "Clear filters" }).click();

    await tiles(page, { name: "Glass 27" }).click();
    await tiles(page, { name: "Glass 24" }).click({ modifiers: ["Shift"] });
    assert.equal(await page.evaluate(() => String(getSelection())), "", "no text is selected");
    await tiles(page, { name: "Glass 26" }).click();
    await page.getByRole("button", { name: "Add 3" }).click();
    assert.equal(await picked(page), "a00 a01 a02 a03 a27 a25 a24");
    assert.equal(await isGuarded(page), true);

    await page.getByRole("button", { name: "Take Glass 25 out" }).click();
    assert.equal(await picked(page), "a00 a01 a02 a03 a27 a24");
    await page.getByRole("button", { name: "Put it back" }).click();
    assert.equal(await said(page), "Glass 25 is back.");
    assert.equal(await page.locator('[data-act="add"]:focus').count(), 1);
    assert.equal(await picked(page), "a00 a01 a02 a03 a27 a25 a24");
    await page.getByRole("button", { name: "Take Glass 25 out" }).click();
    await page.locator('[data-row="a24"] [data-act="grip"]').press("ArrowUp");
    assert.equal(await picked(page), "a00 a01 a02 a03 a24 a27");
    await page.getByRole("button", { name: "Put it back" }).click();
    assert.equal(await picked(page), "a00 a01 a02 a03 a24 a25 a27", "the new order is kept");
    assert.equal(await page.getByRole("button", { name: "Put it back" }).count(), 0, "only once");
    await page.getByLabel("Primary is Glass 24").check();
    await page.getByRole("button", { name: "Take Glass 24 out" }).click();
    await page.getByRole("button", { name: "Put it back" }).click();
    await page.locator('[data-row="a24"] [data-act="grip"]').press("End");
    await page.locator('[data-row="a27"] [data-act="grip"]').press("ArrowUp");
    await page.getByLabel("Slideshow").check();
    await save(page);
    await islandsReady(page);
    assert.equal(await picked(page), "a00 a01 a02 a03 a27 a25 a24");
    assert.equal(await page.getByLabel("Primary is Glass 24").isChecked(), true);
    assert.equal(await isGuarded(page), false);
  },
);

browserTest(
  "a double click adds a picture with those chosen before, and the focus stays in the library (§4.8)",
  async ({ page }) => {
    await openGallery(page, "heron");
    const before = await picked(page);
    await openLibrary(page);
    const press = async (name: string) => {
      await page.getByRole("button", { name }).press("Enter");
      await page.getByRole("button", { name }).waitFor({ state: "detached" });
      return await page.locator("dialog:focus-within").count();
    };
    assert.equal(await press("Show more"), 1);
    await page.getByLabel("Search file names").fill("no such thing");
    assert.equal(await press("Clear filters"), 1);
    const search = page.getByLabel("Search file names");
    const sought: string[] = [];
    page.on("request", (request) => {
      const { pathname, searchParams } = new URL(request.url());
      const text = searchParams.get("q");
      if (pathname === "/admin/media/library" && text) sought.push(text);
    });
    await search.evaluate(async (field: HTMLInputElement) => {
      for (const text of ["o", "oa", "oak"]) {
        field.value = text;
        field.dispatchEvent(new InputEvent("input", { bubbles: true }));
        await new Promise((typeNext) => setTimeout(typeNext, 20));
      }
    });
    await search.press("Enter");
    await page.getByText("3 pictures and videos").waitFor();
    assert.deepEqual(sought, ["oak"], "the library is asked when typing pauses");
    await tiles(page, { name: "Oak 0" }).dblclick({ force: true });
    assert.equal(await page.getByRole("dialog").count(), 1, "a picture that is already here");
    await search.fill("");
    await tiles(page, { name: "Glass 27" }).click();
    await search.fill("glass");
    await tiles(page, { name: "Oak 20" }).waitFor({ state: "detached" });
    const tab = await tiles(page).first().getAttribute("tabindex");
    assert.equal(tab, "0", "Tab leads to the first of a new list");
    await tiles(page, { name: "Glass 25" }).click();
    await tiles(page, { name: "Glass 25" }).dblclick();
    assert.equal(await picked(page), `${before} a27 a25`, "each once");
    assert.equal(await said(page), "2 were added.");
    await openLibrary(page);
    assert.equal(await search.inputValue(), "", "the library opens without filters");
    await tiles(page, { name: "Glass 26" }).press("Enter");
    assert.equal(await picked(page), `${before} a27 a25 a26`);

    await visit(page, "/admin/pages/home");
    await islandsReady(page);
    const chosen = page.locator(".picker [data-row]");
    const choose = async (button: string, ...names: string[]) => {
      await page.getByRole("button", { name: button }).click();
      assert.equal(await page.getByLabel("Type", { exact: true }).count(), 0, "only pictures");
      for (const name of names) await tiles(page, { name }).click();
      await page.getByRole("button", { name: "Put it here" }).click();
      return await chosen.getAttribute("data-row");
    };
    assert.equal(await choose("Choose a picture", "Glass 27", "Glass 25"), "a25", "only one");
    assert.equal(await choose("Choose another", "Glass 24"), "a24", "it replaces the one before");
    await page.getByRole("button", { name: "Take Glass 24 out" }).press("Enter");
    await page.locator('[data-act="add"]:focus').getByText("Choose a picture").waitFor();
    assert.equal(await choose("Choose a picture", "Glass 26"), "a26");
    assert.equal(await page.getByRole("button", { name: "Put it back" }).count(), 0, "too late");
  },
);

browserTest(
  "pictures are dragged by mouse and by touch, and a drag can be cancelled",
  async ({ page }) => {
    await openGallery(page, "heron");
    const box = async (name: string) => {
      const found = await page.getByRole("button", { name: `Place of ${name}` }).boundingBox();
      assert.ok(found);
      return { x: found.x + found.width / 2, y: found.y + found.height / 2 };
    };
    const drag = async (name: string, by: number, button: "left" | "right" = "left") => {
      const from = await box(name);
      await page.mouse.move(from.x, from.y);
      await page.mouse.down({ button });
      await page.mouse.move(from.x, from.y + by / 2, { steps: 4 });
      await page.mouse.move(from.x, from.y + by, { steps: 4 });
    };
    const row = (await box("Glass 1")).y - (await box("Oak 0")).y;
    await drag("Oak 0", 2 * row);
    await page.evaluate(() => {
      for (const type of ["pointermove", "pointerup"]) {
        dispatchEvent(new PointerEvent(type, { pointerId: 99, clientY: 0 }));
      }
    });
    assert.equal(await page.locator("[data-dragged]").count(), 1, "a second finger does nothing");
    await page.mouse.up();
    assert.equal(await picked(page), "a01 a02 a00 a03");
    await drag("Glass 1", 2 * row, "right");
    await page.mouse.up({ button: "right" });
    assert.equal(await picked(page), "a01 a02 a00 a03", "the other button opens a menu");
    for (const given of ["Escape", "pointercancel", "blur"]) {
      await drag("Glass 3", -3 * row);
      if (given === "Escape") await page.keyboard.press(given);
      else await page.evaluate((type) => dispatchEvent(new Event(type)), given);
      await page.mouse.up();
      assert.equal(await picked(page), "a01 a02 a00 a03", given);
    }

    const finger = await page.context().newCDPSession(page);
    const touch = async (type: "touchStart" | "touchMove" | "touchEnd", y: number) => {
      const touchPoints = type === "touchEnd" ? [] : [{ x: (await start).x, y }];
      await finger.send("Input.dispatchTouchEvent", { type, touchPoints });
    };
    const start = box("Glass 3");
    const { y } = await start;
    await touch("touchStart", y);
    for (const step of [1, 2, 3, 4]) await touch("touchMove", y - (3 * row * step) / 4);
    await touch("touchEnd", 0);
    assert.equal(await picked(page), "a03 a01 a02 a00");
    await save(page);
    assert.equal(await picked(page), "a03 a01 a02 a00");

    await islandsReady(page);
    await page.setViewportSize({ width: 1280, height: 320 });
    const hold = async (y: number, until: "top" | "bottom") => {
      await page.locator('[data-row="a03"]').evaluate((row) =>
        row.scrollIntoView({ block: "center" })
      );
      const from = await box("Glass 3");
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move(from.x, y, { steps: 4 });
      await page.waitForFunction((until) => {
        const { scrollTop, clientHeight, scrollHeight } = document.documentElement;
        return until === "top" ? scrollTop === 0 : scrollTop + clientHeight >= scrollHeight - 1;
      }, until);
      await page.mouse.up();
    };
    await hold(315, "bottom");
    assert.equal(await picked(page), "a01 a02 a00 a03", "the page scrolls along at its edges");
    await hold(5, "top");
    assert.equal(await picked(page), "a03 a01 a02 a00");
  },
);

browserTest(
  "pictures are moved, removed and added by keyboard alone, and the focus is never lost",
  async ({ page }) => {
    await openGallery(page, "gull");
    const focus = () =>
      page.evaluate(() => {
        const element = document.activeElement;
        return element?.getAttribute("aria-label") ?? element?.textContent?.trim() ?? "";
      });
    await page.getByRole("button", { name: "Place of Oak 0" }).focus();
    await page.keyboard.press("ArrowDown");
    assert.equal(await picked(page), "a01 a00 a02 a03");
    assert.equal(await focus(), "Place of Oak 0: 2 of 4");
    await page.keyboard.press("End");
    assert.equal(await picked(page), "a01 a02 a03 a00");
    assert.equal(await said(page), "Oak 0 is now 4 of 4.");
    await page.keyboard.press("ArrowDown");
    assert.equal(await picked(page), "a01 a02 a03 a00");
    await page.getByRole("button", { name: "Place of Glass 1" }).press("ArrowUp");
    assert.equal(await said(page), "Oak 0 is now 4 of 4.", "the first has nowhere to go");
    await page.getByRole("button", { name: "Move Glass 2 up" }).focus();
    await page.keyboard.press("Enter");
    assert.equal(await picked(page), "a02 a01 a03 a00");
    assert.equal(await focus(), "Move Glass 2 up");
    await page.getByRole("button", { name: "Take Glass 3 out" }).focus();
    await page.keyboard.press("Space");
    assert.equal(await focus(), "Take Oak 0 out");
    assert.equal(await said(page), "Glass 3 was taken out.");

    await page.getByRole("button", { name: "Add pictures and videos" }).focus();
    await page.keyboard.press("Enter");
    await tiles(page).first().waitFor();
    assert.equal(await focus(), "Search file names, titles and alt texts");
    assert.ok(await page.getByRole("button", { name: "Add", exact: true }).isDisabled());
    await page.getByLabel("What they show").selectOption("subject");
    await page.getByText("1 picture or video").waitFor();
    await page.getByLabel("What they show").selectOption("");
    await page.getByText("24 shown").waitFor();
    await page.getByLabel("Order").focus();
    await page.keyboard.press("Tab");
    while (!/^Glass 29/.test(await focus())) await page.keyboard.press("Tab");
    await page.keyboard.press("ArrowRight");
    const tab = await tiles(page).nth(1).getAttribute("tabindex");
    assert.equal(tab, "0", "Tab comes back to where the arrow keys were");
    await page.keyboard.press("Space");
    await page.keyboard.press("Shift+ArrowRight");
    await page.getByText("2 chosen").waitFor();
    await page.keyboard.press("Escape");
    assert.equal(await focus(), "Add pictures and videos");
    assert.equal(await picked(page), "a02 a01 a00", "cancelling adds nothing");

    await page.keyboard.press("Enter");
    await tiles(page).first().focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Space");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Shift+Space");
    await page.keyboard.press("Enter");
    assert.equal(await picked(page), "a02 a01 a00 a28 a27 a26");
    assert.equal(await focus(), "Add pictures and videos");
    await page.keyboard.press("Control+s");
    await page.locator("[data-flash]").waitFor();
    assert.equal(await picked(page), "a02 a01 a00 a28 a27 a26");
  },
);

browserTest(
  "a slow, failing or unreachable library shows its state and can be tried again",
  async ({ page }) => {
    await openGallery(page, "finch");
    const before = await picked(page);
    const answers: Record<string, (route: Route) => Promise<void>> = {
      "cannot answer": (route) => route.fulfill({ status: 503, body: "{}" }),
      "no longer signed in": (route) => route.fulfill({ status: 401, body: "{}" }),
      "cannot be reached": (route) => route.abort("connectionrefused"),
    };
    for (const [says, answer] of Object.entries(answers)) {
      await page.route(LIBRARY, answer);
      await openLibrary(page);
      await page.getByRole("alert").getByText(says).waitFor();
      assert.deepEqual(await accessibilityFaults(page), [], says);
      await page.unroute(LIBRARY);
      await page.getByRole("button", { name: "Try again" }).click();
      await tiles(page).first().waitFor();
      await page.getByRole("button", { name: "Close" }).click();
    }
    await page.context().setOffline(true);
    await openLibrary(page);
    await page.getByText("You are offline").waitFor();
    await page.context().setOffline(false);
    await page.keyboard.press("Escape");

    await openGallery(page, "finch");
    const held = Promise.withResolvers<void>();
    await page.route(LIBRARY, async (route) => {
      await held.promise;
      await route.continue();
    });
    await openLibrary(page);
    await page.locator(".library-skeleton").first().waitFor();
    await page.getByText("Loading…").waitFor();
    const stopped = page.waitForEvent("requestfailed", {
      predicate: (request) => request.url().includes("/admin/media/library?"),
      timeout: 10_000, // Before the request would give up by itself.
    });
    await page.getByRole("button", { name: "Cancel" }).click();
    await stopped;
    await openLibrary(page);
    held.resolve();
    await tiles(page).first().waitFor();
    assert.equal(await page.locator(".library-skeleton").count(), 0);
    await page.getByRole("button", { name: "Cancel" }).click();
    assert.equal(await picked(page), before);

    const scripts = Promise.withResolvers<void>();
    await page.route("**/*.js", async (route) => {
      await scripts.promise;
      await route.continue();
    });
    const arrives = visit(page, "/admin/systems/finch/gallery");
    await page.getByLabel(/^Take out Oak 0/).check();
    const mark = page.getByLabel("Primary is Glass 2", { exact: true });
    await mark.check();
    scripts.resolve();
    await arrives;
    await islandsReady(page);
    assert.equal(await picked(page), before.replace("a00 ", ""), "what was ticked before it came");
    assert.equal(await mark.isChecked(), true);
  },
);

browserTest("without scripts, plain forms add, order and remove pictures", async ({ page }) => {
  await visit(page, "/admin/projects/pier");
  await page.getByLabel("Find pictures and videos to add").fill("oak");
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await page.getByLabel("Oak 10").check();
  await page.getByLabel("Oak 20").check();
  await page.locator("[data-save]").click();
  await page.waitForLoadState();
  assert.equal(await picked(page), "a00 a20 a10", "added at the end");
  await page.getByLabel("Place of Oak 20").fill("1");
  await page.getByLabel("Take out Oak 10").check();
  await page.locator("[data-save]").click();
  await page.waitForLoadState();
  assert.equal(await picked(page), "a20 a00");
  // The CMS tagged this one. Once it is taken out, the sync does not add it again.
  await page.getByText("From the CMS. Once taken out, it stays out.").waitFor();
  await page.getByLabel("Take out Oak 0").check();
  await page.locator("[data-save]").click();
  await page.waitForLoadState();
  assert.equal(await picked(page), "a20");

  await visit(page, "/admin/pages/home");
  await page.getByRole("textbox", { name: "Headline" }).fill("Other words");
  await page.getByLabel("Find a picture").fill("oak");
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await page.waitForLoadState();
  assert.equal(await page.getByRole("textbox", { name: "Headline" }).inputValue(), "Other words");
  await page.getByLabel("Oak 0").check();
  await page.locator("[data-save]").click();
  await visit(page, "/");
  assert.equal(await page.getByRole("heading", { level: 1 }).innerText(), "Other words");
  assert.equal(await page.getByRole("img", { name: "Wall 0" }).isVisible(), true);
}, { javaScriptEnabled: false });
