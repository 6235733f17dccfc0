/** Checks and waits for pages in browser tests. */
import type axeCore from "axe-core";
import type { Locator, Page } from "playwright-core";
import { until } from "./until.ts";

/** Defined in pages that have loaded {@linkcode AXE}. */
declare const axe: typeof axeCore;

/** The minified script: less than half the size of the module's own source, and every page loads it. */
const AXE = Deno.readTextFileSync(new URL("axe.min.js", import.meta.resolve("axe-core")));

/**
 * Returns the violations that axe finds in a page: by default of WCAG 2.0 to 2.2, levels A and AA, and of axe's best
 * practices; with `rules`, only of the named rules.
 */
export async function accessibilityFaults(
  page: Page,
  rules?: readonly string[],
): Promise<string[]> {
  // The markup is there before the stylesheet has loaded.
  await page.waitForLoadState();
  if (await page.evaluate(() => !("axe" in window))) await page.evaluate(AXE);
  await page.evaluate(endTransitions);
  await page.evaluate(uncover);
  return await page.evaluate(async (rules) => {
    const { violations } = await axe.run({
      resultTypes: ["violations"],
      // No enabled rule reads stylesheets, so do not fetch and parse them on each run.
      preload: false,
      // The only rule of WCAG 2.2 that is disabled by default.
      rules: { "target-size": { enabled: true } },
      ...(rules && { runOnly: { type: "rule", values: [...rules] } }),
    });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`)
    );
  }, rules);
}

/** Makes every document of a page load axe itself, which is faster than sending the large script for each check. */
export async function withAxe(page: Page): Promise<void> {
  await page.addInitScript(AXE);
}

/**
 * Blocks requests for the library pictures of an origin. Their placeholders keep size and colour, which is all that axe
 * reads, and the service does not have to render every size.
 */
export async function withoutPictures(page: Page, origin: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.setBlockedURLs", { urls: [`${origin}/media/*`] });
}

/** Rules whose result depends on the colours or the layout of a page. */
const LAYOUT_RULES = [
  "color-contrast",
  "link-in-text-block",
  "target-size",
  "scrollable-region-focusable",
];

/** One combination of screen width and media settings in which a page is checked. */
interface Reading {
  readonly what: string;
  readonly width: number;
  readonly media: NonNullable<Parameters<Page["emulateMedia"]>[0]>;
  /** The rules to check; default all. */
  readonly rules?: readonly string[];
}

/**
 * Wide and narrow screens show different parts of a page, and light and dark use different colours, so two readings that
 * combine them check every rule. Forced colours and 200 % zoom (half of 1280 px) show no further parts, so that reading
 * checks only the rules that can differ.
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

/** Opens every part of the document that can be folded; runs in the page. */
function unfold(): void {
  for (const each of document.querySelectorAll("main details")) each.setAttribute("open", "");
}

/**
 * Returns the faults of a page in every reading, with its folded parts open: axe's violations, content wider than the
 * screen, and cut tables.
 */
export async function faultsInEveryReading(page: Page): Promise<string[]> {
  await page.evaluate(unfold);
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

/** Finishes CSS transitions, so that axe does not measure intermediate colours. */
function endTransitions(): void {
  for (const animation of document.getAnimations()) {
    if (animation instanceof CSSTransition) animation.finish();
  }
}

/** Unpins what floats over a page, because what it covers depends only on the scroll position. */
function uncover(): void {
  for (const bar of document.querySelectorAll<HTMLElement>(".chat-open, .form-bar, .sim-submit")) {
    bar.style.setProperty("position", "static");
  }
}

/** Returns by how many pixels a page is wider than the screen, once its stylesheet has loaded. */
export async function surplusWidth(page: Page): Promise<number> {
  await page.waitForLoadState();
  return await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
}

/** Replaces names in the text of the document, as if staff had renamed records; runs in the page. */
export function rename({ names, to }: { names: readonly string[]; to: string }): void {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    for (const name of names) text.nodeValue = (text.nodeValue ?? "").replaceAll(name, to);
  }
}

/** The size of a thumb, in pixels, less one for the width of a short word. */
const THUMB = 43;

/**
 * Returns the controls that are smaller than a thumb, with the area that `tap` adds around them. Links inside text have
 * the height of their line, and a link that covers its card has the card.
 */
export async function smallTargets(page: Page): Promise<string[]> {
  return await page.locator("a[href], button, input, select, textarea, summary").evaluateAll(
    (controls, thumb) =>
      controls.filter((control) => {
        const { width, height } = control.getBoundingClientRect();
        const own = getComputedStyle(control);
        const [before, after] = ["::before", "::after"].map((part) =>
          getComputedStyle(control, part)
        );
        const words = (element: Element | null) => element?.textContent?.trim() ?? "";
        const isInText = own.display === "inline" &&
          words(control) !== words(control.parentElement);
        const isHidden = width <= 1 || height <= 1 || own.visibility === "hidden";
        if (
          isHidden || isInText || after?.position === "absolute" || control.closest("label")
        ) return false;
        const around = before?.position === "absolute" ? before : own;
        return Math.max(width, parseFloat(around.width) || 0) < thumb ||
          Math.max(height, parseFloat(around.height) || 0) < thumb;
      }).map((control) => `${control.textContent?.trim()} (${control.className})`),
    THUMB,
  );
}

/** Returns a message for each table that is cut off and scrolls sideways. */
export async function tablesCut(page: Page): Promise<string[]> {
  return await page.locator(".scroll-region").evaluateAll((regions) =>
    regions.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map((region) => `“${region.getAttribute("aria-label")}” scrolls sideways`)
  );
}

/**
 * Returns the faults of a page in its current state, on a wide and on a narrow screen: axe's violations, and content
 * wider than the screen. The page is not reloaded.
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

/** Whether the islands of the document are hydrated; runs in the page. */
export function isHydrated(): boolean {
  // Preact stores the listeners of an element in its property `l`. A page without islands has no module script.
  if (document.querySelector("script[type=module]") === null) return true;
  return Array.from(document.querySelectorAll("body *")).some((element) => {
    return typeof Reflect.get(element, "l") === "object";
  });
}

/** Waits until the islands of a page are hydrated and have run their effects. */
export async function islandsReady(page: Page): Promise<void> {
  await page.waitForFunction(isHydrated);
  await nextFrame(page);
}

/** Waits until the page has rendered the next frame and run the tasks after it. Needs JavaScript. */
export function nextFrame(page: Page): Promise<void> {
  return page.evaluate(() =>
    new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
  );
}

/** Returns the accessible name of the focused element: its label, or else its text. */
export function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement;
    const other = document.getElementById(element?.getAttribute("aria-labelledby") ?? "");
    if (other !== null) return other.textContent ?? "";
    const label = element instanceof HTMLInputElement ? element.labels?.[0] : undefined;
    // A label with further text contains the name in a nested span.
    const named = label?.querySelector("span span") ?? label ?? element;
    return named?.textContent?.replaceAll(/\s+/g, " ").trim() ?? "";
  });
}

/** Waits until the name of the focused element begins with `words`, because a page moves the focus after rendering. */
export function focusOn(page: Page, words: string): Promise<void> {
  return until(`the focus on “${words}”`, async () => (await focused(page)).startsWith(words));
}

/** Presses Tab repeatedly and returns the elements outside of `part` that received the focus. */
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
