/** Every buyer page in a browser: accessible in every reading, no wider than the screen, and with only needed scripts. */
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
  withAxe,
  withoutPictures,
} from "../helpers/page.ts";
import { declareSite } from "../helpers/site.ts";

const TRACK = "home";
/** Hashed addresses: the file name of an island, or the query that `asset()` adds to a file of `static/`. */
const HASHED = /-[A-Z0-9]{8}\.js$|\.js\?__frsh_c=[\w-]+$/;
const IMMUTABLE = /\bimmutable\b/;

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

const FOUR = "heron-lite,estuary-lite,vane-pivot,ascent-bay";
const MISSING = "/zebra";

/** Every page of the buyer's area in each state that looks different. A result without a system is in a test below. */
const STATES = [
  "/",
  "/select",
  "/select?error=choose",
  `/select?track=${TRACK}&step=place`,
  `/select?track=${TRACK}&step=opening`,
  `/select?track=${TRACK}&options=${answers}&step=floor`,
  `/select?track=${TRACK}&step=household&error=choose`,
  `/select?track=${TRACK}&options=${answers}&step=check`,
  `/select?track=workplace&options=${answers},zebra&step=check`,
  result,
  "/results",
  "/compare",
  `/compare?systems=heron-lite,estuary-lite&options=${answers}`,
  `/compare?systems=${FOUR}`,
  `/compare?systems=${FOUR},heron-clad&only=differences`,
  "/systems",
  "/systems?q=heron&sort=price&operation=folding",
  `/systems?compare=${FOUR}`,
  `/systems?compare=${FOUR},heron-clad`,
  "/systems?q=zebra",
  "/systems/heron-lite",
  "/projects",
  "/advisor",
  "/thanks",
  "/thanks?system=heron-lite",
  "/api",
  MISSING,
] as const;

/** Pages that begin with the focus on what went wrong. */
const WITH_ALERT = /error=choose|\?compare=.*heron-clad/;

browserTest(
  "every page starts with the skip link, has no fault that axe finds in any reading, never scrolls sideways, and loads only needed scripts and cacheable files",
  async ({ page, errors }) => {
    const answered: Response[] = [];
    page.on("response", (response) => answered.push(response));
    await withoutPictures(page, await site());
    await withAxe(page);
    const faults: string[] = [];
    for (const path of STATES) {
      answered.length = 0;
      const response = await page.goto(`${await site()}${path}`);
      assert.equal(response?.status(), path === MISSING ? 404 : 200, path);
      if (!WITH_ALERT.test(path)) {
        await page.keyboard.press("Tab");
        assert.equal(await focused(page), "Skip to content", path);
        await page.locator(":focus").blur();
      }
      const scripted = path.startsWith("/select?track=");
      if (scripted) await islandsReady(page);
      await assertScripts(page, answered, { what: path, scripted });
      for (const file of answered) {
        if (file.request().isNavigationRequest()) continue;
        assert.match(file.headers()["cache-control"] ?? "", IMMUTABLE, `${path}: ${file.url()}`);
      }
      for (const width of [768, 360]) {
        await page.setViewportSize({ width, height: 800 });
        assert.equal(await surplusWidth(page), 0, `${path}, ${width} px wide`);
      }
      const found = await faultsInEveryReading(page);
      faults.push(...found.map((fault) => `${path} ${fault}`));
    }
    assert.deepEqual(faults, []);
    // The browser logs what the Content-Security-Policy blocks (spec §5).
    assert.deepEqual(errors.filter((error) => !error.includes("404")), []);
  },
);

/**
 * Asserts that the page has scripts only for the wizard, slideshows, videos, copying a link, printing, the comparison
 * tray, the lead form, the chat, and pages that stay while there is no network.
 */
