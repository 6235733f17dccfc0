/** Pictures on buyer pages, in a browser: their sizes, that nothing shifts, slideshows and videos. */
import assert from "node:assert/strict";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import sharp from "sharp";
import { openDatabase } from "../../lib/db/mod.ts";
import { RENDITION_WIDTHS } from "../../lib/media/browser.ts";
import { browserTest, newContext } from "../helpers/browser.ts";
import { disposable } from "../helpers/db.ts";
import { storePicture } from "../helpers/media.ts";
import { accessibilityFaults, focusedOutside, surplusWidth } from "../helpers/page.ts";
import { declareSite } from "../helpers/site.ts";
import { smallCatalog } from "../helpers/small_catalog.ts";

const VIDEO_HOST = "https://player.example";
const RESULTS = "/results?options=loud";
const PAGES = [RESULTS, "/systems", "/systems/finch", "/compare?systems=finch,heron"];

/** All but those that are loaded when somebody enlarges one. */
const SHOWN_PICTURES = "main img:not([popover] img)";

/** As busy as a photograph. */
async function photograph(seed: number): Promise<Uint8Array> {
  const { data, info } = await sharp({
    create: {
      width: 500,
      height: 333,
      channels: 3,
      background: { r: (seed * 60) % 200, g: 120, b: 140 },
      noise: { type: "gaussian", mean: 128, sigma: 50 },
    },
  }).blur(1.5).raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  return await sharp(data, { raw: { width, height, channels } })
    .resize(2000, 1332).jpeg({ quality: 88 }).toBuffer();
}

/** Finch has six pictures and a film in a slideshow, Heron a grid of two. */
const site = declareSite({
  catalog: smallCatalog(),
  environment: { VIDEO_PLAYER_URL: `${VIDEO_HOST}/embed` },
  async prepare(location) {
    await using database = disposable(await openDatabase(location));
    const { db } = database;
    const stored = [
      ...Array.from({ length: 7 }, (_, place) => ({ owner: "finch", place })),
      ...Array.from({ length: 2 }, (_, place) => ({ owner: "heron", place })),
    ];
    for (const [index, { owner, place }] of stored.entries()) {
      const id = `${owner}-${place}`;
      const isFilm = id === "finch-2";
      await storePicture(db, {
        id,
        original: await photograph(index),
        width: 2000,
        height: 1332,
        title: isFilm ? "How Finch opens" : `View ${place + 1} of ${owner}`,
        alt_text: `A wall of ${owner}, ${place} panels open`,
        ...(isFilm && { type: "video", video_id: "opening" }),
      });
      await db.insertInto("media_links").values({
        asset_id: id,
        owner_type: "system",
        owner_id: owner,
        slot: "gallery",
        position: place,
      }).execute();
      await db.insertInto("media_tags")
        .values({ asset_id: id, tag_type: "system", tag_ref: owner }).execute();
    }
    await db.insertInto("system_galleries")
      .values({ system_id: "finch", display_mode: "slideshow" }).execute();
    await db.insertInto("media_tags")
      .values({ asset_id: "heron-1", tag_type: "factor", tag_ref: "loud" }).execute();
  },
});

/** Opens a page, reads it to its end, and waits for its pictures. */
async function readPage(page: Page, path: string): Promise<void> {
  await page.goto(`${await site()}${path}`);
  for (const image of await page.locator(SHOWN_PICTURES).all()) {
    await image.scrollIntoViewIfNeeded();
    await image.evaluate((element: HTMLImageElement) => element.decode());
  }
}

async function withContext(
  browser: Browser,
  options: BrowserContextOptions,
  run: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await newContext(browser, options);
  try {
    await run(await context.newPage());
  } finally {
    await context.close();
  }
}

const SCREENS = [
  { width: 360, deviceScaleFactor: 1 },
  { width: 360, deviceScaleFactor: 2 },
  { width: 1280, deviceScaleFactor: 1 },
];

browserTest("nothing shifts when pictures come (design §10)", async ({ browser }) => {
  for (const { width, deviceScaleFactor } of SCREENS) {
    const options = { viewport: { width, height: 800 }, deviceScaleFactor };
    await withContext(browser, options, async (page) => {
      // A font that comes late moves texts by a pixel or two, and is no picture.
      await page.route(/\.woff2/, (route) => route.abort());
      await page.addInitScript(() => {
        const shifts: string[] = [];
        Object.assign(globalThis, { shifts });
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) shifts.push(JSON.stringify(entry));
        }).observe({ type: "layout-shift", buffered: true });
      });
      for (const path of PAGES) {
        await readPage(page, path);
        const shifts = await page.evaluate(() => Reflect.get(globalThis, "shifts"));
        assert.deepEqual(shifts, [], `${path} at ${width}`);
        assert.equal(await surplusWidth(page), 0, `${path} at ${width}`);
      }
    });
  }
});

