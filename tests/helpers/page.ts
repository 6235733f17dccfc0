/** What the tests in a browser ask of a page. */
import type axeCore from "axe-core";
import type { Locator, Page } from "playwright-core";
import { until } from "./until.ts";

/** In a page that has read {@linkcode AXE}. */
declare const axe: typeof axeCore;

/** Less than half of what the module itself would give, and each page reads it. */
const AXE = Deno.readTextFileSync(new URL("axe.min.js", import.meta.resolve("axe-core")));

/**
 * What axe finds wrong: WCAG 2.0 to 2.2 on levels A and AA, and its best practices, or only the rules that
 * are named.
 */
export async function accessibilityFaults(
  page: Page,
  rules?: readonly string[],
): Promise<string[]> {
  // What a page says is there before the stylesheet it is drawn by.
  await page.waitForLoadState();
  if (await page.evaluate(() => !("axe" in window))) await page.evaluate(AXE);
  await page.evaluate(endTransitions);
  await page.evaluate(uncover);
  const { violations } = await page.evaluate((rules) =>
    axe.run({
      resultTypes: ["violations"],
      // Of the rules that are in use none reads stylesheets, which each run would fetch and parse.
      preload: { assets: ["media"] },
      // The one rule of WCAG 2.2 that is off unless it is named.
      rules: { "target-size": { enabled: true } },
      ...(rules && { runOnly: { type: "rule", values: [...rules] } }),
    }), rules);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`)
  );
}

/** Has every document that a page opens read axe by itself: it is large, and to send it each time takes longer. */
export async function withAxe(page: Page): Promise<void> {
  await page.addInitScript(AXE);
}

/**
 * Keeps the pictures of the library at an origin from being asked for. Their places keep size and colour, which is all
 * that axe reads of them, and the service need not make each size that each screen wants.
 */
export async function withoutPictures(page: Page, origin: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.setBlockedURLs", { urls: [`${origin}/media/*`] });
}

/** Rules that may find something else in other colours, and those that may on a page that is laid out otherwise. */
export const COLOUR_RULES: readonly string[] = ["color-contrast", "link-in-text-block"];
const LAYOUT_RULES = [...COLOUR_RULES, "target-size", "scrollable-region-focusable"];

/** How a page is read. */
interface Reading {
  readonly what: string;
  readonly width: number;
  readonly media: NonNullable<Parameters<Page["emulateMedia"]>[0]>;
  /** What axe looks for; all that it knows without. */
  readonly rules?: readonly string[];
}

/**
 * Wide and narrow screens show different parts of a page, and light and dark are different colours of the same tokens, so
 * one reading of each pair looks for everything. Forced colours, and 200 % of 1280 px, which is half as wide, show
 * nothing that neither of these does, and can differ in few rules.
 */
const READINGS: readonly Reading[] = [
  {
    what: "light on 1280 px",
    width: 1280,
    media: { colorScheme: "light", forcedColors: "none", reducedMotion: "no-preference" },
  },
  {
    what: "dark on 320 px, without motion",
    width: 320,
    media: { colorScheme: "dark", reducedMotion: "reduce" },
  },
  {
    what: "in forced colours, at 200 % of 1280 px",
    width: 640,
    media: { forcedColors: "active" },
    rules: LAYOUT_RULES,
  },
];

/** What is wrong with a page however it is read: what axe finds, and whether it is wider than the screen. */
export async function faultsInEveryReading(page: Page): Promise<string[]> {
  const faults: string[] = [];
  for (const { what, width, media, rules } of READINGS) {
    await page.emulateMedia(media);
    await page.setViewportSize({ width, height: 800 });
    await nextFrame(page);
    const found = await accessibilityFaults(page, rules);
    const surplus = await surplusWidth(page);
    if (surplus > 0) found.push(`${surplus} px too wide`);
    found.push(...await tablesCut(page));
    faults.push(...found.map((fault) => `${what}: ${fault}`));
  }
  return faults;
}

/** Colours on their way from one reading of a page to the next are nobody's. */
function endTransitions(): void {
  for (const animation of document.getAnimations()) {
    if (animation instanceof CSSTransition) animation.finish();
  }
}

/** Some buttons stay in sight, and what they cover is a matter of how far somebody has scrolled. */
function uncover(): void {
  for (const bar of document.querySelectorAll<HTMLElement>(".chat-open, .sim-submit")) {
    bar.style.setProperty("position", "static");
  }
}

/** By how many pixels a page, with its stylesheet, is wider than the screen. */
export async function surplusWidth(page: Page): Promise<number> {
  await page.waitForLoadState();
  return await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
}

/** Calls whatever has one of the names otherwise, as staff could; runs in the page. */
export function rename({ names, to }: { names: readonly string[]; to: string }): void {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    for (const name of names) text.nodeValue = (text.nodeValue ?? "").replaceAll(name, to);
  }
}

