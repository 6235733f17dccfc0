/**
 * Accessibility of the buyer's area beyond what axe finds (pages_test.ts): long words, 200 % text, forced colours, and
 * keyboard only (issue 18, part 7).
 */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { browserTest } from "../helpers/browser.ts";
import { findAnswers, optionIdsOf, questionsOf, resultOf } from "../helpers/demo_answers.ts";
import { islandsReady, rename, surplusWidth, withoutPictures } from "../helpers/page.ts";
import { declareSite } from "../helpers/site.ts";

const TRACK = "home";
const site = declareSite();

const answers = optionIdsOf(
  findAnswers(TRACK, (some) => resultOf(TRACK, some).alternatives.length > 1),
).join();
const FOUR = "heron-lite,estuary-lite,vane-pivot,ascent-bay";

/** Replaces the names of systems and answers, to test how pages break a long word. */
const LONG_WORD = "Grundstücksverkehrsgenehmigungszuständigkeitsübertragung";

browserTest("a name of one long word makes no page wider than the screen", async ({ page }) => {
  await withoutPictures(page, await site());
  const names = ["Heron Lite", "A home", "On a porch, balcony or covered terrace", "Essential"];
  const wide: string[] = [];
  for (
    const path of [
      "/",
      "/select",
      `/select?track=${TRACK}&step=place`,
      `/select?track=${TRACK}&options=porch&step=check`,
      "/systems?compare=heron-lite,estuary-lite",
      "/systems/heron-lite",
      "/compare?systems=heron-lite,estuary-lite",
      "/thanks?system=heron-lite",
      `/results?options=${answers}&track=${TRACK}`,
      "/advisor?systems=heron-lite",
    ]
  ) {
    await page.goto(`${await site()}${path}`);
    // An island that is hydrated later would bring the names back.
    await islandsReady(page);
    await page.evaluate(rename, { names, to: LONG_WORD });
    if (!(await page.locator("body").innerText()).includes(LONG_WORD)) {
      wide.push(`${path}: no name`);
    }
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 800 });
      const surplus = await surplusWidth(page);
      if (surplus > 0) wide.push(`${path} at ${width} px: ${surplus} px too wide`);
    }
  }
  assert.deepEqual(wide, []);
});

browserTest(
  "a comparison has no scroll area of its own, and no mark covers a figure",
  async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 800 });
    await page.goto(`${await site()}/compare?systems=${FOUR}&options=${answers}`);
    const boxes = await page.evaluate(() => {
      const table = document.querySelector(".comparison");
      const scrolling = [table, ...table?.querySelectorAll("*") ?? []].filter((element) =>
        element !== null && /auto|scroll/.test(getComputedStyle(element).overflow)
      );
      const covered = [...document.querySelectorAll(".comparison-mark")].filter((mark) => {
        const own = mark.getBoundingClientRect();
        return [...mark.closest("tr")?.querySelectorAll("td") ?? []].some((cell) => {
          const other = cell.getBoundingClientRect();
          return own.right > other.left && own.left < other.right && own.bottom > other.top &&
            own.top < other.bottom;
        });
      });
      return { scrolling: scrolling.length, covered: covered.length };
    });
    assert.deepEqual(boxes, { scrolling: 0, covered: 0 });
  },
);

/** Presses Tab until the focused element matches, and asserts that each focused element on the way is visible. */
async function tabTo(page: Page, selector: string): Promise<void> {
  for (let stop = 0; stop < 150; stop++) {
    await page.keyboard.press("Tab");
    const { found, hidden } = await page.evaluate((wanted) => {
      const element = document.activeElement;
      const box = element?.getBoundingClientRect();
      const isOut = box === undefined || box.width === 0 || box.height === 0;
      const above = box &&
        document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
      const barOf = (each: Element | null | undefined) =>
        each?.closest(".chat-open, .compare-tray, .choice-actions, .check-action") ?? null;
      const isBehindBar = barOf(above) !== barOf(element);
      return {
        found: element?.matches(wanted) ?? false,
        hidden: element !== document.body && (isOut || isBehindBar) ? element?.outerHTML ?? "" : "",
      };
    }, selector);
    assert.equal(hidden, "", `the focused element is hidden, on the way to ${selector}`);
    if (found) return;
  }
  assert.fail(`Tab does not reach ${selector}`);
}

async function follow(page: Page, selector: string, address: RegExp): Promise<void> {
  await tabTo(page, selector);
  await page.keyboard.press("Enter");
  await page.waitForURL(address);
}