/** How wide each picture of a page is shown, in the pixels of the screen, and how wide the chosen file is. */
function picturesOf(page: Page) {
  return page.locator(SHOWN_PICTURES).evaluateAll((images) =>
    images.map((image) => {
      const { currentSrc = "", width = 0, fetchPriority = "", loading = "" } =
        image instanceof HTMLImageElement ? image : {};
      const chosen = Number(/\/w(\d+)/.exec(currentSrc)?.[1]);
      return { chosen, shown: width * devicePixelRatio, src: currentSrc, fetchPriority, loading };
    })
  );
}

browserTest(
  "each screen gets pictures of its size, the lead's above all (design §10)",
  async ({ browser }) => {
    for (const { width, deviceScaleFactor } of SCREENS) {
      for (const path of PAGES) {
        // A browser takes what it has already loaded for a larger place, so each page has a visitor of its own.
        const options = { viewport: { width, height: 800 }, deviceScaleFactor };
        await withContext(browser, options, async (page) => {
          await readPage(page, path);
          const pictures = await picturesOf(page);
          assert.ok(pictures.length >= 2, path);
          for (const [index, { chosen, shown, src }] of pictures.entries()) {
            if (pictures.some((other) => other.src === src && other.shown > shown)) continue;
            const fitting = RENDITION_WIDTHS.find((each) => each >= shown) ?? 1920;
            const surplus = RENDITION_WIDTHS.findIndex((each) => each === chosen) -
              RENDITION_WIDTHS.indexOf(fitting);
            const isLead = index === 0 && path !== "/systems";
            const words = `${src} for ${shown} of ${width} on ${path}`;
            assert.ok(surplus === 0 || (!isLead && surplus === 1), words);
          }
          const first = pictures.filter(({ fetchPriority }) => fetchPriority === "high");
          assert.equal(first.length, path === RESULTS || path === "/systems/finch" ? 1 : 0);
          assert.ok(
            pictures.every(({ loading, fetchPriority }) =>
              (loading === "eager") === (fetchPriority === "high")
            ),
          );
        });
      }
    }
  },
);

browserTest("no picture is heavier than 200 kB at 1280 (design §10)", async ({ browser }) => {
  await withContext(browser, { viewport: { width: 1280, height: 800 } }, async (page) => {
    const weights: { url: string; bytes: number }[] = [];
    const weighing: Promise<void>[] = [];
    page.on("response", (response) => {
      if (!new URL(response.url()).pathname.startsWith("/media/")) return;
      weighing.push(
        response.body().then((body) => {
          weights.push({ url: response.url(), bytes: body.length });
        }),
      );
    });
    for (const path of PAGES) await readPage(page, path);
    await Promise.all(weighing);
    assert.ok(weights.length >= 9);
    assert.deepEqual(weights.filter(({ bytes }) => bytes === 0 || bytes > 200_000), []);
  });
});

browserTest(
  "a video asks nothing of its host before it is played (§2.1)",
  async ({ page, errors }) => {
    const asked: string[] = [];
    await page.route(`${VIDEO_HOST}/**`, (route) => {
      asked.push(route.request().url());
      return route.fulfill({ contentType: "text/html", body: "<title>Player</title>" });
    });
    await readPage(page, "/systems/finch");
    const still = page.getByRole("link", { name: "Play the video: How Finch opens" });
    assert.equal(await still.getAttribute("href"), `${VIDEO_HOST}/embed/opening`);
    assert.deepEqual(asked, []);
    const { height: before } = await still.boundingBox() ?? {};
    await still.click();
    const player = page.locator("iframe");
    await player.waitFor();
    const address = `${VIDEO_HOST}/embed/opening?autoPlay=true`;
    assert.equal(await player.getAttribute("src"), address);
    assert.equal(await player.getAttribute("title"), "How Finch opens");
    assert.equal(await player.getAttribute("allow"), "autoplay; fullscreen");
    assert.equal(await player.evaluate((element) => element === document.activeElement), true);
    assert.equal(Math.round((await player.boundingBox())?.height ?? 0), Math.round(before ?? -1));
    await page.waitForFunction(() => document.querySelector("iframe")?.contentWindow !== null);
    assert.deepEqual(asked, [address]);
    assert.deepEqual(errors, []);
  },
);