/** The tables that show a part of themselves only. */
export async function tablesCut(page: Page): Promise<string[]> {
  return await page.locator(".scroll-region").evaluateAll((regions) =>
    regions.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map((region) => `“${region.getAttribute("aria-label")}” scrolls sideways`)
  );
}

/**
 * What is wrong with a page as it is shown now, on a wide screen and on a narrow one: what axe finds, and whether
 * it is wider than the screen. The page is loaded once, and the screen changes.
 */
export async function faultsAtWidths(page: Page, widths = [1280, 360]): Promise<string[]> {
  const faults: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    await nextFrame(page);
    const found = await accessibilityFaults(page);
    const surplus = await surplusWidth(page);
    if (surplus > 0) found.push(`${surplus} px too wide`);
    faults.push(...found.map((fault) => `${width} px: ${fault}`));
  }
  return faults;
}

/** Waits until the page's islands answer to events and have run their effects. */
export async function islandsReady(page: Page): Promise<void> {
  // Preact keeps an element's listeners in its property `l`, whichever framework hydrates it. A page
  // without an island has no module.
  await page.waitForFunction(() => {
    if (document.querySelector("script[type=module]") === null) return true;
    return Array.from(document.querySelectorAll("body *")).some((element) => {
      return typeof Reflect.get(element, "l") === "object";
    });
  });
  await nextFrame(page);
}

/** Waits until the page has drawn what was asked of it, and run what waits for that. Needs scripts. */
export function nextFrame(page: Page): Promise<void> {
  return page.evaluate(() =>
    new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
  );
}

/** The accessible text of what has the focus: its label, or what it says. */
export function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement;
    const other = document.getElementById(element?.getAttribute("aria-labelledby") ?? "");
    if (other !== null) return other.textContent ?? "";
    const label = element instanceof HTMLInputElement ? element.labels?.[0] : undefined;
    // Where a label says more than a name, the name is a part of its own.
    const named = label?.querySelector("span span") ?? label ?? element;
    return named?.textContent?.replaceAll(/\s+/g, " ").trim() ?? "";
  });
}

/** Waits until the focus is on what begins with these words: a page moves it after it has shown where to. */
export function focusOn(page: Page, words: string): Promise<void> {
  return until(`the focus on “${words}”`, async () => (await focused(page)).startsWith(words));
}

/** What gets the focus outside of a part of the page while Tab is pressed. */
export async function focusedOutside(page: Page, part: Locator, steps = 30): Promise<string[]> {
  const outside: string[] = [];
  for (let step = 0; step < steps; step++) {
    await page.keyboard.press("Tab");
    const name = await part.evaluate((element) => {
      const focused = document.activeElement;
      return focused === null || focused === document.body || element.contains(focused)
        ? null
        : focused.outerHTML.slice(0, 80);
    });
    if (name !== null) outside.push(name);
  }
  return outside;
}