browserTest(
  "a buyer gets from the start page to a comparison in metres by keyboard alone",
  async ({ page }) => {
    await page.goto(await site());
    await follow(page, 'main a[href^="/select"]', /\/select/);
    await tabTo(page, "input[name=choice]");
    await page.keyboard.press("Space");
    await follow(page, "button[value=next]", /track=/);
    await islandsReady(page);
    const track = new URL(page.url()).searchParams.get("track") ?? "";
    for (const { question } of questionsOf(track)) {
      await page.getByRole("heading", { level: 1, name: question, exact: true }).waitFor();
      await tabTo(page, "input[name=choice]");
      await page.keyboard.press("Space");
      await tabTo(page, "button[value=next]");
      await page.keyboard.press("Enter");
    }
    await page.getByRole("heading", { level: 1, name: "Check your answers" }).waitFor();
    await follow(page, 'a[href^="/results"]', /\/results/);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await follow(page, 'header a[href="/systems"]', /\/systems$/);
    await follow(page, "#system-heron-lite a[rel=nofollow]", /compare=heron-lite/);
    await follow(page, "#system-heron-clad a[rel=nofollow]", /compare=heron-lite,heron-clad/);
    await page.getByText("2 of 4:").waitFor();
    await follow(page, 'main a[href="/compare?systems=heron-lite,heron-clad"]', /\/compare/);
    await page.getByRole("heading", { name: "Against your answers" }).waitFor();
    assert.match(await page.locator(".comparison").innerText(), /\b\d+\sft\b/);
    await tabTo(page, 'main form[action="/units"] button[value=metric]');
    await page.keyboard.press("Enter");
    await page.locator('main button[value=metric][aria-pressed="true"]').waitFor();
    const metric = await page.locator(".comparison tbody td").allInnerTexts();
    assert.ok(metric.some((text) => /\d\sm\b/.test(text)));
  },
);

browserTest("a comparison keeps together which figure is better", async ({ page }) => {
  await withoutPictures(page, await site());
  await page.setViewportSize({ width: 768, height: 800 });
  await page.goto(`${await site()}/compare?systems=heron-lite,estuary-lite`);
  const lines = await page.locator(".comparison th").getByText(/er is better/).evaluateAll((
    notes,
  ) =>
    notes.map((note) => {
      const words = document.createRange();
      words.selectNodeContents(note);
      return new Set(Array.from(words.getClientRects(), ({ top }) => top)).size;
    })
  );
  assert.ok(lines.length > 2);
  assert.deepEqual(lines.filter((count) => count > 1), []);
});

browserTest("options keep their words whole on a phone with text of 200 %", async ({ page }) => {
  await withoutPictures(page, await site());
  await page.setViewportSize({ width: 360, height: 800 });
  for (const step of ["place", "opening"]) {
    await page.goto(`${await site()}/select?track=${TRACK}&step=${step}`);
    await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));
    const shares = await page.locator("form label").evaluateAll((cards) =>
      cards.map((card) => {
        const text = card.querySelector("[id^=label-]");
        return (text?.clientWidth ?? 0) / card.clientWidth;
      })
    );
    assert.ok(shares.length > 3);
    assert.deepEqual(shares.filter((share) => share < 0.4), [], step);
    const asked = page.locator(".trail-row > :first-child");
    assert.deepEqual(await asked.evaluateAll(brokenWords), [], step);
    assert.equal(await surplusWidth(page), 0, step);
  }
});

browserTest(
  "the start page breaks no word and stays in its column on a phone with text of 200 %",
  async ({ page }) => {
    await withoutPictures(page, await site());
    for (const width of [320, 360]) {
      await page.setViewportSize({ width, height: 740 });
      await page.goto(await site());
      await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));
      assert.deepEqual(await page.getByRole("heading").evaluateAll(brokenWords), [], `${width} px`);
      const [column, cards] = await Promise.all(
        ["main > section", "section[aria-labelledby=tracks] li"].map((part) =>
          page.locator(part).first().evaluate((it) => it.getBoundingClientRect().right)
        ),
      );
      assert.equal(cards, column, `${width} px`);
    }
  },
);

browserTest(
  "a result with a cheaper system stays in its column on a phone with text of 200 %",
  async ({ page }) => {
    await withoutPictures(page, await site());
    await page.setViewportSize({ width: 360, height: 740 });
    const answers = "cold-outside,wall-grand,width-vast,look-slim,floor-flush";
    await page.goto(`${await site()}/results?track=home&options=${answers}`);
    await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));
    assert.match(await page.locator("aside").innerText(), /Btu/, "figures with a long unit");
    assert.equal(await surplusWidth(page), 0);
    const ask = await page.locator(".chat-open > button").boundingBox();
    assert.ok(ask && ask.x >= 0 && ask.x + ask.width <= 360, "the whole label of the chat button");
    await page.setViewportSize({ width: 1440, height: 960 });
    const wide = await page.locator(".chat-open > button").boundingBox();
    assert.ok(wide && wide.x > 1200 && wide.x + wide.width <= 1440, "the button in the margin");
  },
);

browserTest(
  "the start page and a list with chosen systems stay in their column with text of 200 %",
  async ({ page }) => {
    await withoutPictures(page, await site());
    for (const [path, width] of [["/", 768], ["/systems?compare=heron-lite", 320]] as const) {
      await page.setViewportSize({ width, height: 740 });
      await page.goto(`${await site()}${path}`);
      await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));
      assert.equal(await surplusWidth(page), 0, path);
    }
  },
);

