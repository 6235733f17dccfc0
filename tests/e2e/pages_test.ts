/**
 * Every buyer page in a browser: it fits the screen and loads only the scripts that it needs. Accessibility faults are
 * tested in access_test.ts.
 */
import assert from "node:assert/strict";
import type { Page, Response } from "playwright-core";
import { browserTest, newContext } from "../helpers/browser.ts";
import { findAnswers, optionIdsOf, resultOf } from "../helpers/demo_answers.ts";
import {
  aCatalog,
  aFactor,
  anAttribute,
  anOption,
  aRule,
  aSystem,
  values,
} from "../helpers/factories.ts";
import {
  faultsInEveryReading,
  focused,
  islandsReady,
  smallTargets,
  surplusWidth,
  withoutPictures,
} from "../helpers/page.ts";
import { declareSite } from "../helpers/site.ts";

const TRACK = "home";
/** Hashed addresses: the file name of an island, or the query that `asset()` adds to a file of `static/`. */
const HASHED = /-[A-Z0-9]{8}\.js$|\.js\?__frsh_c=[\w-]+$/;
const IMMUTABLE = /\bimmutable\b/;
/** Cropped pictures are cached only for a time, because the crop can change. */
const KEPT = /\bimmutable\b|max-age=\d{4}/;

const site = declareSite();

/** A catalog in which no system is both clear and quiet. */
const gap = declareSite({
  catalog: aCatalog({
    attributes: [anAttribute("stc", { name: "Sound rating", valueType: "dimension", unit: "STC" })],
    systems: [
      aSystem("pane", {
        name: "Pane",
        budgetTierId: "low",
        values: values({ stc: { type: "dimension", measurement: 30, note: null } }),
      }),
    ],
    factors: [
      aFactor("look", ["clear"]),
      aFactor("sound", [], {
        position: 1,
        options: [
          anOption("any"),
          anOption("quiet", {
            label: "Quiet",
            position: 1,
            requirements: [{ attributeId: "stc", predicate: { kind: "at-least", value: 50 } }],
          }),
        ],
      }),
    ],
    rules: [
      aRule("clear", {
        conditions: [{ factorId: "look", operator: "any", optionIds: ["clear"] }],
        outcomes: [{ systemId: "pane", role: "preferred", rank: 1, rationale: "It is all glass." }],
      }),
    ],
  }),
});

const answers = optionIdsOf(
  findAnswers(TRACK, (some) => resultOf(TRACK, some).alternatives.length > 1),
);

const result = `/results?options=${answers.join()}&track=${TRACK}`;

/** Pages that have every kind of control. */
const FOR_THUMBS = [
  `/select?track=${TRACK}&options=${answers.slice(0, 2).join()}&step=width`,
  `/select?track=${TRACK}&options=${answers.join()}&step=check`,
  result,
  "/compare?systems=heron-lite,estuary-lite",
  "/systems?operation=folding&compare=heron-lite,vane-pivot",
  "/systems/heron-lite",
  "/advisor",
];

interface Visit {
  what: string;
  path: string;
  from?: () => Promise<string>;
  /** Default 200. */
  status?: number;
  /** Whether the page has an island. */
  scripted?: boolean;
}

const PAGES: Visit[] = [
  { what: "the start page", path: "/" },
  { what: "the choice of a track", path: "/select" },
  { what: "a missing track", path: "/select?error=choose" },
  { what: "a question", path: `/select?track=${TRACK}`, scripted: true },
  {
    what: "an answered question",
    path: `/select?track=${TRACK}&options=${answers.join()}&step=place`,
    scripted: true,
  },
  {
    what: "a question with several answers, and none given",
    path: `/select?track=${TRACK}&step=household&error=choose`,
    scripted: true,
  },
  {
    what: "the check",
    path: `/select?track=${TRACK}&options=${answers.join()}&step=check`,
    scripted: true,
  },
  {
    what: "a check with answers left out",
    path: `/select?track=workplace&options=${answers.join()},zebra&step=check`,
    scripted: true,
  },
  { what: "a result", path: result },
  { what: "a result without answers", path: "/results" },
  { what: "a result without a system", path: "/results?options=clear,quiet", from: gap },
  { what: "an empty comparison", path: "/compare" },
  { what: "a comparison of two", path: "/compare?systems=heron-lite,estuary-lite" },
  {
    what: "the differences of four",
    path: "/compare?systems=heron-lite,estuary-lite,vane-pivot,ascent-bay&only=differences",
  },
  { what: "all systems", path: "/systems" },
  { what: "some systems", path: "/systems?operation=folding&tier=essential" },
  { what: "a system", path: "/systems/heron-lite" },
  { what: "a missing page", path: "/zebra", status: 404 },
  { what: "the API for people", path: "/api" },
];

browserTest(
  "every page starts with the skip link, fits down to 320 px, and loads only needed scripts and cacheable files",
  async ({ page }) => {
    const answered: Response[] = [];
    page.on("response", (response) => answered.push(response));
    for (const { what, path, from = site, scripted = false } of PAGES) {
      answered.length = 0;
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.goto(`${await from()}${path}`);
      if (!path.includes("error=choose")) {
        await page.keyboard.press("Tab");
        assert.equal(await focused(page), "Skip to content", what);
      }
      if (scripted) await islandsReady(page);
      await assertScripts(page, answered, { what, scripted });
      for (const file of answered) {
        if (file.request().isNavigationRequest()) continue;
        const isPicture = new URL(file.url()).pathname.startsWith("/media/");
        const kept = file.headers()["cache-control"] ?? "";
        assert.match(kept, isPicture ? KEPT : IMMUTABLE, `${what}: ${file.url()}`);
      }
      for (const width of [1280, 768, 360, 320]) {
        await page.setViewportSize({ width, height: 800 });
        assert.equal(await surplusWidth(page), 0, `${what}, ${width} px wide`);
      }
    }
  },
);

