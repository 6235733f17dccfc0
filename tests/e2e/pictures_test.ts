/** Pictures on buyer pages, in a browser: file sizes, layout shifts, slideshows, videos and enlarging (design §10). */
import assert from "node:assert/strict";
import type { Browser, BrowserContextOptions, Page, Response } from "playwright-core";
import sharp from "sharp";
import { openDatabase } from "@/lib/db/mod.ts";
import { RENDITION_WIDTHS } from "@/lib/media/browser.ts";
import { browserTest, newContext } from "../helpers/browser.ts";
import { storePicture } from "../helpers/media.ts";
import { accessibilityFaults, focusedOutside, surplusWidth } from "../helpers/page.ts";
import { declareSite } from "../helpers/site.ts";
import { smallCatalog } from "../helpers/small_catalog.ts";
import { until } from "../helpers/until.ts";

const VIDEO_HOST = "https://player.example";
const RESULTS = "/results?options=loud";
const PAGES = [RESULTS, "/systems", "/systems/finch", "/compare?systems=finch,heron"];

/** All pictures except the large ones, which are loaded only when enlarged. */
const SHOWN_PICTURES = "main img:not([popover] img)";

/** A JPEG with as much detail as a photograph, so that its renditions have realistic sizes. */
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

/** Finch has six pictures and a video in a slideshow, Heron a grid of two. */
const site = declareSite({
  catalog: smallCatalog(),
  environment: { VIDEO_PLAYER_URL: `${VIDEO_HOST}/embed` },
  async prepare(location) {
    await using database = await openDatabase(location);
    const { db } = database;
    const stored = [
      ...Array.from({ length: 7 }, (_, place) => ({ owner: "finch", place })),
      ...Array.from({ length: 2 }, (_, place) => ({ owner: "heron", place })),
    ];
    for (const [index, { owner, place }] of stored.entries()) {
      const id = `${owner}-${place}`;
      const isVideo = id === "finch-2";
      await storePicture(db, {
        id,
        original: await photograph(index),
        width: 2000,
        height: 1332,
        title: isVideo ? "How Finch opens" : `View ${place + 1} of ${owner}`,
        alt_text: `A wall of ${owner}, ${place} panels open`,
        ...(isVideo && { type: "video", video_id: "opening" }),
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

/** Opens a page, scrolls to each picture, and waits until it is decoded. Returns whether the service has made them all. */
async function hasLoaded(page: Page, path: string): Promise<boolean> {
  let isRefused = false;
  const notice = (response: Response) => {
    if (response.status() === 503) isRefused = true;
  };
  page.on("response", notice);
  await page.goto(`${await site()}${path}`);
  for (const image of await page.locator(SHOWN_PICTURES).all()) {
    await image.scrollIntoViewIfNeeded();
    try {
      await image.evaluate((element: HTMLImageElement) => element.decode());
    } catch (error) {
      if (!isRefused) throw error;
    }
  }
  page.off("response", notice);
  return !isRefused;
}

/**
 * Opens a page until all its pictures are decoded. On a busy machine the service takes so long to make some that it
 * answers 503 for the next (decision 0010).
 */
async function readPage(page: Page, path: string): Promise<void> {
  await until(`a page with all pictures at ${path}`, () => hasLoaded(page, path));
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

/**
 * Returns each picture's displayed width in device pixels, the width of the chosen file, and its loading attributes.
 */
function picturesOf(page: Page) {
  return page.locator(SHOWN_PICTURES).evaluateAll((images) =>
    images.map((image) => {
      if (!(image instanceof HTMLImageElement)) throw new TypeError("a picture that is no img");
      const { currentSrc, width, height, naturalWidth, naturalHeight } = image;
      const { fetchPriority, loading } = image;
      const chosen = Number(/\/w(\d+)/.exec(currentSrc)?.[1]);
      // A picture that covers a tall box is as wide as its height asks for, and cut.
      const drawn = Math.max(width, Math.round(height * naturalWidth / naturalHeight));
      return { chosen, shown: drawn * devicePixelRatio, src: currentSrc, fetchPriority, loading };
    })
  );
}

browserTest(
  "on a phone the place of the main picture is kept until it arrives in the page, after the text (design §10)",
  async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    for (const path of [RESULTS, "/systems/finch"]) {
      await page.goto(await site() + path);
      const places = await page.locator(".lead-figure").evaluate((figure) => {
        const heading = document.querySelector("h1");
        const place = () => heading?.getBoundingClientRect().y ?? 0;
        const below = figure.getBoundingClientRect().bottom;
        const shown = place();
        figure.remove();
        return { below, shown, missing: place() };
      });
      assert.ok(places.shown > places.below, `${path}: the picture comes first`);
      assert.equal(places.missing, places.shown, path);
    }
  },
);

/** Collects the layout shifts of each document of the page in its variable `shifts`. */
async function watchShifts(page: Page): Promise<void> {
  // Fonts are blocked, because a late font shifts text by a pixel or two.
  await page.route(/\.woff2/, (route) => route.abort());
  await page.addInitScript(() => {
    const shifts: string[] = [];
    Object.assign(globalThis, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push(JSON.stringify(entry));
    }).observe({ type: "layout-shift", buffered: true });
  });
}

/** Returns a list that grows by the size of each picture that the page loads, in bytes. */
function watchSizes(page: Page): Promise<{ url: string; bytes: number }>[] {
  const sizes: Promise<{ url: string; bytes: number }>[] = [];
  page.on("response", (response) => {
    const url = response.url();
    if (!new URL(url).pathname.startsWith("/media/") || response.status() === 503) return;
    sizes.push(response.body().then((body) => ({ url, bytes: body.length })));
  });
  return sizes;
}

browserTest(
  "each screen loads pictures of its size, exactly for the lead, only the lead, those compared and a first row eagerly, none over 200 kB, and without layout shifts (design §10)",
  async ({ browser }) => {
    for (const { width, deviceScaleFactor } of SCREENS) {
      for (const path of PAGES) {
        // A new context for each page, because a browser reuses a larger file that it has already loaded.
        const options = { viewport: { width, height: 800 }, deviceScaleFactor };
        await withContext(browser, options, async (page) => {
          await watchShifts(page);
          const sizes = watchSizes(page);
          await readPage(page, path);
          const pictures = await picturesOf(page);
          assert.ok(pictures.length >= 2, path);
          for (const [index, { chosen, shown, src }] of pictures.entries()) {
            if (pictures.some((other) => other.src === src && other.shown > shown)) continue;
            const fitting = RENDITION_WIDTHS.find((each) => each >= shown) ?? 1920;
            const surplus = RENDITION_WIDTHS.findIndex((each) => each === chosen) -
              RENDITION_WIDTHS.indexOf(fitting);
            const isLead = index === 0 && path !== "/systems";
            const message = `${src} shown ${shown} px wide at ${width} on ${path}`;
            assert.ok(surplus === 0 || (!isLead && surplus === 1), message);
          }
          const first = pictures.filter(({ fetchPriority }) => fetchPriority === "high");
          assert.equal(first.length, /^\/(systems$|compare)/.test(path) ? 2 : 1);
          assert.ok(
            pictures.every(({ loading, fetchPriority }) =>
              (loading === "eager") === (fetchPriority === "high")
            ),
          );
          const loaded = await Promise.all(sizes);
          assert.notEqual(loaded.length, 0, path);
          assert.deepEqual(loaded.filter(({ bytes }) => bytes === 0 || bytes > 200_000), []);
          const shifts = await page.evaluate(() => Reflect.get(globalThis, "shifts"));
          assert.deepEqual(shifts, [], `${path} at ${width}`);
          assert.equal(await surplusWidth(page), 0, `${path} at ${width}`);
        });
      }
    }
  },
);

browserTest(
  "a video sends no request to its host before it is played (§2.1)",
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

/** Returns how far the slideshow is scrolled, in CSS pixels. */
function scrolled(page: Page): Promise<number> {
  return page.locator(".gallery-slides").evaluate((slides) => slides.scrollLeft);
}

browserTest(
  "a slideshow scrolls by keyboard, and marks the current picture (design §10)",
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
    assert.ok(await scrolled(page) > 1000);
    assert.ok(Math.abs(await page.evaluate(() => scrollY) - position) < 400);
    assert.equal(new URL(page.url()).hash, "");
  },
);

browserTest("galleries and videos work without scripts", async ({ page }) => {
  await page.goto(`${await site()}/systems/finch`);
  await page.getByRole("link", { name: "Picture 5 of 6" }).click();
  assert.equal(new URL(page.url()).hash, "#picture-5");
  const video = page.getByRole("link", { name: "Play the video: How Finch opens" });
  assert.equal(await video.getAttribute("target"), "_blank");
  await page.goto(`${await site()}/systems/heron`);
  await page.getByRole("heading", { name: "In pictures" }).waitFor();
}, { javaScriptEnabled: false });

browserTest(
  "a slideshow, a video and an enlarged picture have no accessibility faults (WCAG 2.2 AA)",
  async ({ page }) => {
    // The other pages are tested in access_test.ts, with the pictures of the demo.
    await page.goto(`${await site()}/systems/finch`);
    assert.deepEqual(await accessibilityFaults(page), [], "a slideshow and a video");
    await page.goto(`${await site()}/systems/heron`);
    await page.getByRole("button", { name: "Enlarge: View 2 of heron" }).click();
    await page.getByRole("dialog", { name: "View 2 of heron, enlarged" }).waitFor();
    assert.deepEqual(await accessibilityFaults(page), [], "a picture, enlarged");
  },
);

browserTest("a slideshow prints its pictures in three columns", async ({ page }) => {
  await page.goto(`${await site()}/systems/finch`);
  await page.emulateMedia({ media: "print" });
  assert.equal(await page.locator(".gallery-marks").isVisible(), false);
  assert.equal(await page.locator(".video-play").first().isVisible(), false);
  const lefts = await page.locator(".gallery-slides > li").evaluateAll((slides) =>
    slides.map((slide) => Math.round(slide.getBoundingClientRect().left))
  );
  assert.equal(new Set(lefts).size, 3);
});

/** Returns a list that grows by the path of each large file that the page requests. */
function watchLarge(page: Page): readonly string[] {
  const large: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith("/w1920")) large.push(pathname);
  });
  return large;
}

browserTest(
  "a picture is enlarged by keyboard, and its large file is requested only then",
  async ({ page }) => {
    const large = watchLarge(page);
    await readPage(page, "/systems/heron");
    assert.deepEqual(large, []);
    const button = page.getByRole("button", { name: "Enlarge: View 2 of heron" });
    await button.press("Enter");
    const dialog = page.getByRole("dialog", { name: "View 2 of heron, enlarged" });
    const picture = dialog.getByRole("img", { name: "A wall of heron, 1 panels open" });
    await picture.evaluate((image: HTMLImageElement) => image.decode());
    const [place, shown] = await Promise.all(
      ["svg:has(> rect)", "picture"].map((part) => dialog.locator(part).boundingBox()),
    );
    assert.deepEqual(place, shown, "until the picture has loaded, its place has its colour");
    assert.deepEqual(
      await focusedOutside(page, dialog),
      [],
      "nothing behind the dialog is focused",
    );
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