/** Returns the words of elements that take more than one line; runs in the page. */
function brokenWords(elements: Element[]): string[] {
  return elements.flatMap((element) => {
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const broken: string[] = [];
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      for (const { 0: word, index } of (text.nodeValue ?? "").matchAll(/[^\s-]+/g)) {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        if (new Set(Array.from(range.getClientRects(), ({ top }) => top)).size > 1) {
          broken.push(word);
        }
      }
    }
    return broken;
  });
}

browserTest("a button that looks like a link has no border in forced colours", async ({ page }) => {
  await page.emulateMedia({ forcedColors: "active" });
  await page.goto(`${await site()}/select?track=${TRACK}&step=opening`);
  const skip = page.getByRole("button", { name: "Not sure, skip" });
  assert.equal(await skip.evaluate((it) => getComputedStyle(it).borderTopStyle), "none");
});

browserTest("the button of the chat never covers the focused element", async ({ page }) => {
  await page.setViewportSize({ width: 640, height: 500 });
  await page.goto(`${await site()}/results?options=${answers}&track=${TRACK}`);
  await tabTo(page, ".chat-open button");
});

browserTest(
  "the button of the chat is beside the page column on a wide screen",
  async ({ page }) => {
    for (const width of [1920, 1440, 1366, 1280, 1104]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(`${await site()}/results?options=${answers}&track=${TRACK}`);
      const [button, section] = await Promise.all(
        [".chat-open button", "main > section"].map((part) =>
          page.locator(part).first().boundingBox()
        ),
      );
      assert.ok(button && section && button.x + 1 >= section.x + section.width, `${width} px wide`);
      assert.equal(await surplusWidth(page), 0);
    }
  },
);

browserTest(
  "where the margin is narrow the button of the chat covers no part of a line, and nothing on a low screen",
  async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(`${await site()}/results?options=${answers}&track=${TRACK}`);
    const bar = page.locator(".chat-open");
    for (const width of [360, 640, 768, 1024]) {
      await page.setViewportSize({ width, height: 740 });
      const box = await bar.boundingBox();
      assert.deepEqual([box?.x, box?.width], [0, width]);
      assert.equal((box?.y ?? 0) + (box?.height ?? 0), 740, "at the bottom of the screen");
      assert.equal(await surplusWidth(page), 0);
    }
    for (const [width, height] of [[320, 256], [740, 360]] as const) {
      await page.setViewportSize({ width, height });
      const resting = await bar.boundingBox();
      assert.ok(resting && resting.y > height, `${width} px wide`);
      assert.match(await bar.innerText(), /Ask about/);
      assert.equal(await surplusWidth(page), 0);
    }
  },
);

browserTest(
  "on a tablet the open chat covers its button, and its bar is gone",
  async ({ page }) => {
    await withoutPictures(page, await site());
    await page.setViewportSize({ width: 768, height: 1024 });
    await page.goto(`${await site()}/systems/heron-lite`);
    const button = page.locator(".chat-open > button");
    const at = await button.boundingBox();
    await button.click();
    const chat = await page.getByRole("dialog").boundingBox();
    assert.ok(at && chat);
    assert.ok(chat.x <= at.x && chat.x + chat.width >= at.x + at.width);
    assert.ok(chat.y <= at.y && chat.y + chat.height >= at.y + at.height);
    const bar = page.locator(".chat-open");
    assert.equal(
      await bar.evaluate((it) => getComputedStyle(it).backgroundColor),
      "rgba(0, 0, 0, 0)",
    );
  },
);

browserTest(
  "the tray of the comparison never covers the focused element (WCAG 2.2, 2.4.11)",
  async ({ page }) => {
    await withoutPictures(page, await site());
    for (const [width, height] of [[1280, 800], [360, 640], [320, 256]] as const) {
      await page.setViewportSize({ width, height });
      await page.goto(`${await site()}/systems?compare=${FOUR},heron-clad`);
      await page.locator("#main").focus();
      await tabTo(page, "footer a");
    }
  },
);

browserTest(
  "a fifth system to compare is refused with a status message, and the focus stays",
  async ({ page }) => {
    await page.goto(`${await site()}/systems?compare=${FOUR}`);
    await tabTo(page, "#system-heron-clad a[rel=nofollow]");
    await page.keyboard.press("Enter");
    await page.locator("#tray-status", { hasText: "Heron Clad was not added" }).waitFor();
    const place = await page.evaluate(() => document.activeElement?.closest("[id]")?.id);
    assert.equal(place, "system-heron-clad");
  },
);

browserTest(
  "a fifth system to compare is refused with an alert, without scripts",
  async ({ page }) => {
    await page.goto(`${await site()}/systems?compare=${FOUR}`);
    await page.locator("#system-heron-clad a[rel=nofollow]").click();
    await page.waitForURL(/heron-clad/);
    assert.match(await page.getByRole("alert").innerText(), /Heron Clad was not added/);
  },
  { javaScriptEnabled: false },
);