/**
 * Asserts that the page has scripts only for the wizard, slideshows, videos, copying a link, the comparison tray, the
 * lead form and the chat.
 */
async function assertScripts(
  page: Page,
  answered: readonly Response[],
  { what, scripted }: { readonly what: string; readonly scripted: boolean },
): Promise<void> {
  const scripts = answered.filter((response) => response.request().resourceType() === "script");
  const moving = await page.locator("[data-gallery]:has(.gallery-slides, .video-still)").count();
  const forms = await page.locator(
    "[data-chat], [data-send-once], [data-result-actions], [data-tray]",
  ).count();
  assert.equal(scripts.length > 0, scripted || moving + forms > 0, what);
  const elements = await page.locator("script:not([type='application/ld+json'])").count();
  assert.equal(elements, (scripted ? 1 : 0) + moving + forms, what);
  for (const script of scripts) assert.match(script.url(), HASHED, what);
}

browserTest("a shared result opens without cookies", async ({ page, browser }) => {
  await page.goto(`${await site()}${result}`);
  const heading = await page.locator("h1").textContent();
  const address = await page.getByLabel("Link to this result").inputValue();
  assert.deepEqual(await page.context().cookies(), []);
  const stranger = await newContext(browser);
  try {
    const opened = await stranger.newPage();
    await opened.goto(address);
    assert.equal(await opened.locator("h1").textContent(), heading);
  } finally {
    await stranger.close();
  }
});

browserTest("a result prints its reasons and answers, and no navigation", async ({ page }) => {
  await page.goto(`${await site()}${result}`);
  await page.emulateMedia({ media: "print" });
  const shown = ["h1", ".verdict-words li", "#answers", "#cheaper", "#side-by-side"];
  for (const part of shown) assert.ok(await page.locator(part).first().isVisible(), part);
  const hidden = ["nav", "footer", "main a:has-text('Change')", "#share", ".button"];
  for (const part of hidden) {
    const elements = await page.locator(part).all();
    assert.notEqual(elements.length, 0, part);
    for (const element of elements) assert.equal(await element.isVisible(), false, part);
  }
  const link = await page.locator("#share").inputValue();
  assert.ok((await page.locator("body").innerText()).includes(link), "the address that is cited");

  await page.goto(`${await site()}/compare?systems=heron-lite,estuary-lite`);
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  const offset = await page.locator(".comparison-names th").last().evaluate((name) =>
    name.getBoundingClientRect().top - (name.parentElement?.getBoundingClientRect().top ?? 0)
  );
  assert.equal(offset, 0, "names are printed at their columns, wherever the page was scrolled to");

  await page.goto(`${await site()}/thanks`);
  const gap = await page.locator("body > p").last().evaluate((address) =>
    address.getBoundingClientRect().top -
    (document.querySelector("main > :last-child")?.getBoundingClientRect().bottom ?? 0)
  );
  assert.ok(gap >= 0 && gap < 50, `the address follows the page, and takes no sheet: ${gap} px`);
});

browserTest(
  "on a phone, a picture's placeholder fills its card, no field is small enough to be zoomed, and a thumb hits every control (design §10)",
  async ({ browser }) => {
    const context = await newContext(browser, {
      viewport: { width: 360, height: 740 },
      hasTouch: true,
      isMobile: true,
    });
    try {
      const page = await context.newPage();
      await withoutPictures(page, await site());
      await page.goto(`${await site()}/select?track=${TRACK}`);
      const shortfalls = await page.locator(".option-card:has(img)").evaluateAll((cards) =>
        cards.map((card) => {
          const filled = card.querySelector("rect")?.getBoundingClientRect().height ?? 0;
          return Math.max(0, card.clientHeight - filled);
        })
      );
      assert.deepEqual(shortfalls, shortfalls.map(() => 0));
      assert.notEqual(shortfalls.length, 0);
      await page.goto(`${await site()}${result}`);
      const size = await page.getByLabel("E-mail address").evaluate((field) =>
        parseFloat(getComputedStyle(field).fontSize)
      );
      assert.ok(size >= 16, `${size} px`);
      for (const path of FOR_THUMBS) {
        await page.goto(`${await site()}${path}`);
        assert.deepEqual(await smallTargets(page), [], path);
      }
    } finally {
      await context.close();
    }
  },
);

browserTest("a result without answers leads to the questions (§4.1)", async ({ page }) => {
  await page.goto(`${await site()}/results?track=${TRACK}`);
  await page.getByRole("heading", { level: 1, name: "Nothing is answered yet" }).waitFor();
  assert.equal(await page.getByRole("link", { name: "Check your answers" }).count(), 0);
  await page.getByRole("link", { name: "Answer the questions" }).click();
  await page.getByText("Question 1 of").waitFor();
  assert.equal(new URL(page.url()).searchParams.get("track"), TRACK);
});

browserTest(
  "a result without a system offers a change that leads to one (§4.1)",
  async ({ page }) => {
    await page.goto(`${await gap()}/results?options=clear,quiet`);
    await page.getByRole("heading", { level: 1, name: "No system does all of this" }).waitFor();
    assert.deepEqual(await faultsInEveryReading(page), []);
    const ways = page.getByRole("region", { name: /^The smallest change/ }).getByRole("link");
    assert.match(await ways.first().textContent() ?? "", /Quiet/);
    await ways.first().click();
    await page.getByRole("heading", { level: 1, name: "Pane" }).waitFor();
    await page.goBack();
    await page.getByRole("link", { name: "Change your answers" }).click();
    await page.getByRole("heading", { level: 1, name: "Check your answers" }).waitFor();
  },
);