/** How far a slideshow has turned. */
function turned(page: Page): Promise<number> {
  return page.locator(".gallery-slides").evaluate((slides) => slides.scrollLeft);
}

browserTest(
  "a slideshow turns by keyboard, and says where it is (design §10)",
  async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goto(`${await site()}/systems/finch`);
    const slides = page.getByRole("list", { name: "Pictures of Finch" });
    await slides.focus();
    await page.keyboard.press("ArrowRight");
    await page.waitForFunction(() => document.querySelector(".gallery-slides")?.scrollLeft !== 0);

    const marks = page.getByRole("navigation", { name: "Pictures of Finch, one by one" });
    const position = await page.evaluate(() => scrollY);
    const last = marks.getByRole("link", { name: "Picture 6 of 6" });
    await last.focus();
    await page.keyboard.press("Enter");
    await page.waitForFunction(() =>
      document.querySelector('.gallery-marks [aria-current="true"]')?.ariaLabel === "Picture 6 of 6"
    );
    assert.ok(await turned(page) > 1000);
    assert.ok(Math.abs(await page.evaluate(() => scrollY) - position) < 400);
    assert.equal(new URL(page.url()).hash, "");
  },
);

browserTest("galleries and videos work without scripts", async ({ page }) => {
  await page.goto(`${await site()}/systems/finch`);
  await page.getByRole("link", { name: "Picture 5 of 6" }).click();
  assert.equal(new URL(page.url()).hash, "#picture-5");
  const film = page.getByRole("link", { name: "Play the video: How Finch opens" });
  assert.equal(await film.getAttribute("target"), "_blank");
  await page.goto(`${await site()}/systems/heron`);
  await page.getByRole("heading", { name: "In pictures" }).waitFor();
}, { javaScriptEnabled: false });

browserTest(
  "pages led by pictures have no accessibility faults (WCAG 2.2 AA)",
  async ({ page }) => {
    for (const path of PAGES) {
      await page.goto(`${await site()}${path}`);
      assert.deepEqual(await accessibilityFaults(page), [], path);
    }
    await page.goto(`${await site()}/systems/heron`);
    await page.getByRole("button", { name: "Enlarge: View 2 of heron" }).click();
    await page.getByRole("dialog", { name: "View 2 of heron, enlarged" }).waitFor();
    assert.deepEqual(await accessibilityFaults(page), [], "a picture, enlarged");
  },
);

browserTest("on paper a slideshow is its pictures, beside each other", async ({ page }) => {
  await page.goto(`${await site()}/systems/finch`);
  await page.emulateMedia({ media: "print" });
  assert.equal(await page.locator(".gallery-marks").isVisible(), false);
  assert.equal(await page.locator(".video-play").first().isVisible(), false);
  const lefts = await page.locator(".gallery-slides > li").evaluateAll((slides) =>
    slides.map((slide) => Math.round(slide.getBoundingClientRect().left))
  );
  assert.equal(new Set(lefts).size, 2);
});

/** The large files that a page asks for, as they are asked for. */
function watchLarge(page: Page): readonly string[] {
  const large: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith("/w1920")) large.push(pathname);
  });
  return large;
}

browserTest(
  "a picture is enlarged by keys alone, and its large file is asked for then",
  async ({ page }) => {
    const large = watchLarge(page);
    await readPage(page, "/systems/heron");
    assert.deepEqual(large, []);
    const button = page.getByRole("button", { name: "Enlarge: View 2 of heron" });
    await button.press("Enter");
    const dialog = page.getByRole("dialog", { name: "View 2 of heron, enlarged" });
    const picture = dialog.getByRole("img", { name: "A wall of heron, 1 panels open" });
    await picture.evaluate((image: HTMLImageElement) => image.decode());
    assert.deepEqual(await focusedOutside(page, dialog), [], "what lies behind gets no focus");
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
    assert.deepEqual(large, ["/media/heron-1/w1920"]);
    assert.equal(await button.evaluate((each) => each === document.activeElement), true);
  },
);

browserTest("without scripts a link leads to the large file of a picture", async ({ page }) => {
  const large = watchLarge(page);
  await page.goto(`${await site()}/systems/heron`);
  assert.deepEqual(large, []);
  assert.equal(await page.getByRole("button", { name: /^Enlarge/ }).count(), 0);
  await page.getByRole("link", { name: "Enlarge: View 2 of heron" }).press("Enter");
  await page.waitForURL("**/media/heron-1/w1920");
}, { javaScriptEnabled: false });