async function assertScripts(
  page: Page,
  answered: readonly Response[],
  { what, scripted }: { readonly what: string; readonly scripted: boolean },
): Promise<void> {
  const scripts = answered.filter((response) => response.request().resourceType() === "script");
  const moving = await page.locator("[data-gallery]:has(.gallery-slides, .video-still)").count();
  const forms = await page.locator(
    "[data-chat], [data-send-once], [data-result-actions], [data-tray], [data-offline-note], " +
      ":not([data-result-actions]) > [data-print]",
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

const UNASKED = ".receipt:not(:has(thead > tr > :nth-child(4))), .receipt tr:has(.receipt-unasked)";

browserTest("a result prints its reasons and answers, and no navigation", async ({ page }) => {
  await page.goto(`${await site()}${result}`);
  await page.emulateMedia({ media: "print" });
  const shown = ["h1", ".verdict-words li", "#answers", "#cheaper", "#side-by-side"];
  for (const part of shown) assert.ok(await page.locator(part).first().isVisible(), part);
  const hidden = ["nav", "footer", "main a:has-text('Change')", "#share", ".button"];
  // The comparison has the figures that no answer asked for, and pictures of projects are at the printed addresses.
  hidden.push(UNASKED, "[aria-labelledby=projects] img");
  for (const part of hidden) {
    const elements = await page.locator(part).all();
    assert.notEqual(elements.length, 0, part);
    for (const element of elements) assert.equal(await element.isVisible(), false, part);
  }
  const lefts = await page.locator(".gallery-grid > li").evaluateAll((pictures) =>
    pictures.map((picture) => Math.round(picture.getBoundingClientRect().left))
  );
  assert.equal(new Set(lefts).size, 3, "pictures in three columns");
  const link = await page.locator("#share").inputValue();
  const printed = page.locator("body > p", { hasText: link });
  const [address, heading] = await Promise.all(
    [printed, page.locator("h1")].map((it) => it.boundingBox()),
  );
  assert.ok(address && heading && address.y < heading.y, "the cited address, on the first page");
  const cards = await page.locator("[aria-labelledby=cheaper] > ul > li").evaluateAll((each) =>
    each.map((card) => card.getBoundingClientRect().top)
  );
  assert.equal(new Set(cards).size, cards.length, "each cheaper system in a row of its own");

  await page.goto(`${await site()}/compare?systems=heron-lite,estuary-lite`);
  assert.match(await page.locator("main").innerText(), /^2 systems\. /m);
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  const offset = await page.locator(".comparison-names th").last().evaluate((name) =>
    name.getBoundingClientRect().top - (name.parentElement?.getBoundingClientRect().top ?? 0)
  );
  assert.equal(offset, 0, "names are printed at their columns, wherever the page was scrolled to");
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
      for (const path of [`/select?track=${TRACK}`, "/systems", "/projects"]) {
        await page.goto(`${await site()}${path}`);
        const shortfalls = await page.locator(":is(.option-card, .card-row):has(img)")
          .evaluateAll((cards) =>
            cards.map((card) => {
              const filled = card.querySelector("rect")?.getBoundingClientRect().height ?? 0;
              return Math.max(0, card.clientHeight - filled);
            })
          );
        assert.deepEqual(shortfalls, shortfalls.map(() => 0), path);
        assert.notEqual(shortfalls.length, 0, path);
        const steps = await page.locator(".card-row div rect").evaluateAll((steps) =>
          steps.map((step) => step.getBoundingClientRect().height).filter((height) => height > 32)
        );
        assert.deepEqual(steps, [], `${path}: the steps of the budget ladder`);
      }
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

browserTest("a script injected into a page does not run (§5)", async ({ page }) => {
  await page.addInitScript(() => {
    const blocked: string[] = [];
    Reflect.set(globalThis, "blocked", blocked);
    document.addEventListener("securitypolicyviolation", (event) => {
      blocked.push(`${event.violatedDirective} ${event.blockedURI}`);
    });
  });
  await page.goto(`${await site()}/systems`);
  await page.evaluate(() => {
    const script = document.createElement("script");
    script.textContent = "globalThis.injected = true";
    document.body.append(script);
    const image = document.createElement("div");
    image.innerHTML = '<img src="/nonesuch.png" onerror="globalThis.injected = true">';
    document.body.append(image);
  });
  await page.waitForFunction(() => Reflect.get(globalThis, "blocked").length >= 2);
  assert.equal(await page.evaluate(() => Reflect.get(globalThis, "injected")), undefined);
  const blocked: string[] = await page.evaluate(() => Reflect.get(globalThis, "blocked"));
  assert.deepEqual(blocked.toSorted(), ["script-src-attr inline", "script-src-elem inline"]);
});

browserTest("the stylesheet and the inline style of the font apply", async ({ page }) => {
  await page.goto(await site());
  const font = await page.evaluate(() => getComputedStyle(document.body).fontFamily);
  assert.match(font, /Hanken Grotesk/);
  const declared = await page.evaluate(() =>
    [...document.fonts].some(({ family }) => family.replaceAll('"', "") === "Hanken Grotesk")
  );
  assert.ok(declared, "the inline style");
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
